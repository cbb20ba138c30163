import Foundation

extension StoreFile {
  func transaction<Result>(
    durability: PropertyListStore.Durability, _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    var followUp = FollowUp.none
    defer { settle() }
    try makeGoodAFailedSync(durability)
    let result = try writer.withLock {
      try takeTurn(.commit)
      defer { endTurn() }
      let (result, changes) = try evaluate(body)
      if !changes.isEmpty { followUp = try commit(changes, durability) }
      return result
    }
    try follow(up: followUp)
    return result
  }

  /// Sets a single value; false: what is stored now may not go unkept.
  func set(
    _ value: PropertyListValue?, under name: String, durability: PropertyListStore.Durability,
    ifMayReplace mayReplace: (PropertyListValue) -> Bool
  ) throws -> Bool {
    var followUp = FollowUp.none
    defer { settle() }
    try makeGoodAFailedSync(durability)
    let isDone = try writer.withLock {
      try takeTurn(.commit)
      defer { endTurn() }
      let present = state.withLock { $0.values[name] }
      if present == value { return true }
      if let present, !mayReplace(present) { return false }
      followUp = try commit(SingleChange(name: name, value: value), durability)
      return true
    }
    try follow(up: followUp)
    return isDone
  }

  /// Has the plist hold everything where the journal cannot be trusted on the media, before something is added to it.
  private func makeGoodAFailedSync(_ durability: PropertyListStore.Durability) throws {
    if durability == .media, writer.withLock({ session.syncFailed }) { try checkpoint() }
  }

  /// What a commit leaves to be done without the lock.
  enum FollowUp {
    case none
    /// The journal cannot be trusted on the media: the plist must be.
    case sync
    /// The journal has grown so long that who writes must wait until it is emptied.
    case checkpoint
  }

  private func follow(up followUp: FollowUp) throws {
    switch followUp {
    case .none: break
    case .sync: try flush()
    case .checkpoint: schedule.help()
    }
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
    if durability == .media, session.syncFailed { return .sync }
    return length > 4 * limit ? .checkpoint : .none
  }

  private func appendRecord(
    _ sidecar: Sidecar, _ durability: PropertyListStore.Durability
  ) throws(SystemError) {
    guard session.record.count <= JournalRecord.sizeLimit else { throw SystemError(call: .write, number: EFBIG) }
    if session.hasTail { try cutTail(sidecar) }
    let start = session.offset
    try append(sidecar)
    guard durability == .media, !session.syncFailed else { return }
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
