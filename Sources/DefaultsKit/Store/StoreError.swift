public import Foundation

/// What went wrong in a store: what happened, to which key and file, and what to do.
///
/// The description never shows a value that is stored under a secret key.
public struct StoreError: Error, Sendable {
  /// The kinds of faults; later releases may add to them.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind by its name.
    ///
    /// - Parameter rawValue: The name of the kind.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file could not be read: its bytes are untouched, and nothing is written over them.
    public static let fileUnreadable = Code(rawValue: "fileUnreadable")
    /// The file held no property list: its bytes were moved aside, or stay where they are.
    public static let fileCorrupted = Code(rawValue: "fileCorrupted")
    /// The change could not be written: nothing changed.
    public static let fileUnwritable = Code(rawValue: "fileUnwritable")
    /// The stored value is not of the key's type.
    public static let valueMismatch = Code(rawValue: "valueMismatch")
    /// The stored value could not be decoded as the key's `Codable` type.
    public static let decodingFailed = Code(rawValue: "decodingFailed")
    /// The value could not be turned into a property-list value: nothing changed.
    public static let encodingFailed = Code(rawValue: "encodingFailed")
    /// The stored value or file was written by a later release: it stays as it is.
    public static let schemaTooNew = Code(rawValue: "schemaTooNew")
    /// A migration failed: nothing of it was stored.
    public static let migrationFailed = Code(rawValue: "migrationFailed")
    /// A migration found a value under the new name already: that one stays, and the old one is among the displaced ones.
    public static let valueDisplaced = Code(rawValue: "valueDisplaced")
    /// The key belongs to the account that is logged in, and nobody is: nothing changed.
    public static let noActiveUser = Code(rawValue: "noActiveUser")
    /// The name cannot be used: nothing changed.
    public static let invalidName = Code(rawValue: "invalidName")
  }

  /// What kind of fault it is.
  public let code: Code
  /// The name of the key, where the fault concerns one.
  public let key: String?
  /// The file, where the fault concerns one.
  public let url: URL?
  /// The error that caused this one; nil where it could show the value of a secret key.
  public let underlyingError: (any Error)?

  /// What happened, and what to do, in sentences of this kind's own.
  let reason: String?

  /// Creates an error, for those who write a store of their own.
  ///
  /// - Parameters:
  ///   - code: What kind of fault it is.
  ///   - key: The name of the key, where the fault concerns one.
  ///   - url: The file, where the fault concerns one.
  ///   - underlyingError: The error that caused this one.
  public init(code: Code, key: String? = nil, url: URL? = nil, underlyingError: (any Error)? = nil) {
    self.init(code: code, key: key, url: url, underlyingError: underlyingError, reason: nil)
  }

  init(code: Code, key: String? = nil, url: URL? = nil, underlyingError: (any Error)? = nil, reason: String?) {
    self.code = code
    self.key = key
    self.url = url
    self.underlyingError = underlyingError
    self.reason = reason
  }

  /// The same error as one that concerns a key.
  func concerning(_ key: String) -> StoreError {
    StoreError(code: code, key: key, url: url, underlyingError: underlyingError, reason: reason)
  }
}
