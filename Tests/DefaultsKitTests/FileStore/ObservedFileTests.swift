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

  func testASetMakesTheFolderThatWasRemoved() throws {
    let place = folder.appending(path: "app/Settings.plist")
    let store = try PropertyListStore(url: place)
    try store.setValue(1, forKey: "a")
    try store.flush()
    try FileManager.default.removeItem(at: place.deletingLastPathComponent())
    try store.setValue(2, forKey: "b")
    try store.flush()
    XCTAssertEqual(try foundationValues(place)["a"] as? Int, 1)
    XCTAssertEqual(try foundationValues(place)["b"] as? Int, 2)
    XCTAssertEqual(try status(place.deletingLastPathComponent()).mode, 0o700)
  }

  func testASetSaysWhyAFolderCannotBeMadeAndWorksOnceItCan() throws {
    let isRefused = Locked(true)
    let fileSystem = FileSystem(fault: { call in
      call == .makeFolder && isRefused.withLock { $0 } ? .error(EACCES) : nil
    })
    let place = folder.appending(path: "not/yet/Settings.plist")
    let engine = try StoreFile(ResolvedFile(url: place, fileSystem: fileSystem), url: place, fileSystem: fileSystem)
    let store = PropertyListStore(engine: engine, url: place)
    XCTAssertEqual(try store.keys, [])
    XCTAssertThrowsError(try store.setValue(1, forKey: "a")) { error in
      XCTAssertEqual((error as? StoreError)?.code, .fileUnwritable)
      XCTAssertEqual(((error as? StoreError)?.underlyingError as? POSIXError)?.code, .EACCES)
    }
    isRefused.withLock { $0 = false }
    try store.setValue(1, forKey: "a")
    try store.flush()
    XCTAssertEqual(try foundationValues(place)["a"] as? Int, 1)
  }
}
