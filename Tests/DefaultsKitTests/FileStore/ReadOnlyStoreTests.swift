import Foundation
import XCTest

@testable import DefaultsKit

/// Stores of those who may read and not write: a process of another user where this one is the superuser, who may
/// write everything.
final class ReadOnlyStoreTests: FileStoreTestCase {
  /// Options that make the probe somebody who owns nothing here; without privileges, modes alone do it.
  private var asSomebodyElse: [String] { geteuid() == 0 ? ["--user", "65534"] : [] }

  private func closeFolder() { XCTAssertEqual(chmod(folder.path, geteuid() == 0 ? 0o755 : 0o555), 0) }

  override func tearDownWithError() throws {
    _ = chmod(folder.path, 0o700)
    try super.tearDownWithError()
  }

  private func run(_ arguments: String...) throws -> [String] {
    // The folder above is this test's own, and closed.
    XCTAssertEqual(chmod(folder.deletingLastPathComponent().path, 0o755), 0)
    return try Probe(asSomebodyElse + arguments).finish()
  }

  private func writePlist(_ values: [String: Any], mode: mode_t) throws {
    try foundationData(values).write(to: file)
    XCTAssertEqual(chmod(file.path, mode), 0)
  }

  func testReadingWorksAndSettingThrows() throws {
    try writePlist(["a": 1], mode: 0o644)
    closeFolder()
    XCTAssertEqual(try run("read", file.path, "a"), ["value 1", "done"])
    XCTAssertEqual(try run("set", file.path, "k", "1"), ["error fileUnwritable"])
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), ["Settings.plist"])
  }

  func testReadingGoesThroughTheSidecarWhereItMayBeOpened() throws {
    try writePlist(["a": 1], mode: 0o644)
    let store = try makeStore(isQuiet: true)
    try store.setValue(2, forKey: "a")
    closeFolder()
    XCTAssertGreaterThan(try journalLength(), 0)
    XCTAssertEqual(try run("read", file.path, "a"), ["value 2", "done"])
    XCTAssertEqual(try run("set", file.path, "k", "1"), ["error fileUnwritable"])
    // Read, and left as it was.
    XCTAssertGreaterThan(try journalLength(), 0)
    try store.setValue(3, forKey: "a")
    XCTAssertEqual(try run("read", file.path, "a"), ["value 3", "done"])
    _ = chmod(folder.path, 0o700)
    try store.flush()
  }

  func testWhoReadsForLongSeesEverySetCheckpointAndEditAndANewSidecar() throws {
    try writePlist(["a": 1], mode: 0o644)
    let store = try makeStore(isQuiet: true)
    closeFolder()
    // Its rights are those of when it looks: the writer's folder is opened again below.
    XCTAssertEqual(chmod(folder.deletingLastPathComponent().path, 0o755), 0)
    let reader = try Probe(asSomebodyElse + ["follow", file.path, "a"])
    defer { reader.kill() }
    XCTAssertEqual(reader.nextLine(), "value 1")
    _ = chmod(folder.path, geteuid() == 0 ? 0o755 : 0o700)
    var number: Int64 = 1
    func isSeen(_ change: (Int64) throws -> Void) throws {
      number += 1
      try change(number)
      XCTAssertEqual(reader.nextLine(), "value \(number)")
    }
    for _ in 0..<2 {
      // Set; set again in the same journal; written out, and set; edited; set beside a new sidecar.
      try isSeen { try store.setValue(.integer($0), forKey: "a") }
      try isSeen { try store.setValue(.integer($0), forKey: "a") }
      try store.flush()
      try isSeen { try store.setValue(.integer($0), forKey: "a") }
      try store.flush()
      try isSeen { number in
        try writePlist(["a": number], mode: 0o644)
        store.engine.look()
      }
      try store.flush()
      try FileManager.default.removeItem(at: sidecar)
      try isSeen { try store.setValue(.integer($0), forKey: "a") }
    }
    try store.flush()
  }

  func testAFlushOfWhoMayNotWriteThrowsOnlyWhereSomethingWaits() throws {
    try writePlist(["a": 1], mode: 0o644)
    let isClosed: @Sendable (FileSystem.Call) -> FileSystem.Fault? = { $0 == .access ? .error(EACCES) : nil }
    let reader = try makeStore(isQuiet: true, fault: isClosed)
    try reader.flush()
    let store = try makeStore(isQuiet: true)
    try store.setValue(2, forKey: "a")
    XCTAssertEqual(try reader.value(forKey: "a"), 2)
    assertThrows(.fileUnwritable, try reader.flush())
    try store.flush()
    try reader.flush()
    assertThrows(.fileUnwritable, try reader.setValue(3, forKey: "a"))
  }

  func testAFileThatMayNotBeReadIsUnreadableAndUntouched() throws {
    guard geteuid() == 0 else {
      try writePlist(["a": 1], mode: 0)
      return assertThrows(.fileUnreadable, try makeStore())
    }
    try writePlist(["a": 1], mode: 0o600)
    XCTAssertEqual(chmod(folder.path, 0o777), 0)
    let before = try Data(contentsOf: file)
    XCTAssertEqual(try run("read", file.path, "a"), ["error fileUnreadable"])
    XCTAssertEqual(try run("set", file.path, "a", "1"), ["error fileUnreadable"])
    XCTAssertEqual(try Data(contentsOf: file), before)
  }

  func testAFileOfAnotherUserKeepsItsOwner() throws {
    guard geteuid() == 0 else {
      try writePlist(["a": 1], mode: 0o640)
      let store = try makeStore(isQuiet: true)
      try store.setValue(2, forKey: "a")
      try store.flush()
      for url in [file, sidecar] {
        XCTAssertEqual(try status(url).owner, geteuid())
        XCTAssertEqual(try status(url).mode, 0o640)
      }
      return
    }
    // The superuser writes a user's file: it stays the user's, and so does the sidecar.
    try writePlist(["a": 1], mode: 0o640)
    XCTAssertEqual(chown(file.path, 65534, 65534), 0)
    let store = try makeStore(isQuiet: true)
    try store.setValue(2, forKey: "a")
    try store.flush()
    for url in [file, sidecar] {
      XCTAssertEqual(try status(url).owner, 65534)
      XCTAssertEqual(try status(url).group, 65534)
      XCTAssertEqual(try status(url).mode, 0o640)
    }
    XCTAssertEqual(chown(folder.path, 65534, 65534), 0)
    XCTAssertEqual(try run("increment", file.path, "a", "5"), ["done"])
    XCTAssertEqual(try store.value(forKey: "a"), 7)
    // Another's file is not replaced by one of the writer's own, even where the folder would let them.
    XCTAssertEqual(chown(file.path, 0, 0), 0)
    XCTAssertEqual(chmod(file.path, 0o666), 0)
    XCTAssertEqual(try run("set", file.path, "a", "1"), ["error fileUnwritable"])
    XCTAssertEqual(try status(file).owner, 0)
    try store.flush()
  }

  func testACorruptFileIsReportedAndNotMoved() throws {
    try Data("no property list".utf8).write(to: file)
    XCTAssertEqual(chmod(file.path, 0o644), 0)
    closeFolder()
    XCTAssertEqual(try run("read", file.path, "a"), ["value nil", "done"])
    XCTAssertEqual(try run("set", file.path, "k", "1"), ["error fileUnwritable"])
    XCTAssertEqual(try Data(contentsOf: file), Data("no property list".utf8))
    XCTAssertEqual(try visibleNames(), [])
  }

  func testAMissingFileInAClosedFolderIsAnEmptyStore() throws {
    closeFolder()
    XCTAssertEqual(try run("keys", file.path), ["keys ", "done"])
    XCTAssertEqual(try run("set", file.path, "k", "1"), ["error fileUnwritable"])
  }

  func testAFullDiskThrowsAndTheNextSetWorksOnceThereIsRoom() throws {
    // A disk of 64 KB, where this process may mount one; the same is tried through the seam for everybody.
    guard geteuid() == 0, try mount("-t", "tmpfs", "-o", "size=64k", "none", folder.path) else {
      let store = try makeStore { $0 == .write ? .error(ENOSPC) : nil }
      return assertThrows(.fileUnwritable, try store.setValue(1, forKey: "a"))
    }
    defer { XCTAssertTrue((try? unmount()) == true) }
    let store = try makeStore(isQuiet: true)
    try store.setValue(1, forKey: "a")
    try store.flush()
    try store.setValue("waits in the journal", forKey: "b")
    let ballast = folder.appending(path: "ballast")
    let descriptor = open(ballast.path, O_WRONLY | O_CREAT, 0o600)
    let page = [UInt8](repeating: 1, count: 4096)
    while write(descriptor, page, page.count) > 0 {}
    close(descriptor)
    var failures = 0
    for number in 0..<400 {
      do { try store.setValue(.string(String(repeating: "x", count: 200)), forKey: "k\(number)") } catch {
        XCTAssertEqual((error as? StoreError)?.code, .fileUnwritable)
        XCTAssertEqual(((error as? StoreError)?.underlyingError as? POSIXError)?.code, .ENOSPC)
        XCTAssertNil(try store.value(forKey: "k\(number)"))
        failures += 1
      }
    }
    XCTAssertGreaterThan(failures, 0)
    XCTAssertEqual(try store.value(forKey: "b"), "waits in the journal")
    XCTAssertEqual(try foundationValues()["a"] as? Int, 1)
    // On a slow machine a checkpoint may have come before the disk was full: then every set failed, and none waits.
    if failures < 400 { assertThrows(.fileUnwritable, try store.flush()) }
    try FileManager.default.removeItem(at: ballast)
    try store.setValue(2, forKey: "a")
    try store.flush()
    XCTAssertEqual(try foundationValues()["a"] as? Int, 2)
  }
}
