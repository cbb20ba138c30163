import Foundation
import XCTest

@testable import DefaultsKit

final class UserActivityTests: XCTestCase {
  /// Ids that a naive name would mix up, in the form that they are stored in.
  private static let storedIDs: [String: String] = [
    "a": "a", "A": "A", "a.b": "a.b", "a/b": "a%2Fb", "a%2Fb": "a%252Fb", "a%2fb": "a%252fb", "a/": "a%2F", "/": "%2F",
    "%": "%25", ".": ".", "..": "..", " ": "%20", "a b": "a%20b", "a+b": "a%2Bb", "users/a": "users%2Fa",
    "kim.lee+news@example.co.kr": "kim.lee%2Bnews%40example.co.kr", "사용자": "%EC%82%AC%EC%9A%A9%EC%9E%90",
    "👩‍👩‍👧": "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7", "a\u{0}b": "a%00b", "\n": "%0A",
    "$defaultskit": "%24defaultskit", "UserActivity.lastViewedCurationID": "UserActivity.lastViewedCurationID",
    "\u{E9}": "%C3%A9", String(repeating: "k", count: 1000): String(repeating: "k", count: 1000),
    String(repeating: "가", count: 1000): String(repeating: "%EA%B0%80", count: 1000),
  ]

  func testNoAccountEverTouchesAnothersValues() throws {
    let ids = Self.storedIDs.keys.sorted()
    try forEveryStore { store in
      for (number, id) in ids.enumerated() {
        try UserSession.logIn(userID: id, to: store)
        XCTAssertEqual(try store.value(for: UserActivity.lastViewedCurationID), 0, id)
        try store.set(UInt(number + 1), for: UserActivity.lastViewedCurationID)
      }
      for (number, id) in ids.enumerated() {
        let name = "users/\(Self.storedIDs[id] ?? "")/UserActivity.lastViewedCurationID"
        XCTAssertEqual(try store.value(forKey: name), .integer(Int64(number + 1)), id)
      }
      XCTAssertEqual(try UserActivity.userIDs(in: store), Set(ids))
      for (number, id) in ids.enumerated() {  // each deletion leaves exactly the others
        try UserSession.logIn(userID: id, to: store)
        XCTAssertEqual(try store.value(for: UserActivity.lastViewedCurationID), UInt(number + 1), id)
        try UserSession.deleteAccount(from: store)
        XCTAssertEqual(try UserActivity.userIDs(in: store), Set(ids[(number + 1)...]), id)
      }
      XCTAssertEqual(try store.keys, [])
    }
  }

  func testWhatTheLastReleaseStoredIsReadForEveryID() throws {
    var stored: [String: PropertyListValue] = [:]
    for (number, entry) in Self.storedIDs.sorted(by: { $0.key < $1.key }).enumerated() {
      stored["users/\(entry.value)/UserActivity.lastViewedNoticeCount"] = .integer(Int64(number))
    }
    try forEveryStore(holding: stored) { store in
      XCTAssertEqual(try UserActivity.userIDs(in: store), Set(Self.storedIDs.keys))
      for (number, id) in Self.storedIDs.keys.sorted().enumerated() {
        try UserSession.logIn(userID: id, to: store)
        XCTAssertEqual(try store.value(for: UserActivity.lastViewedNoticeCount), UInt(number), id)
      }
    }
  }

  func testTwoUnicodeFormsOfAnIDAreTwoAccountsAndOneElementOfASet() throws {
    try forEveryStore { store in
      try UserSession.logIn(userID: "\u{E9}", to: store) { $0[UserSession.email] = "first" }
      try store.set(1, for: UserActivity.lastViewedCurationID)
      try UserSession.logIn(userID: "e\u{301}", to: store)
      XCTAssertNil(try store.value(for: UserSession.email))
      XCTAssertEqual(try store.value(for: UserActivity.lastViewedCurationID), 0)
      try store.set(2, for: UserActivity.lastViewedCurationID)
      XCTAssertEqual(try UserActivity.userIDs(in: store).count, 1)
      try UserActivity.removeAll(ofUser: "\u{E9}", from: store)
      XCTAssertEqual(try store.value(for: UserActivity.lastViewedCurationID), 2)
      let left = try XCTUnwrap(UserActivity.userIDs(in: store).first)
      XCTAssertTrue(left.utf8.elementsEqual("e\u{301}".utf8))
      try UserActivity.removeAll(ofUser: left, from: store)
      XCTAssertEqual(try UserActivity.userIDs(in: store), [])
    }
  }

  func testEveryAccessFollowsTheAccountThatIsLoggedIn() throws {
    try forEveryStore(holding: ["users/a/UserActivity.lastViewedCurationID": 5]) { store in
      let key = UserActivity.lastViewedCurationID
      let property = Stored(key, store: store)
      func readings() throws -> [UInt] {
        [
          property.wrappedValue, property.projectedValue.value, try property.projectedValue.load(), store[key],
          try store.value(for: key), try store.transaction { $0[key] },
          try store.update(key) { value in value },
        ]
      }
      XCTAssertEqual(property.wrappedValue, 0)
      XCTAssertFalse(property.projectedValue.isSet)
      for (id, expected): (String, UInt) in [("a", 5), ("b", 0), ("a", 5)] {
        try UserSession.logIn(userID: id, to: store)
        XCTAssertEqual(property.projectedValue.isSet, try store.contains(key))
        XCTAssertEqual(try readings(), Array(repeating: expected, count: 7))
      }
      property.wrappedValue = 6
      XCTAssertEqual(try readings(), Array(repeating: 6, count: 7))
      try UserSession.logIn(userID: "b", to: store)
      XCTAssertEqual(property.wrappedValue, 0)
      property.projectedValue.reset()
      XCTAssertEqual(try store.value(forKey: "users/a/UserActivity.lastViewedCurationID"), 6)
    }
  }

  func testAnAccountThatAnEarlierWrapperStoredAsJSONIsLoggedIn() throws {
    let stored: [String: PropertyListValue] = [
      "UserSession.userID": .data(Data("\"kim\"".utf8)), "users/kim/UserActivity.lastViewedCurationID": 5,
    ]
    try forEveryStore(holding: stored) { store in
      XCTAssertEqual(try store.value(for: UserSession.userID), "kim")
      XCTAssertEqual(try store.value(for: UserActivity.lastViewedCurationID), 5)
      XCTAssertEqual(Stored(UserActivity.lastViewedCurationID, store: store).wrappedValue, 5)
      try UserSession.logIn(userID: "kim", to: store)  // the same account: the session goes on
      XCTAssertEqual(try store.value(forKey: "UserSession.userID"), "kim")
    }
  }

  func testWithinATransactionTheAccountIsTheOneThatItLoggedIn() throws {
    try forEveryStore(holding: ["users/a/UserActivity.lastViewedCurationID": 5]) { store in
      try store.transaction { transaction in
        transaction[UserSession.userID] = "a"
        XCTAssertEqual(transaction[UserActivity.lastViewedCurationID], 5)
        transaction[UserSession.userID] = "b"
        XCTAssertEqual(transaction[UserActivity.lastViewedCurationID], 0)
        transaction[UserActivity.lastViewedCurationID] = 9
      }
      XCTAssertEqual(try store.value(forKey: "users/b/UserActivity.lastViewedCurationID"), 9)
    }
  }

  func testValuesFollowTheAccountThatIsLoggedIn() async throws {
    let stored: [String: PropertyListValue] = [
      "users/a/UserActivity.lastViewedNoticeCount": 5, "users/b/UserActivity.lastViewedNoticeCount": 8,
    ]
    try await forEveryStore(holding: stored) { store in
      var values = store.values(of: UserActivity.lastViewedNoticeCount).makeAsyncIterator()
      var seen: [UInt?] = [await values.next()]
      try UserSession.logIn(userID: "a", to: store)
      seen.append(await values.next())
      try UserSession.logIn(userID: "b", to: store)
      seen.append(await values.next())
      try UserSession.logOut(from: store)
      seen.append(await values.next())
      XCTAssertEqual(seen, [0, 5, 8, 0])
    }
  }

  func testWithNobodyLoggedInReadsGiveTheDefaultAndSetsAreRefused() throws {
    let key = UserActivity.lastViewedCurationID
    try forEveryStore(holding: ["users/a/UserActivity.lastViewedCurationID": 5, "b": 1]) { store in
      let property = Stored(key, store: store).projectedValue
      XCTAssertEqual(try store.value(for: key), 0)
      XCTAssertFalse(try store.contains(key))
      for change: () throws -> Void in [
        { try store.set(1, for: key) }, { try store.remove(key) }, { try store.update(key) { $0 += 1 } },
        { try property.save(1) },
        {
          try store.transaction { transaction in
            transaction["b"] = 2
            transaction[key] = 1
          }
        },
      ] { assertCode(.noActiveUser, key: key.name, change) }
      XCTAssertEqual(try store.value(forKey: "users/a/UserActivity.lastViewedCurationID"), 5)
      XCTAssertEqual(try store.value(forKey: "b"), 1)
      XCTAssertEqual(try store.keys, ["users/a/UserActivity.lastViewedCurationID", "b"])
    }
  }

  func testAnAccountsKeysNeedNotBeOfTheNamespace() throws {
    try forEveryStore { store in
      try UserSession.logIn(userID: "a", to: store)
      try store.set(1, for: StoredKey("Editor.fontSize", default: 0, scope: .activeUser))
      try store.set(2, for: StoredKey("Editor.fontSize", default: 0, scope: .user("b")))
      try store.set(3, for: StoredKey("Editor.fontSize", default: 0))
      XCTAssertEqual(try UserActivity.userIDs(in: store), ["a", "b"])
      try UserActivity.removeAll(ofUser: "a", from: store)
      XCTAssertEqual(try store.value(for: UserSession.userID), "a")
      XCTAssertEqual(try store.keys, ["UserSession.userID", "users/b/Editor.fontSize", "Editor.fontSize"])
    }
  }

  func testAnAccountOfWhichOnlyADisplacedValueIsLeftCanStillBeFoundAndRemoved() throws {
    try forEveryStore(holding: ["users/a/n": "text"]) { store in
      try store.remove(StoredKey("n", default: 0, scope: .user("a")))
      XCTAssertEqual(try store.keys, [])
      XCTAssertEqual(try UserActivity.userIDs(in: store), ["a"])
      try UserActivity.removeAll(ofUser: "a", from: store)
      XCTAssertEqual(try UserActivity.userIDs(in: store), [])
      XCTAssertEqual(try store.displacedValues, [:])
    }
  }

  func testAnEmptyIDIsRefused() throws {
    let key = StoredKey("n", default: 0, scope: .user(""))
    try forEveryStore { store in
      assertCode(.invalidName, key: "n") { try store.set(1, for: key) }
      assertCode(.invalidName, key: "n") { _ = try store.value(for: key) }
      assertCode(.invalidName) { try UserActivity.removeAll(ofUser: "", from: store) }
    }
  }

  func testABadgeShowsWhileThereIsSomethingNewerAndFollowsTheAccount() throws {
    // The last release knew no notice count.
    let stored: [String: PropertyListValue] = [
      "UserSession.userID": "kim", "users/kim/UserActivity.lastViewedCurationID": 41,
    ]
    try forEveryStore(holding: stored) { store in
      func showsBadge() -> Bool {
        store[UserActivity.lastViewedCurationID] < 42 || store[UserActivity.lastViewedNoticeCount] < 3
      }
      XCTAssertTrue(showsBadge())
      try store.transaction { transaction in
        transaction[UserActivity.lastViewedCurationID] = 42
        transaction[UserActivity.lastViewedNoticeCount] = 3
      }
      XCTAssertFalse(showsBadge())
      try UserSession.logIn(userID: "lee", to: store)
      XCTAssertTrue(showsBadge())
      try UserSession.logIn(userID: "kim", to: store)
      XCTAssertFalse(showsBadge())
      try UserSession.deleteAccount(from: store)
      try UserSession.logIn(userID: "kim", to: store)
      XCTAssertTrue(showsBadge())
    }
  }
}
