import DefaultsKit
import Foundation
import XCTest

/// Four programs that people wrote by hand, as their writers would write them on this library.
final class DefaultsTests: XCTestCase {
  // MARK: A string-keyed namespace

  private enum Key: String {
    case userId, email, accessToken, refreshToken, nick, profileImage, autoLoginEnabled
  }

  @MainActor private enum Session {
    @Stored(Key.userId) static var userID: String?
    @Stored(Key.email) static var email = "이메일 없음"
    @Stored(Key.accessToken, isSecret: true) static var accessToken: String?
    @Stored(Key.refreshToken, isSecret: true) static var refreshToken: String?
    @Stored(Key.nick) static var nick = "닉네임 없음"
    @Stored(Key.profileImage) static var profileImage: String?
    @Stored(Key.autoLoginEnabled) static var isAutoLoginEnabled = false
  }

  @MainActor func testAStringKeyedNamespaceReadsItsDefaultsAndThenWhatWasSet() async throws {
    let store = InMemoryStore()
    DefaultStore.withOverride(store) {
      XCTAssertNil(Session.userID)
      XCTAssertEqual(Session.email, "이메일 없음")
      XCTAssertNil(Session.accessToken)
      XCTAssertEqual(Session.nick, "닉네임 없음")
      XCTAssertFalse(Session.isAutoLoginEnabled)
      XCTAssertFalse(Session.$email.isSet)
      XCTAssertEqual(store.keys, [])  // reading writes nothing

      Session.userID = "42"
      Session.email = "kim@example.com"
      Session.accessToken = "secret"
      Session.nick = "김"
      Session.isAutoLoginEnabled = true
      XCTAssertEqual(Session.userID, "42")
      XCTAssertEqual(Session.email, "kim@example.com")
      XCTAssertEqual(Session.nick, "김")
      XCTAssertTrue(Session.isAutoLoginEnabled)
      XCTAssertTrue(Session.$email.isSet)
      XCTAssertEqual(store.value(forKey: "email"), "kim@example.com")

      Session.userID = nil
      Session.$email.reset()
      XCTAssertNil(Session.userID)
      XCTAssertEqual(Session.email, "이메일 없음")
      XCTAssertEqual(store.keys, ["accessToken", "autoLoginEnabled", "nick"])
    }
  }

  // MARK: Optional and Codable values

  private struct Profile: Codable, Sendable, Equatable {
    struct Location: Codable, Sendable, Equatable {
      var latitude = 37.5
      var longitude = 127.0
    }

    var name: String
    var location = Location()
    var nickname: String?
  }

  private enum ProfileKey: String {
    case userId, loginTime
    case profile = "com.my.company.profile"
  }

  @MainActor private enum Account {
    @Stored(ProfileKey.userId) static var userID: String?
    @Stored(ProfileKey.loginTime) static var loginTime: Int?
    @CodableStored(ProfileKey.profile) static var profile: Profile?
  }

  @MainActor func testOptionalAndCodableValuesAreReadBack() async throws {
    let store = InMemoryStore()
    DefaultStore.withOverride(store) {
      XCTAssertNil(Account.userID)
      XCTAssertNil(Account.loginTime)
      XCTAssertNil(Account.profile)
      let profile = Profile(name: "Kim", location: .init(latitude: 35.1, longitude: 129.0))
      Account.userID = "42"
      Account.loginTime = 1_700_000_000
      Account.profile = profile
      XCTAssertEqual(Account.loginTime, 1_700_000_000)
      XCTAssertEqual(Account.profile, profile)
      Account.profile?.location.latitude = 36
      XCTAssertEqual(Account.profile?.location.latitude, 36)
      Account.profile = nil
      XCTAssertEqual(store.keys, ["userId", "loginTime"])
    }
  }

  @MainActor func testTheBlobsOfAHandWrittenWrapperAreReadAndBecomePlainValues() async throws {
    let store = InMemoryStore([
      "userId": .data(Data(#""42""#.utf8)),
      "loginTime": .data(Data("1700000000".utf8)),
      "com.my.company.profile": .data(
        Data(#"{"name":"Kim","location":{"latitude":35.1,"longitude":129}}"#.utf8)),
    ])
    DefaultStore.withOverride(store) {
      XCTAssertEqual(Account.userID, "42")
      XCTAssertEqual(Account.loginTime, 1_700_000_000)
      XCTAssertEqual(Account.profile, Profile(name: "Kim", location: .init(latitude: 35.1, longitude: 129)))
      let profile = Account.profile
      Account.profile = profile
      Account.loginTime = 1_700_000_001
      XCTAssertEqual(store.value(forKey: "loginTime"), 1_700_000_001)
      XCTAssertEqual(store.value(forKey: "com.my.company.profile")?.dictionary?["name"], "Kim")
    }
    XCTAssertEqual(try store.displacedValues, [:])
  }

  // MARK: A badge on a news tab

  @MainActor private enum News {
    @Stored(UserActivity.lastViewedNoticeCount) static var lastViewedNoticeCount

    static func showsBadge(noticeCount: UInt) -> Bool { noticeCount > lastViewedNoticeCount }
  }

  @MainActor func testTheBadgeFollowsTheAccountThatIsLoggedIn() async throws {
    let store = InMemoryStore()
    try DefaultStore.withOverride(store) {
      try UserSession.logIn(userID: "kim") { $0[UserSession.nickname] = "김" }
      XCTAssertTrue(News.showsBadge(noticeCount: 3))
      News.lastViewedNoticeCount = 3
      XCTAssertFalse(News.showsBadge(noticeCount: 3))

      try UserSession.logIn(userID: "lee")
      XCTAssertNil(DefaultStore.current[UserSession.nickname])
      XCTAssertTrue(News.showsBadge(noticeCount: 3))

      try UserSession.logIn(userID: "kim")
      XCTAssertFalse(News.showsBadge(noticeCount: 3))
      try UserSession.logOut()
      XCTAssertEqual(try UserActivity.userIDs(), ["kim"])
      XCTAssertEqual(News.lastViewedNoticeCount, 0)

      try UserSession.logIn(userID: "kim")
      XCTAssertFalse(News.showsBadge(noticeCount: 3))
      try UserSession.deleteAccount()
      XCTAssertEqual(store.keys, [])
    }
  }

  // MARK: A coordinate between screens

  private struct MapCoordinate: Codable, Sendable, Equatable {
    var lat: Double
    var lng: Double
  }

  @MainActor private enum Map {
    @CodableStored("place") static var place = MapCoordinate(lat: 30, lng: 30)
    @Stored("center") static var center = ["lat": 30.0, "lng": 30.0]
  }

  @MainActor func testACoordinateIsKeptAsATreeThatAnyToolCanRead() async throws {
    let store = InMemoryStore()
    DefaultStore.withOverride(store) {
      XCTAssertEqual(Map.place, MapCoordinate(lat: 30, lng: 30))
      XCTAssertEqual(Map.center, ["lat": 30, "lng": 30])
      Map.place.lat = 37.5
      Map.center["lat"] = 37.5
      XCTAssertEqual(Map.place, MapCoordinate(lat: 37.5, lng: 30))
      XCTAssertEqual(store.value(forKey: "place"), ["lat": 37.5, "lng": 30.0])
      XCTAssertEqual(store.value(forKey: "center"), ["lat": 37.5, "lng": 30.0])
    }
  }
}

extension PropertyListValue {
  fileprivate var dictionary: [String: PropertyListValue]? {
    if case .dictionary(let fields) = self { fields } else { nil }
  }
}
