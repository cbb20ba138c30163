import DefaultsKit

/// A badge on a news tab: what each account has seen, and whether there is something newer.
@MainActor enum News {
  /// What this release keeps of each account.
  struct Seen: Codable, Sendable {
    var lastViewedCurationID: UInt = 0
    /// New in this release: what earlier ones stored lacks it, and takes it from the default.
    var lastViewedNoticeCount: UInt = 0
  }

  @Stored(UserSession.userID) static var userID
  @Stored(UserSession.nickname) static var nickname
  @CodableStored(UserActivity.seen) static var seen

  static func showsBadge(noticeCount: UInt) -> Bool { noticeCount > seen.lastViewedNoticeCount }

  static func open(noticeCount: UInt) throws { try $seen.update { $0.lastViewedNoticeCount = noticeCount } }
}

extension UserActivity {
  static let seen = StoredKey.codable("UserActivity.seen", default: News.Seen(), scope: .activeUser)
}

/// What the previous release kept, under the same name.
struct SeenInThePreviousRelease: Codable, Sendable {
  var lastViewedCurationID: UInt

  /// Leaves what the previous release would have left for an account.
  static func leave(_ seen: SeenInThePreviousRelease, forUser id: String) throws {
    let key = StoredKey.codable(UserActivity.seen.name, default: seen, scope: .user(id))
    try DefaultStore.current.set(seen, for: key)
  }
}
