import DefaultsKit

// Three namespaces, as an app would declare them.

/// A string-keyed namespace: what a log-in leaves behind. (A password is no preference: it belongs in a keychain.)
@MainActor enum Login {
  enum Key: String {
    case userId, email, accessToken, refreshToken, nick, profileImage, autoLoginEnabled
  }

  @Stored(Key.userId) static var userID: String?
  @Stored(Key.email) static var email = "이메일 없음"
  @Stored(Key.accessToken, isSecret: true) static var accessToken: String?
  @Stored(Key.refreshToken, isSecret: true) static var refreshToken: String?
  @Stored(Key.nick) static var nick = "닉네임 없음"
  @Stored(Key.profileImage) static var profileImage: String?
  @Stored(Key.autoLoginEnabled) static var isAutoLoginEnabled = false
}

/// Optional and Codable values, under the names that the app's earlier, hand-written wrapper used.
@MainActor enum Account {
  enum Key: String {
    case userId = "account.userId"
    case loginTime = "account.loginTime"
    case profile = "com.my.company.profile"
  }

  nonisolated static let userIDKey = StoredKey<String?>(Key.userId)
  nonisolated static let loginTimeKey = StoredKey<Int?>(Key.loginTime)
  nonisolated static let profileKey = StoredKey<Profile?>.codable(Key.profile)

  @Stored(userIDKey) static var userID
  @Stored(loginTimeKey) static var loginTime
  @CodableStored(profileKey) static var profile
}

struct Profile: Codable, Sendable {
  struct Location: Codable, Sendable {
    var latitude: Double
    var longitude: Double
  }

  var name: String
  var location: Location
}

/// A coordinate between screens, once as a type of its own and once as a dictionary.
@MainActor enum Map {
  @CodableStored("place") static var place = MapCoordinate(lat: 30, lng: 30)
  @Stored("center") static var center = ["lat": 30.0, "lng": 30.0]
}

struct MapCoordinate: Codable, Sendable {
  var lat: Double
  var lng: Double
}

@MainActor enum App {
  @Stored("launches") static var launches = 0
}
