import Foundation
import XCTest

@testable import DefaultsKit

final class ForeignEditTests: FileStoreTestCase {
  func testAFileThatAnotherToolReplacedIsTakenInWithAnExternalChange() async throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "same")
    try store.setValue(1, forKey: "changed")
    try store.setValue(1, forKey: "removed")
    try store.flush()
    var changes = store.changes().makeAsyncIterator()
    try replaceFile(with: foundationData(["same": 1, "changed": 2, "added": 3]))
    let change = await changes.next()
    XCTAssertEqual(change, StoreChange(keys: ["changed", "removed", "added"], origin: .external))
    XCTAssertEqual(try store.keys, ["same", "changed", "added"])
    XCTAssertEqual(try store.value(forKey: "changed"), 2)
  }

  func testItIsTakenInWithinASecondThoughNobodyObserves() throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "a")
    try store.flush()
    for value in 2...4 {
      try replaceFile(with: foundationData(["a": value]))
      try eventually("taken in") { try store.value(forKey: "a") == .integer(Int64(value)) }
      try store.flush()  // what was taken in is written out: the next edit must not meet that
    }
  }

  func testAnEditInPlaceIsTakenIn() throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "a")
    try store.flush()
    try overwrite(file, with: foundationData(["a": 2]), truncating: true)
    try eventually("taken in") { try store.value(forKey: "a") == 2 }
    try store.flush()
    XCTAssertEqual(try visibleNames(), [])
  }

  func testAnEditWhileValuesWaitInTheJournalLosesNeitherSide() throws {
    let store = try makeStore(isQuiet: true)
    try store.setValue(1, forKey: "old")
    try store.flush()
    try store.setValue(1, forKey: "waiting")
    try store.setValue(1, forKey: "both")
    try replaceFile(with: foundationData(["old": 2, "new": 2, "both": 2]))
    try store.flush()
    for values in [try foundationValues()] {
      XCTAssertEqual(values["old"] as? Int, 2)
      XCTAssertEqual(values["new"] as? Int, 2)
      XCTAssertEqual(values["waiting"] as? Int, 1)
      XCTAssertEqual(values["both"] as? Int, 1, "what was set and not yet in a snapshot is applied over the edit")
    }
    XCTAssertEqual(try store.value(forKey: "new"), 2)
    XCTAssertEqual(try makeStore().value(forKey: "waiting"), 1)
  }

  func testAnotherProcessLearnsOfAnEditThatOneTookIn() throws {
    let first = try makeStore(isQuiet: true)
    let second = try makeStore(isQuiet: true)
    try first.setValue(1, forKey: "a")
    try first.flush()
    XCTAssertEqual(try second.value(forKey: "a"), 1)
    try replaceFile(with: foundationData(["a": 2]))
    try first.flush()
    XCTAssertEqual(try second.value(forKey: "a"), 2)
    try second.setValue(3, forKey: "b")
    XCTAssertEqual(try first.value(forKey: "b"), 3)
    XCTAssertEqual(try first.value(forKey: "a"), 2)
  }

  func testHalfOfWhatAToolWritesInPlaceIsWaitedFor() throws {
    let log = FaultLog()
    let store = try makeStore(log: log, settlingTime: 2)
    try store.setValue(1, forKey: "a")
    try store.flush()
    let data = try foundationData(["a": 2, "b": String(repeating: "x", count: 5000)])
    try overwrite(file, with: data.prefix(700), truncating: true)
    // Sets and reads go on meanwhile, by what memory and the journal hold.
    try store.setValue(1, forKey: "meanwhile")
    XCTAssertEqual(try store.value(forKey: "a"), 1)
    try overwrite(file, with: data.dropFirst(700), at: 700)
    try eventually("taken in") { try store.value(forKey: "a") == 2 }
    XCTAssertEqual(try store.value(forKey: "meanwhile"), 1)
    try store.flush()
    XCTAssertEqual(try foundationValues()["meanwhile"] as? Int, 1)
    XCTAssertEqual(try visibleNames(), [])
    XCTAssertEqual(log.codes, [])
  }

  func testWhatStaysBrokenIsSetAsideAndTheLastGoodContentWrittenBack() throws {
    for bytes in [Data(), Data("<plist><dict>".utf8), Data("bplist00".utf8)] {
      try moveToNewFolder()
      let log = FaultLog()
      let store = try makeStore(log: log)
      try store.setValue(1, forKey: "a")
      try store.flush()
      try overwrite(file, with: bytes, truncating: true)
      try eventually("written back") { (try? self.foundationValues()["a"] as? Int) == 1 }
      XCTAssertEqual(try Data(contentsOf: folder.appending(path: "Settings.plist.corrupt-1")), bytes)
      try eventually("reported") { log.codes == [.fileCorrupted] }
      XCTAssertEqual(try store.value(forKey: "a"), 1)
    }
  }

  func testADeletedFileIsWrittenBack() throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "a")
    try store.flush()
    try FileManager.default.removeItem(at: file)
    try eventually("written back") { (try? self.foundationValues()["a"] as? Int) == 1 }
    XCTAssertEqual(try store.value(forKey: "a"), 1)
  }

  func testAFileThatWasMovedAwayIsWrittenBack() throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "a")
    try store.flush()
    try FileManager.default.moveItem(at: file, to: folder.appending(path: "elsewhere"))
    try eventually("written back") { (try? self.foundationValues()["a"] as? Int) == 1 }
  }

  func testWhoOpensADeletedFileWaitsForThoseWhoHaveItOpenToWriteItBack() throws {
    let store = try makeStore(settlingTime: 0.1)
    try store.setValue(1, forKey: "a")
    try store.flush()
    try FileManager.default.removeItem(at: file)
    let other = try makeStore(settlingTime: 1000, isQuiet: true)
    XCTAssertEqual(try other.value(forKey: "a"), 1)
    withExtendedLifetime(store) {}
  }

  func testAFlushWritesBackADeletedFileAtOnce() throws {
    let store = try makeStore(isQuiet: true)
    try store.setValue(1, forKey: "a")
    try store.flush()
    try FileManager.default.removeItem(at: file)
    try store.flush()
    XCTAssertEqual(try foundationValues()["a"] as? Int, 1)
  }

  func testTheSidecarMayBeDeletedAtRestUnderOpenStores() throws {
    let first = try makeStore()
    let second = try makeStore()
    try first.setValue(1, forKey: "a")
    try first.flush()
    XCTAssertEqual(try second.value(forKey: "a"), 1)
    for round: Int64 in 2...6 {
      try FileManager.default.removeItem(at: sidecar)
      let (writer, reader) = round % 2 == 0 ? (first, second) : (second, first)
      try writer.setValue(.integer(round), forKey: "a")
      try eventually("read by the other") { try reader.value(forKey: "a") == .integer(round) }
      try reader.flush()
      XCTAssertEqual(try foundationValues()["a"] as? Int64, round)
    }
  }

  func testAToolsFormOfTheFileIsKept() throws {
    let store = try makeStore(isQuiet: true)
    try store.setValue(1, forKey: "a")
    try store.flush()
    XCTAssertTrue(try Data(contentsOf: file).starts(with: "bplist00".utf8))
    try replaceFile(with: foundationData(["a": 2]))
    try store.setValue(1, forKey: "b")
    try store.flush()
    XCTAssertTrue(try Data(contentsOf: file).starts(with: "<?xml".utf8))
  }

  func testChangedPermissionsAreNoEditAndAreKept() async throws {
    let store = try makeStore(isQuiet: true)
    try store.setValue(1, forKey: "a")
    try store.flush()
    XCTAssertEqual(chmod(file.path, 0o640), 0)
    try store.setValue(2, forKey: "a")
    try store.flush()
    XCTAssertEqual(try status(file).mode, 0o640)
    XCTAssertEqual(try status(sidecar).mode, 0o640, "nobody reads in the sidecar what they may not read in the file")
    XCTAssertEqual(try foundationValues()["a"] as? Int, 2)
  }
}
