import Foundation
import XCTest

@testable import DefaultsKit

final class PropertyListStoreOpeningTests: FileStoreTestCase {
  func testAMissingFileIsAnEmptyStoreAndReadingDoesNotCreateIt() throws {
    let store = try PropertyListStore(url: file)
    XCTAssertEqual(try store.keys, [])
    XCTAssertNil(try store.value(forKey: "a"))
    XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
  }

  func testWhatIsSetIsThereForTheNextStoreAndForFoundation() throws {
    do {
      let store = try PropertyListStore(url: file)
      try store.setValue(.integer(3), forKey: "launches")
      try store.setValue("김", forKey: "이름.성/first")
      try store.flush()
    }
    XCTAssertEqual(try foundationValues()["launches"] as? Int, 3)
    XCTAssertEqual(try foundationValues()["이름.성/first"] as? String, "김")
    let store = try PropertyListStore(url: file)
    XCTAssertEqual(try store.value(forKey: "launches"), .integer(3))
    XCTAssertEqual(try store.keys, ["launches", "이름.성/first"])
  }

  func testMissingFoldersAreMadeForTheUserAlone() throws {
    let deep = folder.appending(path: "a/b/Settings.plist")
    let store = try PropertyListStore(url: deep)
    try store.setValue(true, forKey: "x")
    try store.flush()
    XCTAssertEqual(try status(folder.appending(path: "a")).mode, 0o700)
    XCTAssertEqual(try status(folder.appending(path: "a/b")).mode, 0o700)
    XCTAssertEqual(try status(deep).mode, 0o600)
  }

  func testAnExistingFileKeepsItsMode() throws {
    for mode: mode_t in [0o600, 0o640, 0o644] {
      try writeFoundation(["a": 1], to: file)
      XCTAssertEqual(chmod(file.path, mode), 0)
      let store = try PropertyListStore(url: file)
      try store.setValue(.integer(Int64(mode)), forKey: "mode")
      try store.flush()
      XCTAssertEqual(try status(file).mode, mode)
      XCTAssertEqual(try foundationValues()["mode"] as? Int, Int(mode))
      XCTAssertEqual(try status(folder.appending(path: ".Settings.plist.lock")).mode, mode)
      try moveToNewFolder()  // the store may just be looking at what became of its file
    }
  }

  func testASymbolicLinkStaysOneAndItsTargetIsReplaced() throws {
    let target = folder.appending(path: "target/Real.plist")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "target"), withIntermediateDirectories: true)
    try writeFoundation(["a": 1], to: target)
    let link = folder.appending(path: "Link.plist")
    XCTAssertEqual(symlink("target/Real.plist", link.path), 0)
    let store = try PropertyListStore(url: link)
    XCTAssertEqual(try store.value(forKey: "a"), .integer(1))
    try store.setValue(.integer(2), forKey: "a")
    try store.flush()
    XCTAssertEqual(try status(link).kind, .symbolicLink)
    XCTAssertEqual(try foundationValues(target)["a"] as? Int, 2)
  }

  func testOfTwoHardLinksTheOneThatIsOpenedIsReplacedAndTheOtherKeepsItsContent() throws {
    try writeFoundation(["a": 1], to: file)
    let other = folder.appending(path: "Other.plist")
    XCTAssertEqual(link(file.path, other.path), 0)
    let store = try PropertyListStore(url: file)
    XCTAssertEqual(try store.value(forKey: "a"), .integer(1))
    try store.setValue(.integer(2), forKey: "a")
    try store.flush()
    XCTAssertEqual(try foundationValues()["a"] as? Int, 2)
    XCTAssertEqual(try foundationValues(other)["a"] as? Int, 1)
  }

  func testADanglingLinkIsAMissingFileThatIsMadeAtItsTarget() throws {
    let link = folder.appending(path: "Link.plist")
    XCTAssertEqual(symlink("Later.plist", link.path), 0)
    let store = try PropertyListStore(url: link)
    try store.setValue(true, forKey: "a")
    try store.flush()
    XCTAssertEqual(try status(link).kind, .symbolicLink)
    XCTAssertEqual(try foundationValues(folder.appending(path: "Later.plist"))["a"] as? Bool, true)
  }

  func testLinksInACircleAreUnreadable() throws {
    XCTAssertEqual(symlink("b.plist", folder.appending(path: "a.plist").path), 0)
    XCTAssertEqual(symlink("a.plist", folder.appending(path: "b.plist").path), 0)
    assertThrows(.fileUnreadable, try PropertyListStore(url: folder.appending(path: "a.plist")))
  }

  func testTwoStoresOnOneFileAreOneEngineAlsoThroughALink() throws {
    let link = folder.appending(path: "Link.plist")
    XCTAssertEqual(symlink("Settings.plist", link.path), 0)
    let store = try PropertyListStore(url: file)
    let other = try PropertyListStore(url: link)
    let third = try PropertyListStore(url: folder.appending(path: "../\(folder.lastPathComponent)/Settings.plist"))
    XCTAssertTrue(store.engine === other.engine)
    XCTAssertTrue(store.engine === third.engine)
    try store.setValue(.integer(1), forKey: "a")
    XCTAssertEqual(try other.value(forKey: "a"), .integer(1))
  }

  func testNothingIsKeptOfStoresThatAreGone() throws {
    for number in 0..<20 {
      let file = folder.appending(path: "\(number).plist")
      XCTAssertEqual(try PropertyListStore(url: file).keys, [])
    }
    let store = try PropertyListStore(url: file)
    let open = StoreFile.sharedFiles.filter { $0.folder.hasSuffix(folder.lastPathComponent) }
    XCTAssertEqual(open, [store.engine.file])
  }

  func testANameIsUsedUpToTheLimitAndRefusedBeyondIt() throws {
    func name(_ count: Int) -> String { String(repeating: "n", count: count - 8) + "é.plist" }
    let longest = folder.appending(path: name(233))
    let store = try PropertyListStore(url: longest)
    try store.setValue(1, forKey: "a")
    try store.flush()
    XCTAssertEqual(try foundationValues(longest)["a"] as? Int, 1)
    for count in [234, 255, 1000] {
      XCTAssertThrowsError(try PropertyListStore(url: folder.appending(path: name(count)))) { error in
        XCTAssertEqual((error as? StoreError)?.code, .invalidName)
        XCTAssertTrue("\(error)".contains("\(count) bytes"), "\(error)")
        XCTAssertTrue("\(error)".contains("233 at most"), "\(error)")
      }
    }
    XCTAssertEqual(symlink(name(240), folder.appending(path: "Link.plist").path), 0)
    assertThrows(.invalidName, try PropertyListStore(url: folder.appending(path: "Link.plist")))
  }

  func testAFolderInTheFilesPlaceIsUnreadableAndStays() throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    assertThrows(.fileUnreadable, try PropertyListStore(url: file))
    XCTAssertEqual(try status(file).kind, .folder)
  }

  func testAPipeInTheFilesPlaceIsUnreadableAndNobodyWaits() throws {
    XCTAssertEqual(mkfifo(file.path, 0o600), 0)
    assertThrows(.fileUnreadable, try PropertyListStore(url: file))
  }

  func testCorruptBytesAreMovedAsideAndReportedAndTheStoreWorksOn() throws {
    for round in 1...3 {
      let bytes = Data("no property list \(round)".utf8)
      try bytes.write(to: file)
      let log = FaultLog()
      let store = try makeStore(log: log, isQuiet: true)
      XCTAssertEqual(log.codes, [.fileCorrupted])
      XCTAssertEqual(try store.keys, [])
      XCTAssertEqual(try Data(contentsOf: folder.appending(path: "Settings.plist.corrupt-\(round)")), bytes)
      try store.setValue(.integer(Int64(round)), forKey: "round")
      try store.flush()
      XCTAssertEqual(try foundationValues()["round"] as? Int, round)
    }
  }

  func testAFileThatWasDeletedWhileNobodyHadItOpenIsMissingAtOnce() throws {
    do {
      let store = try makeStore(isQuiet: true)
      try store.setValue(1, forKey: "a")
      try store.flush()
    }
    try FileManager.default.removeItem(at: file)
    // Had it to wait for others, it would wait for very long.
    let store = try makeStore(settlingTime: 1000, isQuiet: true)
    XCTAssertEqual(try store.keys, [])
    try store.setValue(2, forKey: "a")
    try store.flush()
    XCTAssertEqual(try foundationValues()["a"] as? Int, 2)
  }

  func testAPropertyListThatIsNoDictionaryIsCorrupt() throws {
    try PropertyListSerialization.data(fromPropertyList: [1, 2], format: .xml, options: 0).write(to: file)
    let log = FaultLog()
    _ = try PropertyListStore(url: file, onError: log.handler)
    XCTAssertEqual(log.codes, [.fileCorrupted])
    XCTAssertEqual(try visibleNames(), ["Settings.plist.corrupt-1"])
  }

  func testAnEmptyFileThatNobodyWroteIsAnEmptyStore() throws {
    try Data().write(to: file)
    let log = FaultLog()
    for _ in 0..<2 { XCTAssertEqual(try makeStore(log: log, settlingTime: 1000, isQuiet: true).keys, []) }
    let store = try PropertyListStore(url: file, onError: log.handler)
    XCTAssertEqual(try store.keys, [])
    try store.setValue(true, forKey: "a")
    try store.flush()
    XCTAssertEqual(log.codes, [])
    XCTAssertEqual(try foundationValues()["a"] as? Bool, true)
    XCTAssertEqual(try visibleNames(), [])
  }

  func testAFileOfALaterReleaseIsRefusedAndUntouched() throws {
    try writeFoundation(["a": 1, "$defaultskit": ["version": 2, "novelty": true]], to: file)
    let bytes = try Data(contentsOf: file)
    assertThrows(.schemaTooNew, try PropertyListStore(url: file))
    XCTAssertEqual(try Data(contentsOf: file), bytes)
    XCTAssertEqual(try visibleNames(), [])
  }

  func testUnknownFieldsOfTheRecordAreCarriedOn() throws {
    try writeFoundation(["$defaultskit": ["version": 1, "novelty": "kept"]], to: file)
    let store = try PropertyListStore(url: file)
    XCTAssertEqual(try store.keys, [])
    try store.setValue(true, forKey: "a")
    try store.flush()
    let record = try XCTUnwrap(try foundationValues()["$defaultskit"] as? NSDictionary)
    XCTAssertEqual(record["novelty"] as? String, "kept")
  }

  func testTheFormStaysAsItIsUnlessAnotherIsAskedFor() throws {
    try writeFoundation(["a": 1], to: file)
    var store: PropertyListStore? = try PropertyListStore(url: file)
    try store?.setValue(true, forKey: "b")
    try store?.flush()
    XCTAssertTrue(try Data(contentsOf: file).starts(with: "<?xml".utf8))
    store = nil
    store = try PropertyListStore(url: file, format: .binary)
    try store?.setValue(true, forKey: "c")
    try store?.flush()
    XCTAssertTrue(try Data(contentsOf: file).starts(with: "bplist00".utf8))
    XCTAssertEqual(try foundationValues()["a"] as? Int, 1)
  }

  func testAnAddressThatNamesNoFileIsUnreadable() throws {
    let url = try XCTUnwrap(URL(string: "https://example.com/a.plist"))
    assertThrows(.fileUnreadable, try PropertyListStore(url: url))
  }

  private func writeFoundation(_ values: [String: Any], to url: URL) throws {
    try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0).write(to: url)
  }
}
