import Foundation
import XCTest

@testable import DefaultsKit

private enum Theme: String, PropertyListConvertible { case light, dark }

private struct Position: Codable, Equatable { var latitude = 0.0, longitude = 0.0 }

/// What migrations do with typed keys, on every store and in literal forms of earlier releases.
final class StoreTransactionMigrationTests: XCTestCase {
  private struct Refused: Error {}

  private let isDark = StoredKey("theme", default: false)
  private let theme = StoredKey("theme", default: Theme.light)
  private let fullName = StoredKey("fullName", default: "")
  private let givenName = StoredKey("givenName", default: "")
  private let familyName = StoredKey("familyName", default: "")

  /// Runs a migration's body on every store, and expects what is stored and displaced then.
  private func migrate(
    _ stored: [String: PropertyListValue], expecting expected: [String: PropertyListValue],
    displaced: [String: PropertyListValue] = [:], file: StaticString = #filePath, line: UInt = #line,
    _ body: (inout StoreTransaction) throws -> Void
  ) throws {
    try forEveryStore(holding: stored, file: file, line: line) { store in
      try store.transaction(body)
      var left: [String: PropertyListValue] = [:]
      for name in try store.keys { left[name] = try store.value(forKey: name) }
      XCTAssertEqual(left, expected, file: file, line: line)
      XCTAssertEqual(try store.displacedValues, displaced, file: file, line: line)
    }
  }

  // MARK: Move

  func testMoveGivesAKeyANewName() throws {
    let old = StoredKey("vol", default: 1)
    let new = StoredKey("volume", default: 1)
    try migrate(["vol": 7, "x": 1], expecting: ["volume": 7, "x": 1]) { try $0.move(old, to: new) }
    try migrate(["vol": "no number"], expecting: ["volume": "no number"]) { try $0.move(old, to: new) }
    try migrate(["volume": 7], expecting: ["volume": 7]) { try $0.move(old, to: new) }
    try migrate(["vol": 7], expecting: ["vol": 7]) { try $0.move(old, to: old) }
    try migrate(["vol": 1, "volume": 2], expecting: ["volume": 2], displaced: ["vol": 1]) { try $0.move(old, to: new) }
  }

  func testMoveToTheActiveUsersScopeIsForTheAccountThatIsLoggedIn() throws {
    let old = StoredKey("noticeCount", default: UInt(0))
    let new = UserActivity.lastViewedNoticeCount
    let stored: [String: PropertyListValue] = [
      "UserSession.userID": "a/b", "noticeCount": 3, "users/c/UserActivity.lastViewedNoticeCount": 9,
    ]
    try migrate(
      stored,
      expecting: [
        "UserSession.userID": "a/b", "users/a%2Fb/UserActivity.lastViewedNoticeCount": 3,
        "users/c/UserActivity.lastViewedNoticeCount": 9,
      ]
    ) { try $0.move(old, to: new) }
  }

  func testMoveToTheActiveUsersScopeIsRefusedWhileNobodyIsLoggedIn() throws {
    let old = StoredKey("noticeCount", default: UInt(0))
    try migrate([:], expecting: [:]) { try $0.move(old, to: UserActivity.lastViewedNoticeCount) }
    try migrate(["noticeCount": 3], expecting: ["noticeCount": 3]) { transaction in
      assertCode(.noActiveUser, key: "UserActivity.lastViewedNoticeCount") {
        try transaction.move(old, to: UserActivity.lastViewedNoticeCount)
      }
    }
  }

  func testMoveOfAnActiveUsersKeyIsForEveryAccount() throws {
    let old = StoredKey("seen", default: 0, scope: .activeUser)
    let new = StoredKey("UserActivity.seen", default: 0, scope: .activeUser)
    try migrate(
      ["users/a/seen": 1, "users/a%2Fb/seen": 2, "users/c/UserActivity.seen": 3, "users/c/seen": 4, "seen": 5],
      expecting: [
        "users/a/UserActivity.seen": 1, "users/a%2Fb/UserActivity.seen": 2, "users/c/UserActivity.seen": 3, "seen": 5,
      ], displaced: ["users/c/seen": 4]
    ) { try $0.move(old, to: new) }
  }

  func testMoveToOneAccountAndBack() throws {
    let shared = StoredKey("seen", default: 0)
    let kims = StoredKey("seen", default: 0, scope: .user("kim"))
    try migrate(["seen": 1], expecting: ["users/kim/seen": 1]) { try $0.move(shared, to: kims) }
    try migrate(["users/kim/seen": 1], expecting: ["seen": 1]) { try $0.move(kims, to: shared) }
  }

  func testAReservedNameIsRefused() throws {
    let key = StoredKey("n", default: 0)
    for name in ["", "users/a/b", "$defaultskit"] {
      try migrate(["n": 1], expecting: ["n": 1]) { transaction in
        assertCode(.invalidName, key: name) { try transaction.move(key, to: StoredKey(name, default: 0)) }
        assertCode(.invalidName, key: name) { try transaction.move(StoredKey(name, default: 0), to: key) }
      }
    }
  }

  // MARK: Convert

  func testConvertChangesTheTypeUnderTheSameName() throws {
    try migrate(["theme": true], expecting: ["theme": "dark"]) { transaction in
      try transaction.convert(isDark, to: theme) { $0 ? .dark : .light }
    }
    try migrate(["theme": false], expecting: ["theme": "light"]) { transaction in
      try transaction.convert(isDark, to: theme) { $0 ? .dark : .light }
    }
  }

  func testConvertUnderANewNameRemovesTheOldOne() throws {
    let seconds = StoredKey("timeout", default: 60)
    let timeout = StoredKey("timeoutInMinutes", default: 1.0)
    try migrate(["timeout": 90], expecting: ["timeoutInMinutes": 1.5]) { transaction in
      try transaction.convert(seconds, to: timeout) { Double($0) / 60 }
    }
    try migrate(
      ["timeout": 90, "timeoutInMinutes": 3.0], expecting: ["timeoutInMinutes": 3.0], displaced: ["timeout": 90]
    ) {
      try $0.convert(seconds, to: timeout) { Double($0) / 60 }
    }
  }

  func testAValueThatReadsAsBothTypesIsConverted() throws {
    let seconds = StoredKey("timeout", default: 60)
    let minutes = StoredKey("timeout", default: 1.0)  // 120 reads as a Double too
    try migrate(["timeout": 120], expecting: ["timeout": 2.0]) { transaction in
      try transaction.convert(seconds, to: minutes) { Double($0) / 60 }
    }
  }

  func testConvertRepairsJustTheBadValues() throws {
    let key = StoredKey("theme", default: Theme.light, scope: .activeUser)
    let bad = StoredKey("theme", default: false, scope: .activeUser)
    try migrate(
      ["users/a/theme": true, "users/b/theme": "dark", "users/c/other": 1],
      expecting: ["users/a/theme": "dark", "users/b/theme": "dark", "users/c/other": 1]
    ) { try $0.convert(bad, to: key) { $0 ? .dark : .light } }
  }

  func testWhatCannotBeConvertedIsAnErrorAndStaysAsItIs() throws {
    try migrate(["theme": "blue", "n": 1], expecting: ["theme": "blue", "n": 1]) { transaction in
      assertCode(.valueMismatch, key: "theme") {
        try transaction.convert(isDark, to: theme) { $0 ? .dark : .light }
      }
      XCTAssertThrowsError(try transaction.convert(StoredKey("n", default: 0), to: fullName) { _ in throw Refused() }) {
        XCTAssertTrue($0 is Refused)
      }
    }
  }

  func testAnAccountThatCannotBeConvertedLeavesAllAsTheyWere() throws {
    let stored: [String: PropertyListValue] = ["users/a/theme": true, "users/b/theme": "blue", "users/c/theme": true]
    let key = StoredKey("theme", default: Theme.light, scope: .activeUser)
    try migrate(stored, expecting: stored) { transaction in
      assertCode(.valueMismatch) {
        try transaction.convert(StoredKey("theme", default: false, scope: .activeUser), to: key) { $0 ? .dark : .light }
      }
    }
  }

  // MARK: Split and merge

  private func parts(_ name: String) -> (String, String) {
    let words = name.split(separator: " ", maxSplits: 1).map(String.init)
    return (words.first ?? "", words.count > 1 ? words[1] : "")
  }

  func testSplitStoresThePartsAndRemovesTheWhole() throws {
    try migrate(["fullName": "Ada King Lovelace"], expecting: ["givenName": "Ada", "familyName": "King Lovelace"]) {
      try $0.split(fullName, into: givenName, familyName, by: parts)
    }
    try migrate([:], expecting: [:]) { try $0.split(fullName, into: givenName, familyName, by: parts) }
    try migrate(["fullName": "Ada"], expecting: ["fullName": "", "givenName": "Ada"]) {
      try $0.split(fullName, into: givenName, fullName, by: parts)
    }
  }

  func testSplitKeepsThePartsThatAreSetAlready() throws {
    try migrate(
      ["fullName": "Ada Lovelace", "givenName": "Augusta"],
      expecting: ["givenName": "Augusta", "familyName": "Lovelace"], displaced: ["fullName": "Ada Lovelace"]
    ) { try $0.split(fullName, into: givenName, familyName, by: parts) }
    try migrate(
      ["fullName": "Ada Lovelace", "givenName": "Augusta", "familyName": "King"],
      expecting: ["givenName": "Augusta", "familyName": "King"], displaced: ["fullName": "Ada Lovelace"]
    ) { try $0.split(fullName, into: givenName, familyName, by: parts) }
  }

  func testSplitOfAnotherTypeThanExpectedLosesNothing() throws {
    try migrate(["fullName": 7], expecting: ["fullName": 7]) { transaction in
      assertCode(.valueMismatch, key: "fullName") {
        try transaction.split(fullName, into: givenName, familyName, by: parts)
      }
    }
  }

  func testMergeMakesOneValueOfSeveral() throws {
    let latitude = StoredKey("lat", default: 37.5)
    let longitude = StoredKey("lng", default: 127.0)
    let position = StoredKey.codable("position", default: Position())
    let merge = { (transaction: inout StoreTransaction) in
      try transaction.merge(latitude, longitude, into: position) { Position(latitude: $0, longitude: $1) }
    }
    try migrate(
      ["lat": 1.5, "lng": 2], expecting: ["position": ["latitude": 1.5, "longitude": 2.0]], merge)
    try migrate(["lng": 2.5], expecting: ["position": ["latitude": 37.5, "longitude": 2.5]], merge)
    try migrate([:], expecting: [:], merge)
    try migrate(
      ["lat": 1.5, "lng": 2, "position": ["latitude": 3.5]], expecting: ["position": ["latitude": 3.5]],
      displaced: ["lat": 1.5, "lng": 2], merge)
    try migrate(["lat": 1.5, "lng": "x"], expecting: ["lat": 1.5, "lng": "x"]) { transaction in
      assertCode(.valueMismatch, key: "lng") { try merge(&transaction) }
    }
  }

  func testMergeIntoOneOfTheOldKeys() throws {
    try migrate(["givenName": "Ada", "familyName": "Lovelace"], expecting: ["givenName": "Ada Lovelace"]) {
      try $0.merge(givenName, familyName, into: givenName) { "\($0) \($1)" }
    }
  }

  func testSplitAndMergeOfTheActiveUsersKeysAreForEveryAccount() throws {
    func key(_ name: String) -> StoredKey<String> { StoredKey(name, default: "", scope: .activeUser) }
    try migrate(
      ["users/a/full": "A B", "users/b/full": "C D"],
      expecting: ["users/a/one": "A", "users/a/two": "B", "users/b/one": "C", "users/b/two": "D"]
    ) { try $0.split(key("full"), into: key("one"), key("two"), by: parts) }
    try migrate(
      ["users/a/one": "A", "users/a/two": "B", "users/b/two": "D"],
      expecting: ["users/a/full": "A B", "users/b/full": " D"]
    ) { try $0.merge(key("one"), key("two"), into: key("full")) { "\($0) \($1)" } }
  }

  // MARK: Both names stored

  func testOldAndNewStoredTogetherGiveTheNewOneAndTheConflictIsReportedOnce() throws {
    let reports = Locked<[StoreError]>([])
    let store = try PropertyListStore(url: makeFile(holding: ["old": 1, "new": 2, "other": 3])) { error in
      reports.withLock { $0.append(error) }
    }
    var migrator = StoreMigrator()
    migrator.registerMigration("rename") { $0.rename("old", to: "new") }
    for _ in 0..<2 { try migrator.migrate(store) }
    XCTAssertEqual(try store.value(forKey: "new"), 2)
    XCTAssertEqual(try store.keys, ["new", "other"])
    XCTAssertEqual(try store.displacedValues, ["old": 1])
    XCTAssertEqual(reports.withLock { $0.map(\.code) }, [.valueDisplaced])
    XCTAssertTrue(reports.withLock { $0.first?.description ?? "" }.contains("'old'"))
  }
}
