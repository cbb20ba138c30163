import Foundation
import Synchronization
import XCTest

@testable import DefaultsKit

final class FailingSystemCallTests: FileStoreTestCase {
  /// Makes one call of a kind fail, or all from one on.
  private final class Faults: Sendable {
    private let counts = Locked<[FileSystem.Call: Int]>([:])
    private let plan: @Sendable (FileSystem.Call, Int) -> FileSystem.Fault?

    init(_ plan: @escaping @Sendable (FileSystem.Call, Int) -> FileSystem.Fault? = { _, _ in nil }) { self.plan = plan }

    var all: [FileSystem.Call: Int] { counts.withLock { $0 } }

    func next(_ call: FileSystem.Call) -> FileSystem.Fault? {
      let number = counts.withLock { counts in
        counts[call, default: 0] += 1
        return counts[call] ?? 0
      }
      return plan(call, number)
    }
  }

  private static let errors = [EIO, ENOSPC, EROFS, EACCES, EDQUOT, ENOMEM]

  func testACallThatThrowsHasChangedNothingAndTheNextOneWorks() throws {
    let calls = Faults()
    XCTAssertEqual(try runScript(calls, .process), 0)
    for (call, count) in calls.all.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for number in 1...count where Self.thoroughness > 1 || number % 5 == Int.random(in: 0...4, using: &generator) {
        let errors =
          Self.thoroughness > 1 ? Self.errors : [Self.errors[Int.random(in: 0..<Self.errors.count, using: &generator)]]
        for error in errors {
          let faults = Faults { $0 == call && $1 == number ? .error(error) : nil }
          XCTAssertLessThanOrEqual(try runScript(faults, .process), 2, "\(call) \(number) \(error)")
        }
      }
    }
  }

  func testADurableCallThatThrowsHasChangedNothingAndTheNextOneWorks() throws {
    let calls = Faults()
    XCTAssertEqual(try runScript(calls, .media), 0)
    for call in [FileSystem.Call.dataSync, .sync, .write, .truncate] {
      for number in 1...(calls.all[call] ?? 1) {
        let faults = Faults { $0 == call && $1 == number ? .error(EIO) : nil }
        XCTAssertLessThanOrEqual(try runScript(faults, .media), 2, "\(call) \(number)")
      }
    }
  }

  func testASignalStopsNothing() throws {
    let calls = Faults()
    _ = try runScript(calls, .process)
    for call in calls.all.keys {
      let faults = Faults { $0 == call && $1 % 3 == 1 ? .error(EINTR) : nil }
      XCTAssertEqual(try runScript(faults, .process), 0, "\(call)")
    }
  }

  func testShortCountsLoseNothing() throws {
    for limit in [1, 7, 100] {
      let faults = Faults { call, _ in call == .write || call == .read ? .shortCount(limit) : nil }
      XCTAssertEqual(try runScript(faults, .process), 0)
    }
  }

  func testAPropertysSetThatIsLostIsReportedEachTimeTheDiskIsFullAnew() throws {
    let isFull = Locked(false)
    let log = FaultLog()
    let store = try makeStore(log: log, isQuiet: true) { call in
      call == .write && isFull.withLock { $0 } ? .error(ENOSPC) : nil
    }
    let first = Stored(wrappedValue: 0, "first", store: store)
    let second = Stored(wrappedValue: 0, "second", store: store)
    let successes: [() throws -> Void] = [
      { second.wrappedValue += 1 }, { try second.projectedValue.update { $0 += 1 } },
      { try store.transaction { $0["other"] = .real(.random(in: 0..<1)) } },
      { try store.setValue(.real(.random(in: 0..<1)), forKey: "other") },
    ]
    for (round, succeed) in successes.enumerated() {
      isFull.withLock { $0 = true }
      for _ in 0..<3 { first.wrappedValue = round + 1 }
      XCTAssertEqual(log.errors.map(\.key), Array(repeating: "first", count: round + 1))
      XCTAssertEqual(Set(log.codes), [.fileUnwritable])
      isFull.withLock { $0 = false }
      try succeed()
    }
    XCTAssertEqual(first.wrappedValue, 0)
  }

  func testACheckpointThatFailsIsReportedOnceUntilOneSucceeds() throws {
    let isFull = Locked(true)
    let log = FaultLog()
    let store = try makeStore(log: log) { call in call == .rename && isFull.withLock { $0 } ? .error(EDQUOT) : nil }
    for round in 1...2 {
      isFull.withLock { $0 = true }
      try store.setValue(.integer(Int64(round)), forKey: "a")
      try eventually("reported") { log.codes.count == round }
      for other in 1...5 { try store.setValue(.integer(Int64(other)), forKey: "b\(round)") }
      XCTAssertThrowsError(try store.flush())
      isFull.withLock { $0 = false }
      try store.flush()
    }
    XCTAssertEqual(log.codes, [.fileUnwritable, .fileUnwritable])
    XCTAssertEqual(log.errors.map(\.key), [nil, nil])
  }

  func testEverySetOnAFullDiskThrowsUntilThereIsRoomAgain() throws {
    let isFull = Locked(false)
    // What fits is written, as a disk would: the rest fails.
    let writes = Atomic<Int>(0)
    let store = try makeStore(isQuiet: true) { call in
      guard call == .write, isFull.withLock({ $0 }) else { return nil }
      return writes.wrappingAdd(1, ordering: .relaxed).newValue % 2 == 0 ? .error(ENOSPC) : .shortCount(5)
    }
    try store.setValue(1, forKey: "a")
    isFull.withLock { $0 = true }
    for value: Int64 in 2...20 {
      assertThrows(.fileUnwritable, try store.setValue(.integer(value), forKey: "a"))
      XCTAssertEqual(try store.value(forKey: "a"), 1)
      // Quiet, as it would write the plist while the store that has no room is slow.
      XCTAssertEqual(try makeStore(isQuiet: true).value(forKey: "a"), 1)
    }
    assertThrows(.fileUnwritable, try store.flush())
    isFull.withLock { $0 = false }
    try store.setValue(3, forKey: "a")
    try store.flush()
    XCTAssertEqual(try foundationValues()["a"] as? Int, 3)
    XCTAssertEqual(try names(), [".Settings.plist.lock", "Settings.plist"])
  }

  func testARecordThatFailedAndCannotBeCutOffCountsForNobody() throws {
    let isBroken = Locked(false)
    let store = try makeStore(durability: .media) { call in
      [.truncate, .dataSync].contains(call) && isBroken.withLock { $0 } ? .error(EIO) : nil
    }
    try store.setValue(1, forKey: "a")
    isBroken.withLock { $0 = true }
    assertThrows(.fileUnwritable, try store.setValue(2, forKey: "a"))
    XCTAssertEqual(try store.value(forKey: "a"), 1)
    XCTAssertEqual(try makeStore().value(forKey: "a"), 1)
    isBroken.withLock { $0 = false }
    XCTAssertEqual(try store.value(forKey: "a"), 1)
    try store.setValue(3, forKey: "a")
    XCTAssertEqual(try makeStore().value(forKey: "a"), 3)
    try store.flush()
  }

  func testAFailedSyncOfTheJournalIsMadeGoodByThePlist() throws {
    let fails = Locked(false)
    let store = try makeStore(durability: .media, isQuiet: true) { call in
      call == .dataSync && fails.withLock { fails in (fails, fails = false).0 } ? .error(EIO) : nil
    }
    try store.setValue(0, forKey: "before")
    fails.withLock { $0 = true }
    assertThrows(.fileUnwritable, try store.setValue(1, forKey: "a"))
    // Not by another sync of the journal, which may have forgotten what it lost.
    try store.setValue(2, forKey: "a")
    XCTAssertEqual(try foundationValues()["before"] as? Int, 0)
    XCTAssertEqual(try makeStore().value(forKey: "a"), 2)
    XCTAssertFalse(store.engine.writer.withLock { store.engine.session.syncFailed })
  }

  func testAFailedSyncOfAJournalThatHoldsNothingElseIsMadeGood() throws {
    let fails = Locked(true)
    let store = try makeStore(durability: .media, isQuiet: true) { call in
      call == .dataSync && fails.withLock { fails in (fails, fails = false).0 } ? .error(EIO) : nil
    }
    assertThrows(.fileUnwritable, try store.setValue(1, forKey: "a"))
    XCTAssertNil(try store.value(forKey: "a"))
    try store.setValue(2, forKey: "a")
    XCTAssertEqual(try makeStore().value(forKey: "a"), 2)
  }

  func testADurableSetThatThrowsChangedNothingThoughOthersSetWhileAFailedSyncWasMadeGood() throws {
    // 0: all is well; 1: the journal's sync fails; 2: somebody sets while the folder is synced; 3: nothing is synced.
    let phase = Locked(0)
    let other = Locked<PropertyListStore?>(nil)
    let syncs = Locked(0)
    let store = try makeStore(durability: .media, isQuiet: true) { call in
      switch (phase.withLock { $0 }, call) {
      case (1, .dataSync), (3, .sync): return .error(EIO)
      case (2, .sync):
        // The second sync of a checkpoint is the folder's.
        guard syncs.withLock({ syncs in (syncs += 1, syncs == 2).1 }) else { return nil }
        phase.withLock { $0 = 3 }
        do { try other.withLock { $0 }?.setValue("meanwhile", forKey: "b") } catch { XCTFail("\(error)") }
        return nil
      default: return nil
      }
    }
    other.withLock { $0 = PropertyListStore(engine: store.engine, url: file) }
    try store.setValue(1, forKey: "a")
    phase.withLock { $0 = 1 }
    assertThrows(.fileUnwritable, try store.setValue(2, forKey: "a"))
    phase.withLock { $0 = 2 }
    assertThrows(.fileUnwritable, try store.setValue(3, forKey: "a"))
    XCTAssertEqual(phase.withLock { $0 }, 3)
    for reader in [store, try makeStore(isQuiet: true)] {
      XCTAssertEqual(try reader.value(forKey: "a"), 1)
      XCTAssertEqual(try reader.value(forKey: "b"), "meanwhile")
    }
    phase.withLock { $0 = 0 }
    try store.setValue(4, forKey: "a")
    XCTAssertEqual(try makeStore(isQuiet: true).value(forKey: "a"), 4)
  }

  func testADamagedJournalIsCutOnlyAfterItsCopyIsOnTheMedia() throws {
    do {
      let store = try makeStore(isQuiet: true)
      try store.setValue(1, forKey: "a")
      try store.setValue(2, forKey: "b")
    }
    // The first record is no more; the second is.
    try overwrite(sidecar, with: Data([0xFF, 0xFF, 0xFF]), at: Sidecar.journalStart + 8)
    let calls = Locked<[FileSystem.Call]>([])
    let log = FaultLog()
    let store = try makeStore(log: log, isQuiet: true) { call in
      calls.withLock { $0.append(call) }
      return nil
    }
    XCTAssertEqual(log.codes, [.fileCorrupted])
    XCTAssertEqual(try visibleNames(), ["Settings.plist.journal.corrupt-1"])
    let cut = try XCTUnwrap(calls.withLock { $0.lastIndex(of: .truncate) })
    // The copy's bytes, and its name.
    XCTAssertEqual(calls.withLock { $0[..<cut].count { $0 == .sync } }, 2)
    withExtendedLifetime(store) {}
  }

  func testAnErrorAdvisesWhatHelpsAgainstIt() {
    func text(_ number: Int32) -> String {
      StoreError.unreadable(file, SystemError(call: .open, number: number)).description
        + StoreError.unwritable(file, SystemError(call: .write, number: number)).description
    }
    let advice = [
      (EACCES, "Check the permissions"), (EPERM, "Check the permissions"), (ENOSPC, "Make room"),
      (EDQUOT, "Make room"), (EROFS, "read-only"), (EISDIR, "a regular file"), (EINVAL, "a regular file"),
      (EMFILE, "Too many files"), (ENFILE, "Too many files"),
    ]
    for (number, words) in advice {
      XCTAssertEqual(text(number).components(separatedBy: words).count, 3, "twice: \(text(number))")
      if number != EACCES, number != EPERM { XCTAssertFalse(text(number).contains("permissions"), text(number)) }
    }
    XCTAssertFalse(text(EIO).contains("permissions"), text(EIO))
  }

  /// Sets and flushes; after each step this store, and another one, hold what was acknowledged.
  ///
  /// Returns how many calls threw.
  private func runScript(_ faults: Faults, _ durability: PropertyListStore.Durability) throws -> Int {
    try moveToNewFolder()
    var expected: [String: PropertyListValue] = ["before": "x"]
    try PropertyListSerialization.data(fromPropertyList: ["before": "x"], format: .binary, options: 0).write(to: file)
    var failures = 0
    var opened: PropertyListStore?
    for _ in 0..<2 where opened == nil {
      do { opened = try makeStore(durability: durability) { faults.next($0) } } catch {
        let error = try XCTUnwrap(error as? StoreError)
        XCTAssertEqual(error.code, .fileUnreadable)
        XCTAssertNotNil(error.underlyingError)
        failures += 1
      }
    }
    let store = try XCTUnwrap(opened)
    for step in 1...4 {
      var next = expected
      next["step"] = .integer(Int64(step))
      next["text"] = .string(String(repeating: "t", count: step * 20))
      do {
        try store.transaction { transaction in for (name, value) in next { transaction[name] = value } }
        expected = next
      } catch {
        failures += 1
        let error = try XCTUnwrap(error as? StoreError)
        XCTAssertEqual(error.code, .fileUnwritable)
      }
      try check(store, expected, "step \(step)")
      if step % 2 == 0 {
        do {
          try store.flush()
          XCTAssertEqual((try foundationValues()["step"] as? Int64).map { .integer($0) }, expected["step"])
        } catch {
          failures += 1
          XCTAssertEqual((error as? StoreError)?.code, .fileUnwritable)
        }
        try check(store, expected, "flush \(step)")
      }
    }
    do { try store.flush() } catch {
      failures += 1
      try store.flush()
    }
    try check(store, expected, "end")
    XCTAssertEqual(try names(), [".Settings.plist.lock", "Settings.plist"])
    return failures
  }

  private func check(_ store: PropertyListStore, _ expected: [String: PropertyListValue], _ when: String) throws {
    let other = try makeEngine()
    for name in ["before", "step", "text"] {
      var found: PropertyListValue?
      do { found = try store.value(forKey: name) } catch {
        // The one call that fails may be a read; the next works.
        XCTAssertEqual((error as? StoreError)?.code, .fileUnreadable)
        found = try store.value(forKey: name)
      }
      XCTAssertEqual(found, expected[name], when)
      XCTAssertEqual(try other.read { $0.values[name] }, expected[name], "another process, \(when)")
    }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}
