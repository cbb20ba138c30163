public import Foundation

/// Typed keys of the account that is logged in, and its log-in, log-out and deletion.
///
/// Apps add keys of their own by an extension; names that begin with `UserSession.` are removed at log-out.
public enum UserSession {
  /// The account that is logged in; ``StoreScope/activeUser`` keys follow it.
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
  public static let refreshToken = StoredKey<String?>("UserSession.refreshToken", isSecret: true)
  /// When the account logged in.
  public static let loginTime = StoredKey<Date?>("UserSession.loginTime")
  /// Whether to log in again at the next launch.
  public static let isAutoLoginEnabled = StoredKey("UserSession.isAutoLoginEnabled", default: false)

  static let prefix = "UserSession."

  /// Logs an account in, in one transaction.
  ///
  /// Where another account is logged in, all that its session holds is removed first.
  /// - Parameters:
  ///   - userID: The account, any text but the empty one.
  ///   - store: The store.
  ///   - body: Sets what else the session holds.
  /// - Throws: ``StoreError``, or what the body throws; nothing has changed then.
  public static func logIn(
    userID: String, to store: any KeyValueStore = DefaultStore.current,
    setting body: (inout StoreTransaction) throws -> Void = { _ in }
  ) throws {
    guard !userID.isEmpty else {
      throw StoreError(code: .invalidName, key: self.userID.name, reason: "An account's id is not empty.")
    }
    try store.transaction { transaction in
      if transaction.activeUserID != userID { transaction.removeSession() }
      transaction[self.userID] = userID
      try body(&transaction)
      try transaction.checkForErrors()
    }
  }

  /// Removes all that the session holds, the keys that an app added too; the account's activity stays.
  ///
  /// - Parameter store: The store.
  /// - Throws: ``StoreError``; nothing has changed then.
  public static func logOut(from store: any KeyValueStore = DefaultStore.current) throws {
    try store.transaction { $0.removeSession() }
  }

  /// Removes the activity and then the session of the account that is logged in, in one transaction.
  ///
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
  mutating func removeSession() { removeAll { $0.utf8.starts(with: UserSession.prefix.utf8) } }

  mutating func removeActivity(ofUser id: String) {
    let prefix = KeyName.prefix(ofUser: id)
    removeAll { $0.utf8.starts(with: prefix.utf8) }
  }

  /// Removes names, and what was displaced from them.
  private mutating func removeAll(where isIncluded: (String) -> Bool) {
    for name in keys where isIncluded(name) { store(nil, under: name) }
    let kept = record.displaced.filter { !isIncluded($0.key) }
    if kept.count != record.displaced.count { record.displaced = kept }
  }
}
