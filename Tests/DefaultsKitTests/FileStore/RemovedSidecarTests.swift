import Foundation
import XCTest

@testable import DefaultsKit

/// The sidecar is removed while something waits in it.
final class RemovedSidecarTests: FileStoreTestCase {
  /// Two stores as of two processes: the first has set what the second has not read.
  private func makeStores(log: FaultLog = FaultLog()) throws -> (writer: PropertyListStore, other: PropertyListStore) {
    let writer = try makeStore(log: log, isQuiet: true)
    try writer.setValue(1, forKey: "a")
    try writer.setValue("kept", forKey: "b")
    try writer.setValue("removed", forKey: "c")
    try writer.flush()
    let other = try makeStore(log: log, isQuiet: true)
    XCTAssertEqual(try other.value(forKey: "a"), 1)
    try writer.transaction { transaction in
      transaction["a"] = 2
      transaction["c"] = nil
      transaction["d"] = "waits"
    }
    return (writer, other)
  }

  private static let expected: [String: PropertyListValue] = ["a": 2, "b": "kept", "d": "waits"]

  private func values(_ store: PropertyListStore) throws -> [String: PropertyListValue] {
    try store.engine.read { $0.values }
  }

  func testWhoeverHasItOpenCarriesOverWhatWaitedInIt() throws {
    for byOther in [false, true] {
      try moveToNewFolder()
      let log = FaultLog()
      let (writer, other) = try makeStores(log: log)
      try FileManager.default.removeItem(at: sidecar)
      let (first, second) = byOther ? (other, writer) : (writer, other)
      try first.flush()
      var plist = try XCTUnwrap(foundationValues() as? [String: Any])
      plist["$defaultskit"] = nil
      XCTAssertEqual(plist as NSDictionary, ["a": 2, "b": "kept", "d": "waits"])
      for store in [first, second, try makeStore(isQuiet: true)] {
        XCTAssertEqual(try values(store), Self.expected)
      }
      try second.flush()
      try second.setValue(3, forKey: "a")
      XCTAssertEqual(try first.value(forKey: "a"), 3)
      XCTAssertEqual(log.codes, [])
    }
  }

  func testASetCarriesItOverToo() throws {
    let (_, other) = try makeStores()
    try FileManager.default.removeItem(at: sidecar)
    try other.setValue(true, forKey: "e")
    let expected = Self.expected.merging(["e": true]) { $1 }
    XCTAssertEqual(try values(other), expected)
    // In the journal: it survives the process.
    XCTAssertEqual(try values(makeStore(isQuiet: true)), expected)
  }

  func testWithThePlistGoneTooNothingIsLost() throws {
    let (_, other) = try makeStores()
    try FileManager.default.removeItem(at: sidecar)
    try FileManager.default.removeItem(at: file)
    try other.flush()
    XCTAssertEqual(try values(other), Self.expected)
    XCTAssertEqual(try foundationValues()["d"] as? String, "waits")
  }

  func testWhatOthersSetLaterIsNotSetBack() throws {
    let (writer, _) = try makeStores()
    try FileManager.default.removeItem(at: sidecar)
    let newcomer = try makeStore(isQuiet: true)
    try newcomer.setValue(3, forKey: "a")
    try writer.flush()
    for store in [writer, newcomer] {
      XCTAssertEqual(try values(store), ["a": 3, "b": "kept", "d": "waits"])
    }
  }

  func testWhereOthersWroteThePlistMeanwhileItIsCopiedAsideAndReported() throws {
    let log = FaultLog()
    let (writer, _) = try makeStores(log: log)
    let journal = try Data(contentsOf: sidecar).dropFirst(Sidecar.journalStart)
    try FileManager.default.removeItem(at: sidecar)
    let newcomer = try makeStore(isQuiet: true)
    try newcomer.setValue(3, forKey: "a")
    try newcomer.flush()
    try writer.flush()
    XCTAssertEqual(try writer.value(forKey: "a"), 3)
    XCTAssertEqual(Set(log.codes), [.fileCorrupted])
    XCTAssertEqual(try Data(contentsOf: folder.appending(path: "Settings.plist.journal.corrupt-1")), journal)
  }

  func testAHoleInASidecarOnAFullDiskEndsNobody() throws {
    guard geteuid() == 0, try mount("-t", "tmpfs", "-o", "size=64k", "none", folder.path) else {
      let store = try makeStore { $0 == .allocate ? .error(ENOSPC) : nil }
      return XCTAssertEqual(try store.keys, [])
    }
    defer { XCTAssertTrue((try? unmount()) == true) }
    try foundationData(["a": 1]).write(to: file)
    XCTAssertTrue(FileManager.default.createFile(atPath: sidecar.path, contents: nil))
    XCTAssertEqual(truncate(sidecar.path, off_t(Sidecar.journalStart)), 0)
    let ballast = folder.appending(path: "ballast")
    let descriptor = open(ballast.path, O_WRONLY | O_CREAT, 0o600)
    let page = [UInt8](repeating: 1, count: 4096)
    while write(descriptor, page, page.count) > 0 {}
    close(descriptor)
    let store = try makeStore(isQuiet: true)
    XCTAssertEqual(try store.value(forKey: "a"), 1)
    assertThrows(.fileUnwritable, try store.setValue(2, forKey: "a"))
    try FileManager.default.removeItem(at: ballast)
    try store.setValue(2, forKey: "a")
    try store.flush()
    XCTAssertEqual(try foundationValues()["a"] as? Int, 2)
  }
}
