import Foundation

/// Changes of the journal; each keeps what a process that is killed within it leaves behind readable.
extension StoreFile {
  /// Appends a record of the engine's own, and publishes it.
  func append(
    _ kind: JournalRecord.Kind, _ changes: [(name: String, value: PropertyListValue?)], _ sidecar: Sidecar
  ) throws(SystemError) {
    guard sidecar.isWritable else { return publish(session.sequence, sidecar) }
    chooseStoreID()
    if session.hasTail { try cutTail(sidecar) }
    do throws(PropertyListError) {
      try JournalRecord.write(
        to: &session.record, sequence: session.sequence + 1, storeID: session.storeID, kind: kind,
        changes: changes.map { (key: $0.name, value: $0.value) })
    } catch { throw SystemError(call: .write, number: EINVAL) }  // values that were stored can be stored
    guard session.record.count <= JournalRecord.sizeLimit else { throw SystemError(call: .write, number: EFBIG) }
    try append(sidecar)
    publish(session.sequence + 1, sidecar)
  }

  /// Appends the bytes of the record that is ready; on failure the journal is as it was.
  func append(_ sidecar: Sidecar) throws(SystemError) {
    sidecar.isWriting = true
    do throws(SystemError) {
      try fileSystem.write(sidecar.descriptor, session.record.bytes, at: session.offset)
    } catch {
      takeBack(sidecar)
      throw error
    }
    session.offset += session.record.count
  }

  /// Takes back the bytes behind the offset, of a record that was not committed.
  func takeBack(_ sidecar: Sidecar) {
    session.hasTail = true
    do throws(SystemError) { try cutTail(sidecar) } catch {
      // Nobody may take the record for one that counts; memory can be written where the disk cannot.
      sidecar.voidOffset = session.offset
    }
  }

  /// Cuts off what stands behind the last record.
  func cutTail(_ sidecar: Sidecar) throws(SystemError) {
    guard sidecar.isWritable else { return }
    try fileSystem.truncate(sidecar.descriptor, to: session.offset)
    session.hasTail = false
    sidecar.voidOffset = 0
    sidecar.isWriting = false
  }

  /// Empties the journal, whose records the plist holds.
  ///
  /// The epoch comes first: whoever finds it changed reads from the start, and finds the same records or none.
  func emptyJournal(_ sidecar: Sidecar) throws(SystemError) {
    session.header.epoch &+= 1
    writeHeader()
    if sidecar.isWritable { try fileSystem.truncate(sidecar.descriptor, to: Sidecar.journalStart) }
    session.offset = Sidecar.journalStart
    session.epoch = session.header.epoch  // only now: had the cut failed, everything would be read again
    session.hasTail = false
    session.syncFailed = false
    if sidecar.isWritable {
      sidecar.voidOffset = 0
      sidecar.isWriting = false
    }
  }

  /// Chooses the store's id, once in its life.
  func chooseStoreID() {
    if session.header.storeID == 0 {
      session.header.storeID = UInt64.random(in: 1...UInt64(Int64.max))
      writeHeader()
    }
    session.storeID = session.header.storeID
  }

  /// Keeps a copy of a journal that does not fit, and reports it; then empties it, unless told not to.
  func setJournalAside(_ sidecar: Sidecar, cut: Bool = true) throws(SystemError) {
    guard sidecar.isWritable else { return }
    try keepCopy(of: sidecar.descriptor, from: Sidecar.journalStart)
    if cut { try emptyJournal(sidecar) }
  }

  /// Copies what is damaged in a sidecar to a file beside it, and reports it.
  func keepCopy(of descriptor: Int32, from start: Int) throws(SystemError) {
    let path = try freePath("\(file.name).journal.corrupt-")
    let copy = try fileSystem.open(path, O_WRONLY | O_CREAT | O_EXCL)
    defer { fileSystem.close(copy) }
    let copied: Int
    do throws(SystemError) {
      copied = try fileSystem.copy(descriptor, from: start, to: copy)
      if copied > 0 {
        // Before the original is cut: power loss must not take both.
        try fileSystem.sync(copy)
        try fileSystem.syncFolder(file.folder)
      }
    } catch {
      try? fileSystem.unlink(path)
      throw error
    }
    if copied == 0 { try? fileSystem.unlink(path) }
    note(
      StoreError(
        code: .fileCorrupted, url: url,
        reason: "Part of what was set last is lost: the journal beside the file was damaged, or does not belong to it. "
          + (copied == 0 ? "Nothing of it is left." : "Its bytes were copied to \(path).")))
  }

  /// Moves a plist that holds no property list to a free name, where that may be done, and reports it.
  func setAsideOrReport(_ reading: Snapshot.Reading, _ sidecar: Sidecar?) throws(SystemError) {
    let problem: PropertyListError
    switch reading {
    case .corrupt(let error, _): problem = error
    case .empty: problem = PropertyListError(description: "The file is empty, and was not before.")
    case .missing, .snapshot: return
    }
    guard sidecar?.isWritable == true else { return note(.corrupted(url, movedTo: nil, problem)) }
    let path = try freePath("\(file.name).corrupt-")
    try fileSystem.rename(file.path, to: path)
    note(.corrupted(url, movedTo: path, problem))
  }

  private func freePath(_ prefix: String) throws(SystemError) -> String {
    var number = 1
    while try fileSystem.statusIfPresent(file.sibling("\(prefix)\(number)"), followingLinks: false) != nil {
      number += 1
    }
    return file.sibling("\(prefix)\(number)")
  }
}

extension StoreError {
  static func removed(_ url: URL) -> StoreError {
    StoreError(
      code: .fileCorrupted, url: url,
      reason: "The file was removed while what was set last stood in the journal beside it. That is kept; what the "
        + "file held is lost, unless you put the file back from a copy.")
  }

  static func corrupted(_ url: URL, movedTo path: String?, _ problem: PropertyListError) -> StoreError {
    let kept =
      path.map { "Its bytes were moved to \($0)." }
      ?? "Its bytes stay where they are: this process may not move them."
    return StoreError(
      code: .fileCorrupted, url: url, underlyingError: problem,
      reason: "The file is damaged, or no property list. \(kept)")
  }
}
