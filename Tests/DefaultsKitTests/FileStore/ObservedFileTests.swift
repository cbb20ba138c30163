import Foundation
import XCTest

@testable import DefaultsKit

/// What is promised of a file holds while somebody observes its store, and for processes that are soon over.
final class ObservedFileTests: FileStoreTestCase {
  func testWhatStaysBrokenIsSetAsideAndWrittenBackThoughSomebodyObserves() throws {
    let log = FaultLog()
    let store = try makeStore(log: log)
    try store.setValue(1, forKey: "a")
    try store.flush()
    let changes = store.changes()
    try overwrite(file, with: Data("junk".utf8), truncating: true)
    try eventually("written back") { (try? self.foundationValues()["a"] as? Int) == 1 }
    XCTAssertEqual(try Data(contentsOf: folder.appending(path: "Settings.plist.corrupt-1")), Data("junk".utf8))
    try eventually("reported") { log.codes == [.fileCorrupted] }
    withExtendedLifetime(changes) {}
  }

  func testADeletedFileIsWrittenBackThoughSomebodyObserves() throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "a")
    try store.flush()
    let changes = store.changes()
    try FileManager.default.removeItem(at: file)
    try eventually("written back") { (try? self.foundationValues()["a"] as? Int) == 1 }
    withExtendedLifetime(changes) {}
  }

  func testWhatAShortProcessSetIsInThePlistAfterItsExitThoughItsOpeningTookInAnEdit() throws {
    XCTAssertEqual(try Probe.run("set-and-exit", file.path, "a", "1"), [])
    for round in 2...4 {
      var values = try XCTUnwrap(foundationValues() as? [String: Any])
      values["edit"] = "edit \(round)"
      try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0).write(
        to: file, options: .atomic)
      XCTAssertEqual(try Probe.run("set-and-exit", file.path, "a", "\(round)"), [])
      XCTAssertEqual(try foundationValues()["a"] as? String, "\(round)")
      XCTAssertEqual(try foundationValues()["edit"] as? String, "edit \(round)")
    }
  }

  func testWhatAShortProcessSetIsInThePlistAfterItsExitThoughTheOneBeforeWasKilled() throws {
    let killed = try Probe(["set", file.path, "k"])
    for _ in 0..<10 { XCTAssertNotNil(killed.nextLine()) }
    killed.kill()
    _ = killed.finish()
    XCTAssertEqual(try Probe.run("set-and-exit", file.path, "a", "1"), [])
    XCTAssertEqual(try foundationValues()["a"] as? String, "1")
    // It counts on from 9 in steps of 100 under this key.
    XCTAssertEqual(try XCTUnwrap(foundationValues()["k9"] as? Int) % 100, 9)
  }
}
