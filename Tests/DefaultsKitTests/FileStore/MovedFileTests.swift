import Foundation
import XCTest

@testable import DefaultsKit

/// Files that others copy, move or put in each other's place, and a system that has nothing left to give.
final class MovedFileTests: FileStoreTestCase {
  private var copy: URL { folder.appending(path: "copy/Settings.plist") }

  func testACopyOfTheStoreThatWentItsOwnWayTakesNothingThatWasSetHere() throws {
    let store = try makeStore(isQuiet: true)
    try store.setValue("ours", forKey: "a")
    try store.flush()
    try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: file, to: copy)
    do {
      let other = try PropertyListStore(url: copy)
      for number in 0..<6 { try other.setValue(.integer(Int64(number)), forKey: "theirs\(number)") }
      try other.flush()
    }
    for number in 0..<8 { try store.setValue(.integer(Int64(number)), forKey: "k\(number)") }
    XCTAssertEqual(rename(copy.path, file.path), 0)
    try store.flush()
    for number in 0..<8 { XCTAssertEqual(try store.value(forKey: "k\(number)"), .integer(Int64(number))) }
    let values = try foundationValues()
    for number in 0..<8 { XCTAssertEqual(values["k\(number)"] as? Int, number) }
    for number in 0..<6 { XCTAssertEqual(values["theirs\(number)"] as? Int, number) }
  }

  func testASidecarThatWasMovedAwayIsFoundOutAndNothingOfEitherSideIsLost() throws {
    let first = try makeStore(isQuiet: true)
    try first.setValue(1, forKey: "a")
    try first.flush()
    let hidden = folder.appending(path: ".Settings.plist.lock")
    XCTAssertEqual(rename(hidden.path, folder.appending(path: "moved").path), 0)
    try first.flush()
    let second = try makeStore(isQuiet: true)
    try second.setValue(2, forKey: "b")
    try first.setValue(3, forKey: "c")
    try second.flush()
    for store in [first, second] { XCTAssertEqual(try store.keys, ["a", "b", "c"]) }
  }

  func testALinkThatIsPutInTheFilesPlaceStaysOneAndItsTargetIsReplaced() throws {
    let store = try makeStore(isQuiet: true)
    try store.setValue(1, forKey: "a")
    try store.flush()
    let target = folder.appending(path: "elsewhere/Real.plist")
    try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: false)
    XCTAssertEqual(rename(file.path, target.path), 0)
    XCTAssertEqual(symlink("elsewhere/Real.plist", file.path), 0)
    try store.setValue(2, forKey: "b")
    try store.flush()
    XCTAssertEqual(try status(file).kind, .symbolicLink)
    XCTAssertEqual(try foundationValues(target)["a"] as? Int, 1)
    XCTAssertEqual(try foundationValues(target)["b"] as? Int, 2)
    XCTAssertEqual(try journalLength(), 0)
  }

  func testACheckpointMakesNoFolderAgainThatWasRemoved() throws {
    let place = folder.appending(path: "app/Settings.plist")
    let engine = try StoreFile(
      ResolvedFile(url: place, fileSystem: .system), url: place, fileSystem: .system, settlingTime: 0, isQuiet: true)
    let store = PropertyListStore(engine: engine, url: place)
    try store.setValue(1, forKey: "a")
    try store.flush()
    try store.setValue(2, forKey: "a")
    try FileManager.default.removeItem(at: place.deletingLastPathComponent())
    assertThrows(.fileUnwritable, try store.flush())
    XCTAssertFalse(FileManager.default.fileExists(atPath: place.deletingLastPathComponent().path))
    try store.setValue(3, forKey: "b")
    try store.flush()
    XCTAssertEqual(try foundationValues(place)["a"] as? Int, 2)
  }

  func testANewFoldersNameIsOnTheMediaBeforeAnythingIsSetInIt() throws {
    let calls = Locked<[FileSystem.Call]>([])
    let fileSystem = FileSystem { call in
      calls.withLock { $0.append(call) }
      return nil
    }
    let place = folder.appending(path: "one/two/Settings.plist")
    _ = try ResolvedFile(url: place, fileSystem: fileSystem)
    XCTAssertEqual(
      calls.withLock { $0.filter { $0 == .makeFolder || $0 == .sync } }, [.makeFolder, .sync, .makeFolder, .sync])
  }

  func testASetThatThrowsAfterAFailedSyncHasChangedNothing() throws {
    let isFailing = Locked(false)
    let store = try makeStore(durability: .media, isQuiet: true) { call in
      (call == .sync || call == .dataSync) && isFailing.withLock { $0 } ? .error(EIO) : nil
    }
    try store.setValue(1, forKey: "a")
    isFailing.withLock { $0 = true }
    for number in 2...4 as ClosedRange<Int64> {
      XCTAssertThrowsError(try store.setValue(.integer(number), forKey: "a"))
      XCTAssertEqual(try store.value(forKey: "a"), 1)
      XCTAssertEqual(try makeStore(isQuiet: true).value(forKey: "a"), 1)
    }
    isFailing.withLock { $0 = false }
    try store.setValue(5, forKey: "a")
    XCTAssertEqual(try makeStore(isQuiet: true).value(forKey: "a"), 5)
  }

  func testAStoreIsNotTakenForAnEmptyOneWhereTheSystemHasNoDescriptorsLeft() throws {
    let store = try makeStore(isQuiet: true)
    try store.setValue("waits in the journal", forKey: "a")
    for error in [EMFILE, ENFILE, ENOMEM, EIO, ENOLCK] {
      assertThrows(.fileUnreadable, try makeStore(isQuiet: true) { $0 == .open ? .error(error) : nil })
    }
    XCTAssertEqual(try makeStore(isQuiet: true).value(forKey: "a"), "waits in the journal")
  }

  func testAFileWhoseGroupCannotBeKeptIsWrittenAndClosedToOthers() throws {
    try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .binary, options: 0).write(to: file)
    XCTAssertEqual(chmod(file.path, 0o640), 0)
    let store = try makeStore(isQuiet: true) { $0 == .changeOwner ? .error(EPERM) : nil }
    guard geteuid() == 0 else { return XCTAssertEqual(try store.keys, ["a"]) }
    XCTAssertEqual(chown(file.path, 0, 12345), 0)
    try store.setValue(2, forKey: "b")
    try store.flush()
    XCTAssertEqual(try foundationValues()["b"] as? Int, 2)
    XCTAssertEqual(try status(file).mode, 0o600)
  }
}
