import Foundation

extension StoreFile {
  func transaction<Result>(
    durability: PropertyListStore.Durability, _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    defer { settle() }
    return try changing(durability) {
      let (result, changes) = try evaluate(body)
      return (result, changes.isEmpty ? .none : try commit(changes, durability))
    }
  }

  /// Sets a single value in the place of the one that was looked at.
  func set(
    _ value: PropertyListValue?, under name: String, replacing known: PropertyListValue?,
    durability: PropertyListStore.Durability
  ) throws -> SingleSetOutcome {
    defer { settle() }
    return try changing(durability) {
      let present = state.withLock { $0.values[name] }
      if present == value { return (.done, .none) }
      if present != known { return (.found(present), .none) }
      return (.done, try commit(SingleChange(name: name, value: value), durability))
    }
  }

  /// Runs a body in a turn, then does what its commit left to be done.
  @inline(__always)
  private func changing<Result>(
    _ durability: PropertyListStore.Durability, _ body: () throws -> (Result, FollowUp)
  ) throws -> Result {
    for _ in 0..<Self.syncAttempts {
      let done = try writer.withLock { () -> (Result, FollowUp)? in
        try takeTurn(.commit)
        defer { endTurn() }
        // Asked in the turn: another thread's sync may have failed a moment ago.
        if durability == .media, session.syncFailed { return nil }
        return try body()
      }
      if let (result, followUp) = done {
        if followUp == .checkpoint { schedule.help() }
        return result
      }
      // The journal cannot be trusted on the media: before anything is added to it, the plist must hold what it holds.
      try checkpoint()
    }
    throw StoreError.unwritable(
      url, because: "an earlier write to the disk failed, and others write too often for that to be made good")
  }

  /// How often a journal whose sync failed is to be emptied: whoever writes meanwhile keeps it from being.
  private static let syncAttempts = 100

  /// What a commit leaves to be done without the lock.
  enum FollowUp {
    case none
    /// The journal has grown so long that who writes must wait until it is emptied.
    case checkpoint
  }

  /// Runs a body; what it saw is let go before memory changes, which would be copied otherwise.
  @inline(never)
  private func evaluate<Result>(
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> (Result, [String: PropertyListValue?]) {
    var transaction = StoreTransaction(state.withLock { $0.values })
    let result = try body(&transaction)
    try transaction.checkForErrors()
    return (result, transaction.changes)
  }

  private func commit<Changes: Collection>(
    _ changes: Changes, _ durability: PropertyListStore.Durability
  ) throws(StoreError) -> FollowUp where Changes.Element == (key: String, value: PropertyListValue?) {
    guard let sidecar = session.sidecar else { return .none }
    if session.header.storeID == 0 || session.storeID == 0 { chooseStoreID() }
    do throws(PropertyListError) {
      try JournalRecord.write(
        to: &session.record, sequence: session.sequence + 1, storeID: session.storeID, changes: changes)
    } catch { throw .refused(url, error) }
    do throws(SystemError) { try appendRecord(sidecar, durability) } catch { throw .unwritable(url, error) }
    publish(changes, sidecar)
    schedule.noteWrite()
    let limit = max(Self.journalLimit, session.snapshotSize)
    let length = session.offset - Sidecar.journalStart
    if length > limit { schedule.hasten() }
    return length > 4 * limit ? .checkpoint : .none
  }

  private func appendRecord(
    _ sidecar: Sidecar, _ durability: PropertyListStore.Durability
  ) throws(SystemError) {
    guard session.record.count <= JournalRecord.sizeLimit, session.offset < Sidecar.sizeLimit - JournalRecord.sizeLimit
    else { throw SystemError(call: .write, number: EFBIG) }
    if session.hasTail { try cutTail(sidecar) }
    let start = session.offset
    try append(sidecar)
    guard durability == .media else { return }
    do throws(SystemError) { try sync(sidecar) } catch {
      session.offset = start
      session.syncFailed = true
      takeBack(sidecar)
      throw error
    }
  }

  /// The length from which on a journal is emptied without waiting for a pause.
  static let journalLimit = 1 << 18

  /// Puts the journal on the media, and its name with it.
  private func sync(_ sidecar: Sidecar) throws(SystemError) {
    if !session.header.nameIsDurable {
      try fileSystem.syncFolder(file.folder)
      session.header.nameIsDurable = true
      writeHeader()
    }
    try fileSystem.dataSync(sidecar.descriptor)
  }

  private func publish<Changes: Collection>(
    _ changes: Changes, _ sidecar: Sidecar
  ) where Changes.Element == (key: String, value: PropertyListValue?) {
    let sequence = session.sequence + 1
    session.sequence = sequence
    state.withLock { state in
      for (name, value) in changes { state.values[name] = value }
      state.sequence = sequence
      sidecar.word = sequence
    }
    sidecar.isWriting = false
    if broadcaster.hasAudience {
      broadcaster.enqueue(StoreChange(keys: Set(changes.lazy.map(\.key)).subtracting([KeyName.record]), origin: .local))
    }
  }
}

/// One change as the changes of a commit.
private struct SingleChange: RandomAccessCollection {
  let name: String
  let value: PropertyListValue?

  var startIndex: Int { 0 }
  var endIndex: Int { 1 }

  subscript(position: Int) -> (key: String, value: PropertyListValue?) { (name, value) }
}
