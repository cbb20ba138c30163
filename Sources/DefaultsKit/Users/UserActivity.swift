/// Typed keys of what each account did: they follow the account that is logged in.
///
/// Apps add keys of their own:
///
/// ```swift
/// extension UserActivity {
///   static let lastSeenEvent = StoredKey("UserActivity.lastSeenEvent", default: 0, scope: .activeUser)
/// }
/// ```
public enum UserActivity {
  /// The curation that the account looked at last.
  public static let lastViewedCurationID = StoredKey<UInt>(
    "UserActivity.lastViewedCurationID", default: 0, scope: .activeUser)
  /// How many notices there were when the account looked last.
  public static let lastViewedNoticeCount = StoredKey<UInt>(
    "UserActivity.lastViewedNoticeCount", default: 0, scope: .activeUser)

  /// The accounts that have an activity in a store, as they were given at log-in.
  ///
  /// - Parameter store: The store.
  /// - Returns: The accounts' ids.
  /// - Throws: ``StoreError`` where the store cannot be read.
  public static func userIDs(in store: any KeyValueStore = DefaultStore.current) throws -> Set<String> {
    Set(try store.keys.compactMap(KeyName.userID(in:)))
  }

  /// Removes all that is stored of an account's activity.
  ///
  /// - Parameters:
  ///   - userID: The account.
  ///   - store: The store.
  /// - Throws: ``StoreError``; nothing has changed then.
  public static func removeAll(ofUser userID: String, from store: any KeyValueStore = DefaultStore.current) throws {
    try store.transaction { $0.removeActivity(ofUser: userID) }
  }
}
