import Foundation
import XCTest

@testable import DefaultsKit

extension UserSession {
  fileprivate static let plan = StoredKey("UserSession.plan", default: "free")
  fileprivate static let draft = StoredKey("UserSession.draft", default: "", scope: .activeUser)
}

extension UserActivity {
  fileprivate static let lastSeenEvent = StoredKey("UserActivity.lastSeenEvent", default: 0, scope: .activeUser)
}

final class UserSessionTests: XCTestCase {
  /// What the release before this one left: `kim` is logged in, `lee` was.
  private let stored: [String: PropertyListValue] = [
    "UserSession.userID": "kim", "UserSession.email": "kim@example.com", "UserSession.nickname": "킴",
    "UserSession.accessToken": "token-1", "UserSession.refreshToken": "token-2",
    "UserSession.loginTime": .date(Date(timeIntervalSinceReferenceDate: 700_000_000)),
    "UserSession.isAutoLoginEnabled": true, "UserSession.plan": "pro", "UserSession.removedInThisRelease": [1],
    "users/kim/UserActivity.lastViewedCurationID": 7, "users/kim/theme": "dark",
    "users/lee/UserActivity.lastViewedCurationID": 3,
    "volume": 4, "UserSessionCount": 12, "userSession.email": "other",
  ]
  private let activity: Set = [
    "users/kim/UserActivity.lastViewedCurationID", "users/kim/theme", "users/lee/UserActivity.lastViewedCurationID",
  ]
  private let others: Set = ["volume", "UserSessionCount", "userSession.email"]

  func testWhatTheLastReleaseStoredIsRead() throws {
    try forEveryStore(holding: stored) { store in
      XCTAssertEqual(try store.value(for: UserSession.userID), "kim")
      XCTAssertEqual(try store.value(for: UserSession.email), "kim@example.com")
      XCTAssertEqual(try store.value(for: UserSession.nickname), "킴")
      XCTAssertNil(try store.value(for: UserSession.profileImage))
      XCTAssertEqual(try store.value(for: UserSession.accessToken), "token-1")
      XCTAssertEqual(try store.value(for: UserSession.refreshToken), "token-2")
      XCTAssertEqual(
        try store.value(for: UserSession.loginTime), Date(timeIntervalSinceReferenceDate: 700_000_000))
      XCTAssertTrue(try store.value(for: UserSession.isAutoLoginEnabled))
      XCTAssertEqual(try store.value(for: UserActivity.lastViewedCurationID), 7)
      XCTAssertEqual(try store.value(for: UserActivity.lastViewedNoticeCount), 0)
    }
  }

  func testTheNamesAreThoseThatAreStored() {
    let names = [
      UserSession.userID.name, UserSession.email.name, UserSession.nickname.name, UserSession.profileImage.name,
      UserSession.accessToken.name, UserSession.refreshToken.name, UserSession.loginTime.name,
      UserSession.isAutoLoginEnabled.name,
    ]
    let fields = [
      "userID", "email", "nickname", "profileImage", "accessToken", "refreshToken", "loginTime", "isAutoLoginEnabled",
    ]
    XCTAssertEqual(names, fields.map { "UserSession." + $0 })
    XCTAssertTrue(UserSession.accessToken.isSecret && UserSession.refreshToken.isSecret)
  }

  func testLogInStoresTheSessionInOneTransaction() throws {
    try forEveryStore { store in
      try UserSession.logIn(userID: "kim", to: store) { session in
        session[UserSession.email] = "kim@example.com"
        session[UserSession.isAutoLoginEnabled] = true
        session[UserActivity.lastSeenEvent] = 9
      }
      XCTAssertEqual(
        try store.keys,
        [
          "UserSession.userID", "UserSession.email", "UserSession.isAutoLoginEnabled",
          "users/kim/UserActivity.lastSeenEvent",
        ])
      XCTAssertEqual(try store.value(forKey: "UserSession.userID"), "kim")
    }
  }

  func testALogInThatFailsChangesNothing() throws {
    struct Refused: Error {}
    try forEveryStore(holding: stored) { store in
      XCTAssertThrowsError(
        try UserSession.logIn(userID: "lee", to: store) { session in
          session[UserSession.email] = "lee@example.com"
          throw Refused()
        }
      ) { XCTAssertTrue($0 is Refused) }
      assertCode(.invalidName, key: "") { try UserSession.logIn(userID: "lee", to: store) { $0[""] = 1 } }
      assertCode(.invalidName, key: "UserSession.userID") { try UserSession.logIn(userID: "", to: store) }
      for (name, value) in stored { XCTAssertEqual(try store.value(forKey: name), value, name) }
      XCTAssertEqual(try store.keys, Set(stored.keys))
    }
  }

  func testLogInAsAnotherAccountLeavesNothingOfTheEarlierSession() throws {
    try forEveryStore(holding: stored) { store in
      try UserSession.logIn(userID: "lee", to: store) { $0[UserSession.email] = "lee@example.com" }
      XCTAssertEqual(
        try store.keys, activity.union(others).union(["UserSession.userID", "UserSession.email"]))
      XCTAssertEqual(try store.value(for: UserSession.email), "lee@example.com")
      XCTAssertNil(try store.value(for: UserSession.accessToken))
      XCTAssertEqual(try store.value(for: UserSession.plan), "free")
      XCTAssertEqual(try store.value(for: UserActivity.lastViewedCurationID), 3)
    }
  }

  func testLogInAsTheSameAccountKeepsItsSession() throws {
    try forEveryStore(holding: stored) { store in
      try UserSession.logIn(userID: "kim", to: store) { $0[UserSession.accessToken] = "token-3" }
      XCTAssertEqual(try store.keys, Set(stored.keys))
      XCTAssertEqual(try store.value(for: UserSession.email), "kim@example.com")
      XCTAssertEqual(try store.value(for: UserSession.accessToken), "token-3")
    }
  }

  func testLogInLeavesNothingThatStoodInTheSessionWhileNobodyWasLoggedIn() throws {
    try forEveryStore { store in
      try store.set("left over", for: UserSession.accessToken)
      try UserSession.logIn(userID: "kim", to: store)
      XCTAssertEqual(try store.keys, ["UserSession.userID"])
    }
  }

  func testLogOutRemovesEveryKeyOfTheSessionAndKeepsTheActivity() throws {
    try forEveryStore(holding: stored) { store in
      try UserSession.logOut(from: store)
      XCTAssertEqual(try store.keys, activity.union(others))
      XCTAssertNil(try store.value(for: UserSession.userID))
      XCTAssertEqual(try store.value(for: UserActivity.lastViewedCurationID), 0)
      try UserSession.logIn(userID: "kim", to: store)
      XCTAssertEqual(try store.value(for: UserActivity.lastViewedCurationID), 7)
      XCTAssertNil(try store.value(for: UserSession.accessToken))
    }
  }

  func testAKeyOfTheSessionThatIsScopedToTheAccountEndsWithTheSessionToo() throws {
    try forEveryStore(holding: stored) { store in
      try store.set("unsent", for: UserSession.draft)
      try store.set("unsent", for: StoredKey("UserSession.draft", default: "", scope: .user("lee")))
      try UserSession.logOut(from: store)
      XCTAssertEqual(try store.keys, activity.union(others).union(["users/lee/UserSession.draft"]))
    }
  }

  func testDeletionRemovesTheAccountsActivityAndTheSessionAtOnce() throws {
    try forEveryStore(holding: stored) { store in
      try UserSession.deleteAccount(from: store)
      XCTAssertEqual(try store.keys, others.union(["users/lee/UserActivity.lastViewedCurationID"]))
      try UserSession.logIn(userID: "kim", to: store)  // created again, it starts clean
      XCTAssertEqual(try store.value(for: UserActivity.lastViewedCurationID), 0)
      XCTAssertEqual(try store.keys.filter { $0.hasPrefix("users/kim/") }, [])
    }
  }

  func testDeletionIsOneChange() async throws {
    try await forEveryStore(holding: ["UserSession.userID": "kim", "users/kim/a": 1, "b": 1]) { store in
      var changes = store.changes().makeAsyncIterator()
      try UserSession.deleteAccount(from: store)
      let change = await changes.next()
      XCTAssertEqual(change?.keys, ["UserSession.userID", "users/kim/a"])
    }
  }

  func testLogOutAndDeletionWithNobodyLoggedInRemoveWhatIsLeftOfASession() throws {
    for end in [UserSession.logOut, UserSession.deleteAccount] {
      try forEveryStore(holding: ["UserSession.email": "x", "users/kim/a": 1]) { store in
        try end(store)
        XCTAssertEqual(try store.keys, ["users/kim/a"])
        try end(store)
      }
    }
  }

  func testNoOldTokenSurvivesAmongTheDisplacedValues() throws {
    var stored = stored
    stored["UserSession.accessToken"] = ["old": "token"]  // no text: an earlier release kept it otherwise
    stored["users/kim/theme"] = 4
    stored["users/lee/theme"] = 5
    stored["volume"] = "loud"
    let theme = { (id: String) in StoredKey("theme", default: "light", scope: .user(id)) }
    func displaceAll(in store: any KeyValueStore) throws {
      try store.set("token-9", for: UserSession.accessToken)
      try store.set("dark", for: theme("kim"))
      try store.set("dark", for: theme("lee"))
      try store.set(5, for: StoredKey("volume", default: 0))
      XCTAssertEqual(
        Set(try store.displacedValues.keys),
        ["UserSession.accessToken", "users/kim/theme", "users/lee/theme", "volume"])
    }
    let afterEnds: [((any KeyValueStore) throws -> Void, Set<String>)] = [
      ({ try UserSession.logOut(from: $0) }, ["users/kim/theme", "users/lee/theme", "volume"]),
      ({ try UserSession.logIn(userID: "lee", to: $0) }, ["users/kim/theme", "users/lee/theme", "volume"]),
      (
        { try UserSession.logIn(userID: "kim", to: $0) },
        ["UserSession.accessToken", "users/kim/theme", "users/lee/theme", "volume"]
      ),
      ({ try UserSession.deleteAccount(from: $0) }, ["users/lee/theme", "volume"]),
      (
        { try UserActivity.removeAll(ofUser: "lee", from: $0) },
        ["UserSession.accessToken", "users/kim/theme", "volume"]
      ),
      ({ try $0.removeAll() }, []),
    ]
    for (end, left) in afterEnds {
      try forEveryStore(holding: stored) { store in
        try displaceAll(in: store)
        try end(store)
        XCTAssertEqual(Set(try store.displacedValues.keys), left)
      }
    }
  }

  func testATokenThatARenameDisplacedGoesWithTheSessionThatItBelongsTo() throws {
    let stored: [String: PropertyListValue] = [
      "token": "old", "UserSession.accessToken": "new", "UserSession.userID": "kim", "a": 1, "b": 2,
    ]
    try forEveryStore(holding: stored) { store in
      try store.transaction { transaction in
        transaction.rename("token", to: "UserSession.accessToken")
        transaction.rename("a", to: "b")
      }
      XCTAssertEqual(try store.displacedValues, ["token": "old", "a": 1])
      try UserSession.logOut(from: store)
      XCTAssertEqual(try store.displacedValues, ["a": 1])
    }
  }

  func testSettingTheUserIDItselfSwitchesTheActivityAndLeavesTheSession() throws {
    try forEveryStore(holding: stored) { store in
      try store.set("lee", for: UserSession.userID)
      XCTAssertEqual(try store.value(for: UserActivity.lastViewedCurationID), 3)
      XCTAssertEqual(try store.keys, Set(stored.keys))
      try store.set(nil, for: UserSession.userID)
      XCTAssertEqual(try store.value(for: UserActivity.lastViewedCurationID), 0)
    }
  }

  func testAUserIDThatIsEmptyOrNoTextStandsForNobody() throws {
    for value: PropertyListValue in ["", 42, ["kim"], .data(Data([0, 1]))] {
      try forEveryStore(holding: ["UserSession.userID": value]) { store in
        XCTAssertEqual(try store.value(for: UserActivity.lastViewedCurationID), 0)
        assertCode(.noActiveUser, key: "UserActivity.lastViewedCurationID") {
          try store.set(1, for: UserActivity.lastViewedCurationID)
        }
        try UserSession.logIn(userID: "kim", to: store)
        XCTAssertEqual(try store.value(for: UserSession.userID), "kim")
        XCTAssertEqual(try store.displacedValues, [:])
      }
    }
  }

  func testTokensNeverAppearInErrors() throws {
    try forEveryStore(holding: ["UserSession.accessToken": ["hunter2"]]) { store in
      XCTAssertThrowsError(try store.value(for: UserSession.accessToken)) { error in
        var dumped = ""
        dump(error, to: &dumped)
        XCTAssertFalse("\(error) \(error.localizedDescription) \(dumped)".contains("hunter2"))
      }
    }
  }
}
