import Foundation

/// The rules for the names under which values are stored.
enum KeyName {
  /// The key of the store's own records: displaced values, applied migrations, a file's identity.
  static let record = "$defaultskit"
  /// What every account's names begin with.
  static let usersPrefix = "users/"
  /// The key that holds the account that is logged in.
  static let activeUser = "UserSession.userID"

  /// Why a user may not store under a name, or nil where they may.
  static func problem(with name: String) -> String? {
    if name.isEmpty { return "a key's name is empty" }
    if isScoped(name) { return "names that begin with 'users/' are reserved; give the key a scope instead" }
    if name == record { return "this name is reserved for the store's own record" }
    return nil
  }

  /// Whether a name is one of an account's.
  static func isScoped(_ name: String) -> Bool { name.utf8.starts(with: usersPrefix.utf8) }

  /// The name under which an account's value is stored: `users/<percent-encoded id>/<name>`.
  static func scoped(_ name: String, toUser id: String) -> String { prefix(ofUser: id) + name }

  /// What every name of one account begins with.
  static func prefix(ofUser id: String) -> String { usersPrefix + percentEncoded(id) + "/" }

  /// The account whose value a stored name holds, or nil for a shared one.
  static func userID(in name: String) -> String? {
    guard isScoped(name) else { return nil }
    let rest = name.utf8.dropFirst(usersPrefix.utf8.count)
    guard let end = rest.firstIndex(of: UInt8(ascii: "/")), end > rest.startIndex else { return nil }
    return Substring(rest[..<end]).removingPercentEncoding
  }

  /// The account's part of a stored name, `users/<percent-encoded id>/`, or nil for a shared one.
  static func accountPrefix(of name: String) -> String? {
    guard isScoped(name) else { return nil }
    let end = name.utf8.dropFirst(usersPrefix.utf8.count).firstIndex(of: UInt8(ascii: "/"))
    return end.map { String(name.utf8[...$0]) } ?? nil
  }

  /// Whether a name is exactly what a key with an account's scope is stored under.
  static func isAccountsOwn(_ name: String) -> Bool {
    guard let id = userID(in: name) else { return false }
    let key = String(unscoped(name))
    return problem(with: key) == nil && scoped(key, toUser: id).utf8.elementsEqual(name.utf8)
  }

  /// The name that a key was declared with: a stored name without the account's part.
  static func unscoped(_ name: String) -> Substring {
    name[name.utf8.dropFirst(accountPrefix(of: name)?.utf8.count ?? 0).startIndex...]
  }

  // RFC 3986, section 2.3: all but unreserved characters, so that an id can hold anything and never a slash.
  private static func percentEncoded(_ id: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in id.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.append(byte)
      default:
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
