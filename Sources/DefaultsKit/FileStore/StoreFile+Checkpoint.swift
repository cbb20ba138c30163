import Foundation

/// A checkpoint writes what memory holds as a plist, and empties the journal that led to it.
///
/// It takes three short turns; the slow work, writing and syncing, is done between them without the lock.
extension StoreFile {
  /// What a checkpoint puts on the disk, as of its first turn.
  private struct Copy {
    var snapshot: Snapshot
    /// The plist that it is meant to replace.
    var identity: FileIdentity
    var sidecar: Sidecar
    var permissions: Snapshot.Permissions
  }

  private enum Step {
    case nothingToDo
    /// The plist holds it all; it remains to sync its name and to empty the journal.
    case isInPlace(sequence: UInt64)
    case write(Copy)
    /// Something stands in the plist's place that may be half of what a tool is writing.
    case wait
  }

  func flush() throws {
    defer { settle() }
    try checkpoint()
    settleCheckpointFaults()
  }

  /// Puts everything into the plist, and the plist on the media.
  ///
  /// It gives up waiting for others at a time of `monotonicSeconds`; nil: never.
  func checkpoint(before deadline: Double? = nil) throws(StoreError) {
    writer.checkIsNotHeld()
    if let deadline {
      guard checkpointing.lock(before: Self.date(of: deadline)) else { throw lateness }
    } else {
      checkpointing.lock()
    }
    defer { checkpointing.unlock() }
    do throws(StoreError) { try putInPlace(before: deadline) } catch {
      keepInJournal(before: deadline)
      throw error
    }
  }

  private func putInPlace(before deadline: Double?) throws(StoreError) {
    var patience = Patience(patience)
    // A plist that changes each time is written by somebody who will not stop.
    for _ in 0..<1000 {
      if let deadline, monotonicSeconds() > deadline { throw lateness }
      switch try turn(before: deadline, { () throws(StoreError) in try copy() }) {
      case .nothingToDo: return
      case .isInPlace(let sequence):
        if try finish(sequence, before: deadline) { return }
      case .write(let copy):
        if let target = try write(copy, before: deadline),
          try finish(copy.snapshot.sequence, target, before: deadline)
        {
          return
        }
      case .wait:
        if patience.isExhausted { throw restless(.maintain) }
        usleep(useconds_t(settlingTime / 20 * 1e6))
      }
    }
    throw .unwritable(url, because: "another program replaces the file again and again")
  }

  private var lateness: StoreError { .unwritable(url, because: "others hold the file, and it is time to end") }

  private static func date(of deadline: Double) -> Date { Date(timeIntervalSinceNow: deadline - monotonicSeconds()) }

  private func turn<Result>(
    before deadline: Double?, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let act = { () -> Swift.Result<Result, StoreError> in
      do throws(StoreError) {
        try self.takeTurn(.maintain, before: deadline)
        defer { self.endTurn() }
        return .success(try body())
      } catch { return .failure(error) }
    }
    guard let deadline else { return try writer.withLock(act).get() }
    guard let result = writer.withLock(before: Self.date(of: deadline), act) else { throw lateness }
    return try result.get()
  }

  private func copy() throws(StoreError) -> Step {
    do throws(SystemError) {
      guard let sidecar = session.sidecar, sidecar.isWritable else {
        // Who may not write has set nothing, but others may have.
        if session.sidecar != nil, session.sequence > session.header.snapshot {
          throw SystemError(call: .access, number: EACCES)
        }
        return .nothingToDo
      }
      var status = try fileSystem.statusIfPresent(file.path)
      let identity = status?.identity ?? .none
      if identity == session.header.identity {
        if session.header.snapshot == session.sequence, identity != .none || session.sequence == 0 {
          if session.offset != Sidecar.journalStart || session.syncFailed {
            return .isInPlace(sequence: session.sequence)
          }
          schedule.clear()
          return .nothingToDo
        }
      } else if identity != .none {
        // Still another after our turn began: what stands there is no property list.
        guard hasSettled(identity, for: settlingTime) else { return .wait }
        guard let reading = try? Snapshot.read(file, url: url, fileSystem), unsettledIdentity(reading) == identity
        else { return .wait }
        try setAsideOrReport(reading, sidecar)
        status = nil
      }
      chooseStoreID()
      let (values, requested) = state.withLock { ($0.values, $0.requestedFormat) }
      let snapshot = Snapshot(
        values: values, storeID: session.storeID, sequence: session.sequence, format: requested ?? session.format)
      let model: FileStatus
      if let status {
        // Who may not read the plist any more must not read it in the sidecar.
        model = status
        try Snapshot.Permissions(status).apply(to: sidecar.descriptor, fileSystem)
      } else {
        model = try fileSystem.status(sidecar.descriptor)
      }
      return .write(
        Copy(
          snapshot: snapshot, identity: status?.identity ?? .none, sidecar: sidecar,
          permissions: Snapshot.Permissions(model)))
    } catch { throw .unwritable(url, error) }
  }

  /// Writes a copy and renames it into place, and returns the path that it has; nil: the plist or the sidecar is another
  /// by now.
  private func write(_ copy: Copy, before deadline: Double?) throws(StoreError) -> String? {
    let bytes: Data
    do { bytes = try copy.snapshot.serialized() } catch {
      throw StoreError(
        code: .fileUnwritable, url: url, underlyingError: error,
        reason: "A value that was set cannot be written as a property list; it stays in the journal beside the file.")
    }
    guard bytes.count <= Snapshot.sizeLimit else {
      throw .unwritable(url, because: "the file would be larger than one gigabyte; all of it stays in the journal")
    }
    let number = UInt64.random(in: 1...UInt64.max)
    let path = file.temporaryPath(number)
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try Snapshot.write(bytes, toNew: path, copy.permissions, fileSystem)
    } catch { throw .unwritable(url, error) }
    defer { fileSystem.close(descriptor) }
    do throws(StoreError) {
      return try turn(before: deadline) { () throws(StoreError) in
        do throws(SystemError) {
          guard session.sidecar === copy.sidecar, try plistIdentity() == copy.identity,
            try fileSystem.statusIfPresent(path, followingLinks: false) != nil
          else {
            try? fileSystem.unlink(path)
            return nil
          }
          return try replace(with: path, number, descriptor, copy)
        } catch { throw .unwritable(url, error) }
      }
    } catch {
      try? fileSystem.unlink(path)
      throw error
    }
  }

  private func replace(
    with path: String, _ number: UInt64, _ descriptor: Int32, _ copy: Copy
  ) throws(SystemError) -> String {
    var target = try linkedPath() ?? file.path
    // Said before: whoever comes after us, should we be killed, can tell whether it was renamed.
    session.header.next = copy.snapshot.sequence
    session.header.temporary = number
    writeHeader()
    do throws(SystemError) {
      do throws(SystemError) { try fileSystem.rename(path, to: target) } catch {
        // A link to another volume can't be kept.
        guard error.number == EXDEV, target != file.path else { throw error }
        target = file.path
        try fileSystem.rename(path, to: target)
      }
    } catch {
      // Taken back before the file is removed: it is by its absence that the next one tells that it was renamed.
      session.header.next = 0
      writeHeader()
      try? fileSystem.unlink(path)
      throw error
    }
    // After the rename, which changes the time of the last change; by the descriptor, as a name can be anybody's.
    session.header.identity = try fileSystem.status(descriptor).identity
    session.header.snapshot = copy.snapshot.sequence
    session.header.next = 0
    writeHeader()
    session.format = copy.snapshot.format
    session.snapshotSize = Int(session.header.identity.size)
    session.unsettled = nil
    return target
  }

  /// Where a symbolic link leads that was put in the plist's place since it was opened; nil: there is none.
  private func linkedPath() throws(SystemError) -> String? {
    guard try fileSystem.statusIfPresent(file.path, followingLinks: false)?.kind == .symbolicLink else { return nil }
    return try? fileSystem.resolve(file.path)
  }

  /// Has the journal hold everything, where the plist is gone and another cannot be put in its place.
  ///
  /// Else all that it held were in the memory of processes alone, and gone with them.
  private func keepInJournal(before deadline: Double?) {
    if isGone { return }  // all of it was removed: nothing must be made where it was
    let act = {
      guard (try? self.takeTurn(.commit, before: deadline)) != nil else { return }
      defer { self.endTurn() }
      self.keepInJournal()
    }
    if let deadline { _ = writer.withLock(before: Self.date(of: deadline), act) } else { writer.withLock(act) }
  }

  private func keepInJournal() {
    guard let sidecar = session.sidecar, sidecar.isWritable, session.header.identity != .none,
      session.wholeEpoch != session.epoch, let identity = try? plistIdentity(), identity != session.header.identity
    else { return }
    do throws(SystemError) {
      try append(.whole, allValues(), sidecar)
      session.wholeEpoch = session.epoch
    } catch {}  // as full as the disk is: what the journal held before is still there
  }

  /// Syncs the plist's name, then empties the journal, unless something was set meanwhile; false: start again.
  private func finish(
    _ sequence: UInt64, _ path: String? = nil, before deadline: Double?
  ) throws(StoreError) -> Bool {
    do throws(SystemError) {
      try fileSystem.syncFolder(file.folder)
      if let path, path != file.path { try fileSystem.syncFolder(ResolvedFile.folder(of: path)) }
    } catch { throw .unwritable(url, error) }
    return try turn(before: deadline) { () throws(StoreError) in
      do throws(SystemError) {
        guard let sidecar = session.sidecar, sidecar.isWritable else { return true }
        // Who set it meanwhile has a checkpoint of its own before it.
        if session.sequence > sequence { return session.header.snapshot >= sequence }
        guard try plistIdentity() == session.header.identity, session.header.snapshot >= sequence else { return false }
        if session.offset != Sidecar.journalStart || session.syncFailed { try emptyJournal(sidecar) }
        removeAbandonedSnapshots()
        schedule.clear()
        return true
      } catch { throw .unwritable(url, error) }
    }
  }

  /// Removes what checkpoints left whose process was killed before it said which name it would rename.
  ///
  /// In a turn, when nobody is between saying so and renaming; one that is still being written is locked.
  private func removeAbandonedSnapshots() {
    guard let names = try? fileSystem.names(in: file.folder) else { return }
    for path in names.lazy.filter(file.isTemporary).map(file.sibling) {
      guard let descriptor = try? fileSystem.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { continue }
      defer { fileSystem.close(descriptor) }
      do throws(SystemError) {
        try fileSystem.tryLock(descriptor)
        try fileSystem.unlink(path)
      } catch {}
    }
  }
}
