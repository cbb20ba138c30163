import Foundation
import XCTest

@testable import DefaultsKit

// What this release declares. Release 1 knew no versions: a profile was {"name": …}; release 2 stored
// {"first": …, "last": …, "$defaultskit.schema": 1}; this release, schema 2, has one name again, and an avatar.
private struct Profile: Codable, Equatable, SchemaVersioned {
  var fullName = "nobody"
  var avatar = Avatar()

  static let schemaVersion = 2
  static func migrate(_ stored: inout PropertyListValue, from version: Int) throws {
    guard case .dictionary(var fields) = stored else { throw NotAProfile() }
    if version == 0 { fields["fullName"] = fields.removeValue(forKey: "name") }
    if version <= 1, case .string(let first)? = fields.removeValue(forKey: "first"),
      case .string(let last)? = fields.removeValue(forKey: "last")
    {
      fields["fullName"] = .string("\(first) \(last)")
    }
    stored = .dictionary(fields)
  }
}

private struct NotAProfile: Error {}

private struct Avatar: Codable, Equatable, SchemaVersioned {
  var size = 1

  static let schemaVersion = 1
  static func migrate(_ stored: inout PropertyListValue, from version: Int) {
    if case .dictionary(let fields) = stored, case .integer(let width)? = fields["width"] {
      stored = ["size": .integer(width * 10)]
    }
  }
}

private enum Unit: String, Codable, SchemaVersioned {
  case metric, imperial

  static let schemaVersion = 1
  static func migrate(_ stored: inout PropertyListValue, from version: Int) {
    if stored == "us" { stored = "imperial" }
  }
}

private enum Theme: String, PropertyListConvertible { case light, dark }

/// From what earlier releases stored, in its literal form, to what this one reads: by `SchemaVersioned` types, and by
/// a `StoreMigrator` over the keys.
final class SchemaMigrationTests: XCTestCase {
  private let profile = StoredKey.codable("profile", default: Profile())
  private let profiles = StoredKey<[Profile]>.codable("profiles", default: [])
  private let byName = StoredKey<[String: Profile]>.codable("byName", default: [:])
  private let friend = StoredKey<Profile?>.codable("friend")
  private let unit = StoredKey.codable("unit", default: Unit.metric)

  // MARK: Types that carry their version

  func testEveryEarlierFormOfAValueIsReadWhereverItStands() throws {
    let forms: [(PropertyListValue, Profile)] = [
      (["name": "Ada"], Profile(fullName: "Ada")),
      (["name": "Ada", "avatar": ["width": 4]], Profile(fullName: "Ada", avatar: Avatar(size: 40))),
      (["first": "Ada", "last": "King", "$defaultskit.schema": 1], Profile(fullName: "Ada King")),
      (
        ["first": "Ada", "last": "King", "avatar": ["width": 4], "$defaultskit.schema": 1],
        Profile(fullName: "Ada King", avatar: Avatar(size: 40))
      ),
      (
        ["fullName": "Ada", "avatar": ["size": 3, "$defaultskit.schema": 1], "$defaultskit.schema": 2],
        Profile(fullName: "Ada", avatar: Avatar(size: 3))
      ),
      (["fullName": "Ada", "$defaultskit.schema": 2], Profile(fullName: "Ada")),
    ]
    for (stored, expected) in forms {
      // In a dictionary, an array or an optional a profile has no default that could fill in its avatar.
      let isWhole: Bool = if case .dictionary(let fields) = stored { fields["avatar"] != nil } else { false }
      var values: [String: PropertyListValue] = ["profile": stored]
      if isWhole { values.merge(["profiles": [stored, stored], "byName": ["a": stored], "friend": stored]) { $1 } }
      try forEveryStore(holding: values) { store in
        XCTAssertEqual(try store.value(for: profile), expected)
        XCTAssertEqual(Stored(profile, store: store).wrappedValue, expected)
        guard isWhole else { return }
        XCTAssertEqual(try store.value(for: profiles), [expected, expected])
        XCTAssertEqual(try store.value(for: byName), ["a": expected])
        XCTAssertEqual(try store.value(for: friend), expected)
        XCTAssertEqual(try store.value(forKey: "profile"), stored)  // reading writes nothing
      }
    }
  }

  func testTheNextSetStoresThisReleasesFormWithItsVersionsAndItIsNotMigratedAgain() throws {
    try forEveryStore(holding: ["profile": ["name": "Ada", "avatar": ["width": 4]], "unit": "us"]) { store in
      try store.update(profile) { $0.fullName += "!" }
      try store.update(unit) { _ in }
      XCTAssertEqual(
        try store.value(forKey: "profile"),
        ["fullName": "Ada!", "avatar": ["size": 40, "$defaultskit.schema": 1], "$defaultskit.schema": 2])
      XCTAssertEqual(
        try store.value(forKey: "unit"), ["$defaultskit.schema": 1, "$defaultskit.value": "imperial"])
      XCTAssertEqual(try store.value(for: profile), Profile(fullName: "Ada!", avatar: Avatar(size: 40)))
      XCTAssertEqual(try store.value(for: unit), .imperial)
      XCTAssertEqual(try store.displacedValues, [:])
    }
  }

  func testALaterReleasesValueIsRefusedAndStaysUntilAnotherIsSetAndIsKeptThen() throws {
    let later: PropertyListValue = ["given": ["Ada"], "$defaultskit.schema": 3]
    let stored: [String: PropertyListValue] = [
      "profile": later, "profiles": [["name": "x", "avatar": ["size": 1]], later],
    ]
    try forEveryStore(holding: stored) { store in
      assertCode(.schemaTooNew, key: "profile") { _ = try store.value(for: profile) }
      assertCode(.schemaTooNew, key: "profiles") { _ = try store.value(for: profiles) }
      XCTAssertThrowsError(try store.value(for: profiles)) { error in
        let text = "\(error)"
        for part in ["Profile", "3", "2", "[1]"] { XCTAssertTrue(text.contains(part), "\(part) in \(text)") }
      }
      assertCode(.schemaTooNew) { try store.update(profile) { $0.fullName = "x" } }
      XCTAssertEqual(try store.value(forKey: "profile"), later)
      try store.set(Profile(), for: profile)
      XCTAssertEqual(try store.displacedValues, ["profile": later])
    }
  }

  func testAMigrationThatFailsNamesTypeVersionsAndPathAndTheValueStays() throws {
    try forEveryStore(holding: ["byName": ["a": 7]]) { store in
      assertCode(.decodingFailed, key: "byName") { _ = try store.value(for: byName) }
      XCTAssertThrowsError(try store.value(for: byName)) { error in
        let text = "\(error)"
        for part in ["Profile", "version 0", "2", "'a'"] { XCTAssertTrue(text.contains(part), "\(part) in \(text)") }
      }
      XCTAssertEqual(try store.value(forKey: "byName"), ["a": 7])
    }
  }

  func testAUsersFieldIsNeverTakenForAVersion() throws {
    let free = StoredKey<[String: Int]>.codable("free", default: [:])
    let plain = StoredKey("plain", default: [String: Int]())
    let fields = ["$defaultskit.schema": 9, "version": 3, "$$defaultskit.schema": 4]
    try forEveryStore { store in
      try store.set(fields, for: free)
      try store.set(fields, for: plain)
      XCTAssertEqual(try store.value(for: free), fields)
      XCTAssertEqual(try store.value(for: plain), fields)
    }
  }

  // MARK: Migrations over the keys

  /// The first release's store: flat names, one set of seen notices for whoever used the device.
  private let release1: [String: PropertyListValue] = [
    "theme": true, "vol": 7, "fullName": "Ada King", "noticeCount": 3, "UserSession.userID": "ada",
    "lat": 37.5, "lng": 127, "me": ["name": "Ada", "avatar": ["width": 4]], "users/ada/seen": 41, "users/bob/seen": 5,
  ]

  private var migrator: StoreMigrator {
    var migrator = StoreMigrator()
    migrator.registerMigration("volume") { $0.rename("vol", to: "volume") }
    migrator.registerMigration("theme") { transaction in
      try transaction.convert(StoredKey("theme", default: false), to: StoredKey("theme", default: Theme.light)) {
        $0 ? .dark : .light
      }
    }
    migrator.registerMigration("names") { transaction in
      let whole = StoredKey("fullName", default: "")
      try transaction.split(whole, into: StoredKey("givenName", default: ""), StoredKey("familyName", default: "")) {
        name in (String(name.prefix { $0 != " " }), String(name.drop { $0 != " " }.dropFirst()))
      }
    }
    migrator.registerMigration("accounts") { transaction in
      if transaction[UserSession.userID] != nil {
        try transaction.move(StoredKey("noticeCount", default: 0), to: UserActivity.lastViewedNoticeCount)
      }
      let seen = StoredKey("seen", default: UInt(0), scope: .activeUser)
      try transaction.move(seen, to: UserActivity.lastViewedCurationID)
    }
    migrator.registerMigration("place") { transaction in
      try transaction.merge(StoredKey("lat", default: 0.0), StoredKey("lng", default: 0.0), into: Self.place) {
        [$0, $1]
      }
    }
    migrator.registerMigration("profile") { $0.rename("me", to: "profile") }
    return migrator
  }

  private static let place = StoredKey("place", default: [Double]())

  func testTheFirstReleasesStoreIsBroughtToThisReleases() throws {
    try forEveryStore(holding: release1) { store in
      for _ in 0..<2 { try migrator.migrate(store) }
      XCTAssertEqual(
        try store.keys,
        [
          "theme", "volume", "givenName", "familyName", "UserSession.userID", "place", "profile",
          "users/ada/UserActivity.lastViewedNoticeCount", "users/ada/UserActivity.lastViewedCurationID",
          "users/bob/UserActivity.lastViewedCurationID",
        ])
      XCTAssertEqual(store[StoredKey("theme", default: Theme.light)], .dark)
      XCTAssertEqual(store[StoredKey("volume", default: 0)], 7)
      XCTAssertEqual(store[StoredKey("givenName", default: "")], "Ada")
      XCTAssertEqual(store[StoredKey("familyName", default: "")], "King")
      XCTAssertEqual(store[Self.place], [37.5, 127])
      XCTAssertEqual(store[profile], Profile(fullName: "Ada", avatar: Avatar(size: 40)))
      XCTAssertEqual(store[UserActivity.lastViewedNoticeCount], 3)
      XCTAssertEqual(store[UserActivity.lastViewedCurationID], 41)
      try UserSession.logIn(userID: "bob", to: store)
      XCTAssertEqual(store[UserActivity.lastViewedNoticeCount], 0)
      XCTAssertEqual(store[UserActivity.lastViewedCurationID], 5)
      XCTAssertEqual(try store.displacedValues, [:])
    }
  }

  func testEveryStopOnTheWayLeavesAStoreThatTheRestBringsUpToDate() throws {
    let whole = InMemoryStore(release1)
    try migrator.migrate(whole)
    let identifiers = try migrator.appliedIdentifiers(in: whole)
    XCTAssertEqual(identifiers, ["volume", "theme", "names", "accounts", "place", "profile"])
    for identifier in identifiers {
      try forEveryStore(holding: release1) { store in
        try migrator.migrate(store, upTo: identifier)
        try migrator.migrate(store)
        XCTAssertEqual(try store.keys, whole.keys)
        for name in whole.keys { XCTAssertEqual(try store.value(forKey: name), whole.value(forKey: name), name) }
      }
    }
  }

  func testAPropertyListThatTheFirstReleaseWroteIsReadFromItsText() throws {
    let url = try makeFile()
    try Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>theme</key><true/>
        <key>vol</key><integer>7</integer>
        <key>me</key>
        <dict><key>name</key><string>Ada</string></dict>
      </dict>
      </plist>
      """.utf8
    ).write(to: url)
    let store = try PropertyListStore(url: url)
    try migrator.migrate(store)
    try store.flush()
    XCTAssertEqual(store[StoredKey("theme", default: Theme.light)], .dark)
    XCTAssertEqual(store[profile], Profile(fullName: "Ada"))
    let root = try PropertyListSerialization.propertyList(from: Data(contentsOf: url), format: nil)
    let fields = try XCTUnwrap(root as? [String: Any])
    XCTAssertEqual(fields["theme"] as? String, "dark")
    XCTAssertEqual(fields["volume"] as? Int, 7)
    XCTAssertNil(fields["vol"])
  }
}
