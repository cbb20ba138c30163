import DefaultsKit
import DefaultsKitTesting
import Foundation
import XCTest

/// The laws of a store, for the one that is kept in a file.
class PropertyListStoreConformanceTests: StoreConformance {
  fileprivate let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  /// The file of the store that was made last.
  fileprivate private(set) lazy var file = folder.appendingPathComponent("Defaults.plist")

  override final func makeStore() throws -> any KeyValueStore {
    file = folder.appendingPathComponent(UUID().uuidString).appendingPathComponent("Defaults.plist")
    return try openStore()
  }

  fileprivate func openStore() throws -> PropertyListStore { try PropertyListStore(url: file) }

  override func tearDown() {
    try? FileManager.default.removeItem(at: folder)
    super.tearDown()
  }

  func testWhatIsFlushedIsReadBitForBitFromTheFile() throws {
    let store = try makeStore()
    try store.transaction { transaction in
      for (name, value) in StoreLaw.sampleValues { transaction[name] = value }
    }
    try store.flush()
    guard case .dictionary(var values) = try PropertyListValue(serialized: Data(contentsOf: file)) else {
      return XCTFail("no dictionary")
    }
    values["$defaultskit"] = nil
    XCTAssertEqual(values, StoreLaw.sampleValues)
  }
}

final class MediaStoreConformanceTests: PropertyListStoreConformanceTests {
  override func openStore() throws -> PropertyListStore { try PropertyListStore(url: file, durability: .media) }

  func testASetThatReturnedIsReadByAnotherStoreOnTheFile() throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "a")
    XCTAssertEqual(try PropertyListStore(url: file).value(forKey: "a"), 1)
  }
}

final class XMLStoreConformanceTests: PropertyListStoreConformanceTests {
  override func openStore() throws -> PropertyListStore { try PropertyListStore(url: file, format: .xml) }

  func testTheFileIsXMLWhereXMLCanCarryItsValues() throws {
    let store = try makeStore()
    try store.setValue("text", forKey: "a")
    try store.flush()
    XCTAssertTrue(try String(contentsOf: file, encoding: .utf8).hasPrefix("<?xml"))
    try store.setValue(.date(Date(timeIntervalSinceReferenceDate: 0.5)), forKey: "b")
    try store.flush()
    XCTAssertEqual(try Data(contentsOf: file).prefix(8), Data("bplist00".utf8))
    try store.setValue(nil, forKey: "b")
    try store.flush()
    XCTAssertTrue(try String(contentsOf: file, encoding: .utf8).hasPrefix("<?xml"))
  }
}
