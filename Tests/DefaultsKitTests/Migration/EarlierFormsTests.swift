import DefaultsKit
import Foundation
import XCTest

/// What `UserDefaults`, wrappers by hand and other libraries stored, as the article 'Moving from UserDefaults' has it.
final class EarlierFormsTests: XCTestCase {
  private enum Level: Int, Codable, PropertyListConvertible { case low = 1, high = 3 }
  private enum Theme: String, Codable, PropertyListConvertible { case light, dark }
  private struct Item: Codable, Sendable, Equatable { var name: String }

  private static let item = Item(name: "a")
  private static let json = "{\"name\":\"a\"}"

  private func data(_ value: some Encodable) throws -> PropertyListValue { .data(try JSONEncoder().encode(value)) }

  /// Reads a stored form by two keys, one of each kind.
  private func assertReads<Value: Codable & PropertyListConvertible & Equatable>(
    _ stored: PropertyListValue, _ value: Value, line: UInt = #line
  ) throws {
    try forEveryStore(holding: ["key": stored]) { store in
      XCTAssertEqual(try store.value(for: StoredKey<Value?>("key")), value, line: line)
      XCTAssertEqual(try store.value(for: StoredKey<Value?>.codable("key")), value, line: line)
      XCTAssertEqual(try store.displacedValues, [:], line: line)
    }
  }

  /// Does not read a stored form, and keeps it when another value is set.
  private func assertKeeps<Value>(_ stored: PropertyListValue, _ key: StoredKey<Value>, line: UInt = #line) throws {
    try forEveryStore(holding: [key.name: stored]) { store in
      XCTAssertThrowsError(try store.value(for: key), line: line)
      XCTAssertEqual(try store.value(forKey: key.name), stored, line: line)
      try store.set(key.defaultValue, for: key)
      XCTAssertEqual(try store.displacedValues, [key.name: stored], line: line)
    }
  }

  func testNativeValuesAndRawValuesAreRead() throws {
    try assertReads("text", "text")
    try assertReads(7, 7)
    try assertReads(true, true)
    try assertReads(0.5, 0.5)
    try assertReads(.date(Date(timeIntervalSinceReferenceDate: 5)), Date(timeIntervalSinceReferenceDate: 5))
    try assertReads(["a", "b"], ["a", "b"])
    try assertReads(["a": 1], ["a": 1])
    try assertReads(3, Level.high)
    try assertReads("dark", Theme.dark)
  }

  func testJSONInDataIsRead() throws {
    try assertReads(data("text"), "text")
    try assertReads(data(7), 7)
    try assertReads(data(true), true)
    try assertReads(data(Date(timeIntervalSinceReferenceDate: 5.5)), Date(timeIntervalSinceReferenceDate: 5.5))
    try assertReads(data(Level.high), Level.high)
    try assertReads(data(Theme.dark), Theme.dark)
    let url = try XCTUnwrap(URL(string: "https://example.com/a"))
    try assertReads(data(url), url)
    try forEveryStore(holding: ["key": data(Self.item)]) { store in
      XCTAssertEqual(try store.value(for: StoredKey<Item?>.codable("key")), Self.item)
      try store.update(StoredKey<Item?>.codable("key")) { $0?.name = "b" }
      XCTAssertEqual(try store.value(forKey: "key"), ["name": "b"])  // a tree from then on
    }
  }

  func testJSONInTextIsReadWhereItBeginsAsNoOtherTextDoes() throws {
    try assertReads("\"dark\"", Theme.dark)
    try assertReads("[1,2]", [1, 2])
    let url = try XCTUnwrap(URL(string: "https://example.com/a"))
    try assertReads(.string("\"https:\\/\\/example.com\\/a\""), url)
    try forEveryStore(holding: ["key": .string(Self.json)]) { store in
      XCTAssertEqual(try store.value(for: StoredKey<Item?>.codable("key")), Self.item)
    }
    try assertKeeps("3", StoredKey("level", default: Level.low))
    try assertKeeps("3", StoredKey.codable("level", default: Level.low))
  }

  func testOtherFormsAreKeptForAMigration() throws {
    try assertKeeps([.string(Self.json)], StoredKey.codable("items", default: [Item]()))
    try assertKeeps(.data(PropertyListEncoder().encode(Self.item)), StoredKey.codable("item", default: Item(name: "")))
    let home = try XCTUnwrap(URL(string: "https://example.com"))
    let archive = try NSKeyedArchiver.archivedData(withRootObject: home as NSURL, requiringSecureCoding: true)
    try assertKeeps(.data(archive), StoredKey("home", default: home))
  }

  func testAMigrationConvertsThemOnce() throws {
    struct NoURL: Error {}
    let home = try XCTUnwrap(URL(string: "https://example.com/a"))
    let archive = try NSKeyedArchiver.archivedData(withRootObject: home as NSURL, requiringSecureCoding: true)
    let earlier: [String: PropertyListValue] = [
      "items": [.string(Self.json)], "home": .data(archive), "file": "/tmp/a",
      "item": .data(try PropertyListEncoder().encode(Self.item)),
    ]
    var migrator = StoreMigrator()
    migrator.registerMigration("plain-forms") { transaction in
      let texts = StoredKey<[String]>("items", default: [])
      try transaction.convert(texts, to: StoredKey<[Item]>.codable("items", default: [])) { texts in
        try texts.map { try JSONDecoder().decode(Item.self, from: Data($0.utf8)) }
      }
      try transaction.convert(StoredKey("home", default: Data()), to: StoredKey<URL?>("home")) { archive in
        guard let url = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSURL.self, from: archive) else {
          throw NoURL()
        }
        return url as URL
      }
      try transaction.convert(StoredKey("file", default: ""), to: StoredKey<URL?>("fileURL")) { URL(filePath: $0) }
      try transaction.convert(StoredKey("item", default: Data()), to: StoredKey<Item?>.codable("item")) { data in
        try PropertyListValueDecoder().decode(Item.self, from: PropertyListValue(serialized: data))
      }
    }
    let result = migrator
    try forEveryStore(holding: earlier) { store in
      try result.migrate(store)
      XCTAssertEqual(try store.value(forKey: "items"), [["name": "a"]])
      XCTAssertEqual(try store.value(forKey: "item"), ["name": "a"])
      XCTAssertEqual(try store.value(for: StoredKey<URL?>("home")), home)
      XCTAssertEqual(try store.value(for: StoredKey<URL?>("fileURL")), URL(filePath: "/tmp/a"))
      XCTAssertEqual(try store.displacedValues, [:])
    }
  }
}
