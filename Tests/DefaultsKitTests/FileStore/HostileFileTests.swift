import Foundation
import XCTest

@testable import DefaultsKit

/// Files that would keep a program waiting, or take all of its memory.
final class HostileFileTests: FileStoreTestCase {
  /// Writes other junk into the file each time that the engine looks at it.
  private func restless(while isRestless: Locked<Bool>) -> @Sendable (FileSystem.Call) -> FileSystem.Fault? {
    let count = Locked(0)
    let path = file.path
    return { call in
      guard call == .status, isRestless.withLock({ $0 }) else { return nil }
      let number = count.withLock { count in (count += 1, count).1 }
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      let junk = Array("junk \(number)".utf8)
      _ = write(descriptor, junk, junk.count)
      close(descriptor)
      return nil
    }
  }

  func testAFileThatKeepsChangingAndIsNoPropertyListIsUnreadableUntilItIsOne() throws {
    for isReadOnly in [false, true] {
      try moveToNewFolder()
      let isRestless = Locked(true)
      let change = restless(while: isRestless)
      let fault: @Sendable (FileSystem.Call) -> FileSystem.Fault? = { call in
        isReadOnly && call == .access ? .error(EACCES) : change(call)
      }
      XCTAssertThrowsError(try makeStore(settlingTime: 0.5, patience: 0.1, fault: fault)) { error in
        XCTAssertEqual((error as? StoreError)?.code, .fileUnreadable)
        XCTAssertTrue("\(error)".contains("keeps changing"), "\(error)")
      }
      XCTAssertEqual(try visibleNames(), [])
      isRestless.withLock { $0 = false }
      try replaceFile(with: foundationData(["a": 1]))
      XCTAssertEqual(try makeStore(fault: fault).value(forKey: "a"), 1)
    }
  }

  func testAFlushGivesUpOnAFileThatKeepsChangingAndNothingIsLost() throws {
    let isRestless = Locked(false)
    let store = try makeStore(
      settlingTime: 0.5, patience: 0.1, isQuiet: true, fault: restless(while: isRestless))
    try store.setValue(1, forKey: "a")
    try store.flush()
    isRestless.withLock { $0 = true }
    try store.setValue(2, forKey: "a")
    assertThrows(.fileUnwritable, try store.flush())
    XCTAssertEqual(try store.value(forKey: "a"), 2)
    isRestless.withLock { $0 = false }
    try replaceFile(with: foundationData(["b": 1]))
    try store.flush()
    XCTAssertEqual(try foundationValues()["a"] as? Int, 2)
    XCTAssertEqual(try foundationValues()["b"] as? Int, 1)
  }

  func testAFileOrASidecarLargerThanMemoryIsUnreadableAndUntouched() throws {
    let size = Int64(100) << 30
    for name in ["Settings.plist", ".Settings.plist.lock"] {
      try moveToNewFolder()
      let url = folder.appending(path: name)
      XCTAssertTrue(FileManager.default.createFile(atPath: url.path, contents: nil))
      XCTAssertEqual(truncate(url.path, off_t(size)), 0)
      for fault: FileSystem.Call? in [nil, .access] {
        XCTAssertThrowsError(try makeStore(isQuiet: true) { $0 == fault ? .error(EACCES) : nil }) { error in
          XCTAssertEqual((error as? StoreError)?.code, .fileUnreadable)
          XCTAssertEqual(((error as? StoreError)?.underlyingError as? POSIXError)?.code, .EFBIG)
        }
      }
      XCTAssertEqual(try status(url).identity.size, size)
      XCTAssertEqual(try visibleNames(), [])
    }
  }

  func testACopyHasTheBytesOfItsOriginalHolesIncluded() throws {
    let bytes = Data("head".utf8) + Data(count: 300_000) + Data("tail".utf8) + Data(count: 70_000)
    try bytes.write(to: file)
    let copy = folder.appending(path: "copy")
    let descriptors = [open(file.path, O_RDONLY), open(copy.path, O_WRONLY | O_CREAT, 0o600)]
    defer { for descriptor in descriptors { close(descriptor) } }
    XCTAssertEqual(try FileSystem.system.copy(descriptors[0], from: 2, to: descriptors[1]), bytes.count - 2)
    XCTAssertEqual(try Data(contentsOf: copy), bytes.dropFirst(2))
  }

  func testAJournalThatSeemsToHoldARecordAtEachPlaceIsSetAsideWithoutMuchWork() throws {
    // Read as a length, a sequence, an id and a kind in turn: plausible as each of them.
    let word: UInt64 = 1 << 32 | 1 << 19
    do {
      let store = try makeStore(isQuiet: true)
      try store.setValue(1, forKey: "a")
      try store.flush()
    }
    try changeHeader { $0.storeID = word }
    let bytes = withUnsafeBytes(of: word.littleEndian) { Data($0) }
    let journal = Data(repeatElement(bytes, count: 5 << 14).joined())
    try overwrite(sidecar, with: journal, at: Sidecar.journalStart)
    let log = FaultLog()
    let store = try makeStore(log: log, isQuiet: true)
    XCTAssertEqual(try store.value(forKey: "a"), 1)
    XCTAssertEqual(log.codes, [.fileCorrupted])
    XCTAssertEqual(try Data(contentsOf: folder.appending(path: "Settings.plist.journal.corrupt-1")), journal)
    try store.setValue(2, forKey: "a")
    try store.flush()
    XCTAssertEqual(try foundationValues()["a"] as? Int, 2)
  }

  func testALongRecordIsReadAndOneThatIsNothingButAHoleIsNone() throws {
    let text = PropertyListValue.string(String(repeating: "long ", count: 220_000))
    do {
      let store = try makeStore(isQuiet: true)
      // As long a plist, so that the journal may be: else a checkpoint would be made at once.
      try store.setValue(text, forKey: "a")
      try store.flush()
      try store.setValue(text, forKey: "long")
    }
    XCTAssertEqual(try makeStore(isQuiet: true).value(forKey: "long"), text)
    // A header that says that much follows, and a file that has it.
    let size = 2 << 20
    let length = UInt32(size).littleEndian
    let end = Int(try status(sidecar).identity.size)
    let header = try Data(contentsOf: sidecar)[Sidecar.journalStart..<Sidecar.journalStart + JournalRecord.headerSize]
    try overwrite(sidecar, with: withUnsafeBytes(of: length) { Data($0) } + header.dropFirst(4), at: end)
    XCTAssertEqual(truncate(sidecar.path, off_t(end + size)), 0)
    let store = try makeStore(isQuiet: true)
    XCTAssertEqual(try store.value(forKey: "long"), text)
    try store.flush()
    XCTAssertEqual(try journalLength(), 0)
  }

  func testARecordBehindDamageIsFoundHoweverLongItIs() throws {
    do {
      let store = try makeStore(isQuiet: true)
      try store.setValue(1, forKey: "a")
      try store.setValue(.string(String(repeating: "x", count: 100_000)), forKey: "long")
    }
    try overwrite(sidecar, with: Data([0xFF, 0xFF, 0xFF]), at: Sidecar.journalStart + 8)
    let log = FaultLog()
    XCTAssertEqual(try makeStore(log: log, isQuiet: true).keys, [])
    XCTAssertEqual(log.codes, [.fileCorrupted])
    XCTAssertEqual(try visibleNames(), ["Settings.plist.journal.corrupt-1"])
  }
}
