public import Foundation

/// Typed keys of the account that is logged in, and its log-in, log-out and deletion.
///
/// Apps add keys of their own by an extension. Every key whose name begins with `UserSession.` belongs to the session,
/// and goes with it:
///
/// ```swift
/// extension UserSession {
///   static let plan = StoredKey("UserSession.plan", default: "free")
/// }
/// ```
public enum UserSession {
  /// The account that is logged in; ``StoreScope/activeUser`` keys follow it.
  ///
  /// Read it anywhere, and set it by ``logIn(userID:to:setting:)`` and ``logOut(from:)``. Setting it directly is an
  /// ordinary set of one key: it switches whose values are read, and leaves the tokens of the session before as they
  /// are. The empty text and a value of another type stand for nobody.
  public static let userID = StoredKey<String?>(KeyName.activeUser)
  /// The account's e-mail address.
  public static let email = StoredKey<String?>("UserSession.email")
  /// The account's nickname.
  public static let nickname = StoredKey<String?>("UserSession.nickname")
  /// Where the account's picture is.
  public static let profileImage = StoredKey<String?>("UserSession.profileImage")
  /// The token that requests carry.
  ///
  /// A preferences file is no keychain: what must stay secret belongs there.
  public static let accessToken = StoredKey<String?>("UserSession.accessToken", isSecret: true)
  /// The token that renews ``accessToken``.
  ///
  /// A preferences file is no keychain: what must stay secret belongs there.
  public static let refreshToken = StoredKey<String?>("UserSession.refreshToken", isSecret: true)
  /// When the account logged in.
  public static let loginTime = StoredKey<Date?>("UserSession.loginTime")
  /// Whether to log in again at the next launch.
  public static let isAutoLoginEnabled = StoredKey("UserSession.isAutoLoginEnabled", default: false)

  /// What the name of every key of the session begins with.
  static let prefix = "UserSession."

  /// Logs an account in, in one transaction.
  ///
  /// Unless this account is logged in already, all that stands in the session is removed first, what was displaced from
  /// it too: nothing of an earlier account is left, nor anything that was set before the log-in. For the account that
  /// is logged in already the session goes on, with what `body` sets.
  ///
  /// Accounts are told apart by the bytes of their ids: two Unicode forms of one text are two accounts.
  /// - Parameters:
  ///   - userID: The account, any text but the empty one.
  ///   - store: The store.
  ///   - body: Sets what else the session holds; ``StoreScope/activeUser`` keys are this account's already.
  /// - Throws: ``StoreError``, or what the body throws; nothing has changed then.
  public static func logIn(
    userID: String, to store: any KeyValueStore = DefaultStore.current,
    setting body: (inout StoreTransaction) throws -> Void = { _ in }
  ) throws {
    guard !userID.isEmpty else { throw StoreError.emptyUserID(self.userID.name) }
    try store.transaction { transaction in
      let isLoggedIn = transaction.activeUserID?.utf8.elementsEqual(userID.utf8) ?? false
      if !isLoggedIn { transaction.removeSession() }
      transaction[self.userID] = userID
      try body(&transaction)
    }
  }

  /// Removes all that the session holds, the keys that an app added too; the account's activity stays.
  ///
  /// What was displaced from the session goes too. With nobody logged in, what is left of a session is removed.
  /// - Parameter store: The store.
  /// - Throws: ``StoreError``; nothing has changed then.
  public static func logOut(from store: any KeyValueStore = DefaultStore.current) throws {
    try store.transaction { $0.removeSession() }
  }

  /// Removes the activity and then the session of the account that is logged in, in one transaction.
  ///
  /// The activity is all that is stored for the account, under whatever keys, and what was displaced from it. Other
  /// accounts' stays. With nobody logged in, this is a log-out.
  /// - Parameter store: The store.
  /// - Throws: ``StoreError``; nothing has changed then.
  public static func deleteAccount(from store: any KeyValueStore = DefaultStore.current) throws {
    try store.transaction { transaction in
      if let id = transaction.activeUserID { transaction.removeActivity(ofUser: id) }
      transaction.removeSession()
    }
  }
}

extension StoreTransaction {
  /// Removes the keys of the session, those that the account has for itself alone too.
  mutating func removeSession() {
    let shared = UserSession.prefix
    let own = activeUserID.map { KeyName.scoped(UserSession.prefix, toUser: $0) } ?? shared
    removeAll { $0.utf8.starts(with: shared.utf8) || $0.utf8.starts(with: own.utf8) }
  }

  /// Removes everything that is stored for an account.
  mutating func removeActivity(ofUser id: String) {
    let prefix = KeyName.prefix(ofUser: id)
    removeAll { $0.utf8.starts(with: prefix.utf8) }
  }
}
