import Foundation

extension StoreFile {
  func transaction<Result>(
    durability: PropertyListStore.Durability, _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    var followUp = FollowUp.none
    defer { settle() }
    let result = try writer.withLock {
      try takeTurn(.commit)
      defer { endTurn() }
      let (result, changes) = try evaluate(body)
      followUp = try commit(changes, durability)
      return result
    }
    switch followUp {
    case .none: break
    case .sync: try flush()
    case .checkpoint: schedule.help()
    }
    return result
  }

  /// What a commit leaves to be done without the lock.
  enum FollowUp {
    case none
    /// The journal cannot be trusted on the media: the plist must be.
    case sync
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

  private func commit(
    _ changes: [String: PropertyListValue?], _ durability: PropertyListStore.Durability
  ) throws(StoreError) -> FollowUp {
    guard !changes.isEmpty, let sidecar = session.sidecar else { return .none }
    do throws(SystemError) {
      if session.hasTail { try cutTail(sidecar) }
      chooseStoreID()
      JournalRecord.write(
        to: &session.record, sequence: session.sequence + 1, storeID: session.storeID, changes: changes)
      guard session.record.count <= JournalRecord.sizeLimit else {
        throw SystemError(call: .write, number: EFBIG)
      }
      let start = session.offset
      try append(sidecar)
      if durability == .media, !session.syncFailed {
        do throws(SystemError) { try sync(sidecar) } catch {
          session.offset = start
          session.syncFailed = true
          takeBack(sidecar)
          throw error
        }
      }
    } catch { throw .unwritable(url, error) }
    publish(changes, sidecar)
    schedule.noteWrite()
    let limit = max(Self.journalLimit, session.snapshotSize)
    let length = session.offset - Sidecar.journalStart
    if length > limit { schedule.hasten() }
    if durability == .media, session.syncFailed { return .sync }
    return length > 4 * limit ? .checkpoint : .none
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

  private func publish(_ changes: [String: PropertyListValue?], _ sidecar: Sidecar) {
    let sequence = session.sequence + 1
    session.sequence = sequence
    state.withLock { state in
      for (name, value) in changes { state.values[name] = value }
      state.sequence = sequence
      sidecar.word = sequence
    }
    sidecar.isWriting = false
    if broadcaster.hasAudience {
      broadcaster.enqueue(StoreChange(keys: Set(changes.keys).subtracting([KeyName.record]), origin: .local))
    }
  }
}
