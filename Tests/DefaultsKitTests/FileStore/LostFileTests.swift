import Foundation
import XCTest

@testable import DefaultsKit

/// The plist is gone while what was set last stands in the journal.
final class LostFileTests: FileStoreTestCase {
  /// Leaves a file with `base`, and a journal with `last`, and nobody who has them in memory.
  private func leaveJournal(_ end: (PropertyListStore) throws -> Void = { _ in }) throws {
    let store = try makeStore(isQuiet: true)
    try store.setValue("base", forKey: "base")
    try store.flush()
    try store.setValue("last", forKey: "last")
    try end(store)
  }

  func testWhatTheJournalHoldsIsKeptAndTheLossIsReportedOnce() throws {
    try leaveJournal()
    try FileManager.default.removeItem(at: file)
    let log = FaultLog()
    let store = try makeStore(log: log)
    XCTAssertEqual(try store.keys, ["last"])
    XCTAssertEqual(log.codes, [.fileCorrupted])
    XCTAssertEqual(log.errors.first?.url, file)
    try store.flush()
    XCTAssertEqual(try makeStore(log: log).keys, ["last"])
    XCTAssertEqual(log.codes, [.fileCorrupted])
  }

  func testAFileThatWasDeletedAtRestIsANewBeginningAndNoFault() throws {
    try leaveJournal { try $0.flush() }
    try FileManager.default.removeItem(at: file)
    let log = FaultLog()
    let store = try makeStore(log: log, isQuiet: true)
    XCTAssertEqual(try store.keys, [])
    try store.setValue("new", forKey: "new")
    XCTAssertEqual(try makeStore(log: log, isQuiet: true).keys, ["new"])
    XCTAssertEqual(log.codes, [])
  }

  func testWhereNoOtherCanBePutInItsPlaceTheJournalHoldsEverything() throws {
    for obstacle in ["folder", "full disk"] {
      try moveToNewFolder()
      let isFull = Locked(false)
      var store: PropertyListStore? = try makeStore(isQuiet: true) { call in
        call == .sync && isFull.withLock { $0 } ? .error(ENOSPC) : nil
      }
      try store?.setValue("base", forKey: "base")
      try store?.setValue(["deep": [1, 2]], forKey: "tree")
      try store?.flush()
      try FileManager.default.removeItem(at: file)
      if obstacle == "folder" { try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false) }
      isFull.withLock { $0 = true }
      try store?.setValue("last", forKey: "last")
      for _ in 0..<2 {
        assertThrows(obstacle == "folder" ? .fileUnreadable : .fileUnwritable, try store?.flush())
        // Others take part in it as in any commit.
        let other = try? makeStore(isQuiet: true)
        if obstacle != "folder" { XCTAssertEqual(try other?.value(forKey: "base"), "base") }
      }
      try store?.setValue("later", forKey: "later")
      try store?.setValue(nil, forKey: "tree")
      store = nil
      if obstacle == "folder" { try FileManager.default.removeItem(at: file) }

      let log = FaultLog()
      let next = try makeStore(log: log, isQuiet: true)
      XCTAssertEqual(try next.keys, ["base", "last", "later"], obstacle)
      XCTAssertEqual(log.codes, [], obstacle)
      try next.flush()
      XCTAssertEqual(try journalLength(), 0, obstacle)
      XCTAssertEqual(try foundationValues()["base"] as? String, "base", obstacle)
      XCTAssertEqual(try visibleNames(), [], obstacle)
    }
  }

  func testAFileThatIsPutBackIsTheBaseOfAJournalThatHoldsEverything() throws {
    let moved = folder.appending(path: "moved")
    try leaveJournal { store in
      try FileManager.default.moveItem(at: file, to: moved)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      assertThrows(.fileUnreadable, try store.flush())
    }
    try FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: moved, to: file)
    let log = FaultLog()
    XCTAssertEqual(try makeStore(log: log).keys, ["base", "last"])
    XCTAssertEqual(log.codes, [])
  }

  func testAnotherPlistThatWasTakenInAndIsGoneTooIsKeptAsWell() throws {
    let isFull = Locked(false)
    var store: PropertyListStore? = try makeStore(isQuiet: true) { call in
      call == .sync && isFull.withLock { $0 } ? .error(ENOSPC) : nil
    }
    try store?.setValue("base", forKey: "base")
    try store?.flush()
    isFull.withLock { $0 = true }
    for name in ["first", "second"] {
      try FileManager.default.removeItem(at: file)
      assertThrows(.fileUnwritable, try store?.flush())
      try replaceFile(with: foundationData([name: "foreign"]))
      assertThrows(.fileUnwritable, try store?.flush())
    }
    try FileManager.default.removeItem(at: file)
    assertThrows(.fileUnwritable, try store?.flush())
    store = nil
    let log = FaultLog()
    XCTAssertEqual(try makeStore(log: log).value(forKey: "second"), "foreign")
    XCTAssertEqual(log.codes, [])
  }

  func testAProcessThatIsBehindTakesInWhatTheJournalHolds() throws {
    for end in ["removed", "torn"] {
      try moveToNewFolder()
      let log = FaultLog()
      let behind = try makeStore(log: log, isQuiet: true)
      try behind.setValue("old", forKey: "old")
      try behind.flush()
      do {
        try replaceFile(with: foundationData(["old": "foreign"]))
        let writer = try makeStore(isQuiet: true)
        try writer.setValue("new", forKey: "new")
      }
      try replaceFile(with: Data("<".utf8))
      if end == "removed" { try FileManager.default.removeItem(at: file) }
      XCTAssertEqual(try behind.value(forKey: "new"), "new", end)
      XCTAssertEqual(try behind.value(forKey: "old"), "old", end)
      try behind.flush()
      XCTAssertEqual(try foundationValues()["new"] as? String, "new", end)
      XCTAssertTrue(log.codes.contains(.fileCorrupted), "what the other plist held is lost: \(end)")
    }
  }

  func testAPlistThatIsDestroyedWithItsSidecarIsWrittenBackFromMemory() throws {
    for end in ["torn", "torn and set", "empty", "folder", "removed"] {
      try moveToNewFolder()
      let log = FaultLog()
      var store: PropertyListStore? = try makeStore(log: log, isQuiet: true)
      try store?.setValue("kept", forKey: "kept")
      try store?.flush()
      try FileManager.default.removeItem(at: sidecar)
      try FileManager.default.removeItem(at: file)
      switch end {
      case "empty": try Data().write(to: file)
      case "folder": try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      case "removed": break
      default: try Data("<".utf8).write(to: file)
      }
      if end == "torn and set" { try store?.setValue("set", forKey: "set") }
      if end == "folder" { XCTAssertThrowsError(try store?.flush()) } else { try store?.flush() }
      XCTAssertEqual(try store?.value(forKey: "kept"), "kept", end)
      store = nil
      if end == "folder" { try FileManager.default.removeItem(at: file) }
      let next = try makeStore(log: log, isQuiet: true)
      XCTAssertEqual(try next.value(forKey: "kept"), "kept", end)
      try next.flush()
      XCTAssertEqual(try foundationValues()["kept"] as? String, "kept", end)
      let isSetAside = !["folder", "removed"].contains(end)
      XCTAssertEqual(try visibleNames(), isSetAside ? ["Settings.plist.corrupt-1"] : [], end)
      XCTAssertEqual(log.codes, isSetAside ? [.fileCorrupted] : [], end)
    }
  }

  func testASnapshotThatIsGoneBeforeItWasRenamedIsNotTakenForTheRenamedOne() throws {
    try leaveJournal()
    try changeHeader { header in
      header.next = header.snapshot + 1
      header.temporary = 0x1234
    }
    let store = try makeStore(isQuiet: true)
    XCTAssertEqual(try store.keys, ["base", "last"])
  }

  func testARenamedSnapshotWhoseHeaderWasNotWrittenIsTheBase() throws {
    try leaveJournal { store in
      let before = try journalLength()
      try store.flush()
      XCTAssertGreaterThan(before, 0)
    }
    try changeHeader { header in
      header.next = header.snapshot
      header.snapshot -= 1
      header.temporary = 0x1234
    }
    let log = FaultLog()
    let store = try makeStore(log: log, isQuiet: true)
    XCTAssertEqual(try store.keys, ["base", "last"])
    XCTAssertEqual(log.codes, [])
  }
}
