import Foundation
import XCTest

@testable import DefaultsKit

final class SchemaVersionedTests: XCTestCase {
  /// Version 0 had `name`, version 1 `fullName`, version 2 has `first` and `last`.
  private struct Person: Codable, Equatable, SchemaVersioned {
    var first: String
    var last: String
    var age = 0

    static let schemaVersion = 2
    static func migrate(_ stored: inout PropertyListValue, from version: Int) throws {
      guard case .dictionary(var fields) = stored else { throw MigrationFault() }
      if fields.keys.contains(where: { $0.hasPrefix("$defaultskit.") }) { throw MigrationFault() }
      let key = version == 0 ? "name" : "fullName"
      guard case .string(let name)? = fields.removeValue(forKey: key) else { throw MigrationFault() }
      let parts = name.split(separator: " ")
      fields["first"] = .string(String(parts.first ?? ""))
      fields["last"] = .string(String(parts.last ?? ""))
      stored = .dictionary(fields)
    }
  }

  private struct MigrationFault: Error {}

  /// Version 0 was a number, version 3 is text.
  private enum Level: String, Codable, SchemaVersioned {
    case low, high

    static let schemaVersion = 3
    static func migrate(_ stored: inout PropertyListValue, from version: Int) throws {
      if case .integer(let number) = stored { stored = number > 0 ? "high" : "low" }
    }
  }

  /// Version 1 kept single words.
  private struct Words: Codable, Equatable, SchemaVersioned {
    var list: [String]

    init(_ list: [String]) { self.list = list }
    init(from decoder: any Decoder) throws { list = try decoder.singleValueContainer().decode([String].self) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(list)
    }

    static let schemaVersion = 2
    static func migrate(_ stored: inout PropertyListValue, from version: Int) throws {
      if case .string = stored { stored = [stored] }
    }
  }

  private enum Answer: Codable, Equatable, SchemaVersioned {
    case yes(weight: Int), no

    static let schemaVersion = 1
    static func migrate(_ stored: inout PropertyListValue, from version: Int) throws {
      if case .boolean(let value) = stored { stored = value ? ["yes": ["weight": 1]] : ["no": [:]] }
    }
  }

  private struct Team: Codable, Equatable, SchemaVersioned {
    var lead: Person
    var level: Level
    var members: [Person] = []
    var byName: [String: Level] = [:]
    var deputy: Person?

    static let schemaVersion = 5
    static func migrate(_ stored: inout PropertyListValue, from version: Int) throws {
      guard case .dictionary(var fields) = stored else { return }
      fields["lead"] = fields["lead"] ?? fields.removeValue(forKey: "boss")
      stored = .dictionary(fields)
    }
  }

  private func decode<T: Decodable>(_ type: T.Type, _ stored: PropertyListValue) throws -> T {
    try PropertyListValueDecoder().decode(type, from: stored)
  }

  func testEveryShapeCarriesItsVersion() throws {
    try assertForm(
      Person(first: "Ada", last: "L", age: 3),
      ["first": "Ada", "last": "L", "age": 3, "$defaultskit.schema": 2])
    try assertForm(Level.high, ["$defaultskit.schema": 3, "$defaultskit.value": "high"])
    try assertForm(Words(["a"]), ["$defaultskit.schema": 2, "$defaultskit.value": ["a"]])
    try assertForm(Answer.yes(weight: 2), ["yes": ["weight": 2], "$defaultskit.schema": 1])
    try assertForm(Answer.no, ["no": [:], "$defaultskit.schema": 1])
  }

  func testTheVersionStandsWhereverTheTypeStands() throws {
    let level: PropertyListValue = ["$defaultskit.schema": 3, "$defaultskit.value": "low"]
    try assertForm([Level.low, .low], [level, level])
    try assertForm(["a": Level.low], ["a": level])
    try assertForm(Level?.some(.low), level)
    try assertForm(Level?.none, nilMarker)
    try assertForm([Level?.none, .low], [nilMarker, level])
    struct Plain: Codable, Equatable { var level: Level?, levels: [[Level]] }
    try assertForm(Plain(level: .low, levels: [[.low]]), ["level": level, "levels": [[level]]])
    try assertForm(Plain(level: nil, levels: []), ["level": nilMarker, "levels": []])
  }

  func testOlderValuesAreMigratedWhereverTheyStand() throws {
    let old: PropertyListValue = ["name": "Ada Lovelace", "age": 36]
    let newer: PropertyListValue = ["fullName": "Ada Lovelace", "age": 36, "$defaultskit.schema": 1]
    let ada = Person(first: "Ada", last: "Lovelace", age: 36)
    for stored in [old, newer] {
      XCTAssertEqual(try decode(Person.self, stored), ada)
      XCTAssertEqual(try decode([Person].self, [stored]), [ada])
      XCTAssertEqual(try decode([String: Person].self, ["x": stored]), ["x": ada])
      XCTAssertEqual(try decode(Person?.self, stored), ada)
      XCTAssertEqual(try decode([Int: [Person?]].self, ["1": [stored, nilMarker]]), [1: [ada, nil]])
    }
    XCTAssertEqual(
      try decode([Level].self, [0, 1, ["$defaultskit.schema": 2, "$defaultskit.value": 1]]), [.low, .high, .high])
    XCTAssertEqual(try decode(Words.self, "one"), Words(["one"]))
    XCTAssertEqual(try decode(Words.self, ["$defaultskit.schema": 1, "$defaultskit.value": "one"]), Words(["one"]))
    XCTAssertEqual(try decode([Answer].self, [true, false]), [.yes(weight: 1), .no])
  }

  func testVersionsOfNestedTypesAreIndependent() throws {
    let expected = Team(
      lead: Person(first: "Ada", last: "Lovelace"), level: .high, members: [Person(first: "A", last: "B", age: 1)],
      byName: ["x": .low], deputy: nil)
    let stored: PropertyListValue = [
      "boss": ["fullName": "Ada Lovelace", "age": 0, "$defaultskit.schema": 1],
      "level": ["$defaultskit.schema": 2, "$defaultskit.value": 1],
      "members": [["name": "A B", "age": 1]],
      "byName": ["x": ["$defaultskit.schema": 3, "$defaultskit.value": "low"]],
      "deputy": nilMarker,
      "$defaultskit.schema": 4,
    ]
    XCTAssertEqual(try decode(Team.self, stored), expected)
    let filled = try PropertyListValueDecoder().decode(Team.self, from: stored, fillingMissingFieldsFrom: expected)
    XCTAssertEqual(filled, expected)
    try assertRoundTrip(expected)
  }

  func testAValueOfThisReleaseIsNotMigratedAgain() throws {
    struct Untouchable: Codable, Equatable, SchemaVersioned {
      var a = 1
      static let schemaVersion = 1
      static func migrate(_ stored: inout PropertyListValue, from version: Int) throws { throw MigrationFault() }
    }
    try assertRoundTrip(Untouchable())
    try assertRoundTrip([Untouchable?.none, Untouchable(a: 2)])
    XCTAssertThrowsError(try decode(Untouchable.self, ["a": 1]))
  }

  func testFieldsThatTheUpdateAddedAreFilledAfterTheMigration() throws {
    let stored: PropertyListValue = ["name": "Ada Lovelace"]
    let read = try PropertyListValueDecoder().decode(
      Person.self, from: stored, fillingMissingFieldsFrom: Person(first: "x", last: "y", age: 99))
    XCTAssertEqual(read, Person(first: "Ada", last: "Lovelace", age: 99))
    struct Holder: Codable, Equatable { var person = Person(first: "f", last: "l", age: 7), level = Level.high }
    let holder = try PropertyListValueDecoder().decode(
      Holder.self, from: ["person": stored], fillingMissingFieldsFrom: Holder())
    XCTAssertEqual(holder, Holder(person: Person(first: "Ada", last: "Lovelace", age: 7), level: .high))
  }

  func testANewerValueIsRefusedWithItsPlace() throws {
    let newer: PropertyListValue = ["$defaultskit.schema": 4, "$defaultskit.value": "extreme"]
    let stored: PropertyListValue = ["a": [newer]]
    let fault = try decodingFault { try decode([String: [Level]].self, stored) }
    XCTAssertEqual(fault.path, "a[0]")
    XCTAssertEqual(fault.text, "Level was stored with schema version 4; this release knows versions up to 3.")
    let key = StoredKey<[String: [Level]]>.codable("levels", default: [:])
    let store = InMemoryStore(["levels": stored])
    XCTAssertThrowsError(try store.value(for: key)) { error in
      XCTAssertEqual((error as? StoreError)?.code, .schemaTooNew)
      XCTAssertTrue("\(error)".contains("a[0]"), "\(error)")
    }
    XCTAssertEqual(store.value(forKey: "levels"), stored)
  }

  func testAnErrorInMigrateNamesTypeVersionsAndPath() throws {
    let stored: PropertyListValue = ["lead": ["other": "x", "$defaultskit.schema": 1], "level": 1]
    let fault = try decodingFault { try decode(Team.self, stored) }
    XCTAssertEqual(fault.path, "lead")
    XCTAssertEqual(fault.text, "Person could not be migrated from schema version 1 to 2.")
    guard case .dataCorrupted(let context) = fault.error else { return XCTFail("\(fault.error)") }
    XCTAssertTrue(context.underlyingError is MigrationFault)
    let store = InMemoryStore(["team": stored])
    XCTAssertThrowsError(try store.value(for: StoredKey<Team?>.codable("team"))) { error in
      for part in ["Person", "version 1 to 2", "'lead'", "MigrationFault"] {
        XCTAssertTrue("\(error)".contains(part), "\(error)")
      }
    }
  }

  func testAUsersFieldIsNeverTakenForTheVersion() throws {
    struct Clash: Codable, Equatable, SchemaVersioned {
      var version = 1
      var schema = 77
      var value = 5
      enum CodingKeys: String, CodingKey {
        case version, schema = "$defaultskit.schema", value = "$defaultskit.value"
      }
      static let schemaVersion = 1
      static func migrate(_ stored: inout PropertyListValue, from version: Int) throws {}
    }
    try assertForm(
      Clash(), ["version": 1, "$$defaultskit.schema": 77, "$$defaultskit.value": 5, "$defaultskit.schema": 1])
    try assertRoundTrip([["$defaultskit.schema": 1, "$defaultskit.value": 2]])
  }

  func testAVersionedValueWithinAVersionedValueKeepsBothVersions() throws {
    struct Wrapper: Codable, Equatable, SchemaVersioned {
      var person: Person
      init(_ person: Person) { self.person = person }
      init(from decoder: any Decoder) throws { person = try decoder.singleValueContainer().decode(Person.self) }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(person)
      }
      static let schemaVersion = 9
      static func migrate(_ stored: inout PropertyListValue, from version: Int) throws { throw MigrationFault() }
    }
    try assertForm(
      Wrapper(Person(first: "a", last: "b")),
      [
        "$defaultskit.schema": 9,
        "$defaultskit.value": ["first": "a", "last": "b", "age": 0, "$defaultskit.schema": 2],
      ])
  }

  func testATypeThatIsNotVersionedAnyMoreStillReadsWhatItStored() throws {
    XCTAssertEqual(try decode(String.self, ["$defaultskit.schema": 3, "$defaultskit.value": "high"]), "high")
    XCTAssertEqual(try decode([String].self, ["$defaultskit.schema": 2, "$defaultskit.value": ["a"]]), ["a"])
    struct Plain: Codable, Equatable { var a: Int }
    XCTAssertEqual(try decode(Plain.self, ["a": 1, "$defaultskit.schema": 2]), Plain(a: 1))
    XCTAssertEqual(try decode([String: Int].self, ["a": 1, "$defaultskit.schema": 2]), ["a": 1])
  }

  func testABlobOfAnEarlierWrapperIsOfVersionZero() throws {
    let store = InMemoryStore(["person": .data(Data(#"{"name":"Ada Lovelace","age":36}"#.utf8))])
    let key = StoredKey<Person?>.codable("person")
    XCTAssertEqual(try store.value(for: key), Person(first: "Ada", last: "Lovelace", age: 36))
    try store.update(key) { person in person?.age += 1 }
    XCTAssertEqual(
      store.value(forKey: "person"), ["first": "Ada", "last": "Lovelace", "age": 37, "$defaultskit.schema": 2])
  }

  func testNilsWithinVersionedWrappersAreTold() throws {
    struct Box: Codable, Equatable, SchemaVersioned {
      var content: Int?
      init(_ content: Int?) { self.content = content }
      init(from decoder: any Decoder) throws { content = try decoder.singleValueContainer().decode(Int?.self) }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(content)
      }
      static let schemaVersion = 1
      static func migrate(_ stored: inout PropertyListValue, from version: Int) throws {}
    }
    try assertForm(Box(nil), ["$defaultskit.schema": 1, "$defaultskit.value": nilMarker])
    try assertForm(
      [Box?.none, Box(nil), Box(1)],
      [
        nilMarker, ["$defaultskit.schema": 1, "$defaultskit.value": nilMarker],
        ["$defaultskit.schema": 1, "$defaultskit.value": 1],
      ])
  }
}
