import Foundation

/// A sidecar that another program removed while something waited in it: who still has it open carries that over.
extension StoreFile {
  /// What waited in a sidecar that was removed.
  struct Rescue {
    let sidecar: Sidecar
    let storeID: UInt64
    /// The sequence of the plist that the changes were made to.
    let snapshot: UInt64
    let changes: [(name: String, value: PropertyListValue?)]
  }

  /// Keeps what waits in a sidecar that was removed; call it with that one's lock, before it is marked as dead.
  func rescue(from sidecar: Sidecar) {
    // Dead already: another process had it open too, and was first.
    guard sidecar.isWritable, sidecar.word < UInt64(Snapshot.sequenceLimit), let header = sidecar.readHeader(),
      header.boot == BootID.current
    else { return }
    do throws(SystemError) {
      var snapshot = header.snapshot
      if header.next != 0, try fileSystem.statusIfPresent(file.temporaryPath(header.temporary)) == nil {
        snapshot = max(snapshot, header.next)
      }
      let waiting = try scan(sidecar).all.filter { $0.sequence > snapshot }
      guard let first = waiting.first else { return }
      session.rescue = Rescue(
        sidecar: sidecar, storeID: first.storeID, snapshot: snapshot,
        changes: (session.rescue?.changes ?? []) + waiting.flatMap(\.changes))
    } catch { note(.unreadable(url, error)) }
  }

  /// What is to be carried over to the present sidecar, on top of a plist and records that it goes with.
  func rescuedChanges(
    over plist: Snapshot?, _ records: [JournalRecord]
  ) throws(SystemError) -> [(name: String, value: PropertyListValue?)] {
    guard let rescue = session.rescue else { return [] }
    if let plist, plist.storeID == rescue.storeID, plist.sequence > rescue.snapshot {
      // Others went on with a sidecar of their own and wrote the plist: which of its values are later nobody knows.
      try keepCopy(of: rescue.sidecar.descriptor, from: Sidecar.journalStart)
      session.rescue = nil
      return []
    }
    let later = Set(records.lazy.flatMap(\.changes).map(\.name))
    return rescue.changes.filter { !later.contains($0.name) }
  }
}
