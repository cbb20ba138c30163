/// Whose value a key names.
public enum StoreScope: Sendable, Hashable {
  /// One value for everybody.
  case shared
  /// A value of the account that is logged in: that of `UserSession.userID` in the same store.
  case activeUser
  /// A value of one account, whoever is logged in.
  case user(String)
}
