/// Typed keys of what each account did: they follow the account that is logged in.
///
/// Log-out keeps them, and the next log-in of the account finds them again; deletion removes them. With nobody logged in
/// they read as their defaults, and setting one is ``StoreError/Code/noActiveUser``. Apps add keys of their own:
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

  /// The accounts of which a store holds anything, as they were given at log-in.
  ///
  /// An account counts whatever its values are: an activity that this library names, keys that an app scoped to it, what
  /// was displaced from them. Two ids that are Unicode forms of one text are two accounts, but one element of a set: it
  /// stands for the other once the one is removed. Complexity: O(*n*) in the number of names.
  /// - Parameter store: The store.
  /// - Returns: The accounts' ids.
  /// - Throws: ``StoreError`` where the store cannot be read.
  public static func userIDs(in store: any KeyValueStore = DefaultStore.current) throws -> Set<String> {
    Set(try store.keys.union(store.displacedValues.keys).compactMap(KeyName.userID(in:)))
  }

  /// Removes all that is stored for an account, and what was displaced from it; who is logged in stays so.
  ///
  /// The keys need not be of this namespace: all that is scoped to the account goes.
  /// - Parameters:
  ///   - userID: The account.
  ///   - store: The store.
  /// - Throws: ``StoreError``; nothing has changed then.
  public static func removeAll(ofUser userID: String, from store: any KeyValueStore = DefaultStore.current) throws {
    guard !userID.isEmpty else { throw StoreError.emptyUserID(UserSession.userID.name) }
    try store.transaction { $0.removeActivity(ofUser: userID) }
  }
}
