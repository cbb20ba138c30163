/// Encodes any `Encodable` value as a property-list value, with no bytes in between.
///
/// Structs, classes and enums with associated values become dictionaries, arrays stay arrays, and every scalar stays
/// what it is: a date is a date, a Boolean no number. `URL`, `UUID` and `Decimal` are strings, and so is an integer
/// beyond 64 bits. Every nil is kept, so that an absent field can be told from one that was nil.
public struct PropertyListValueEncoder: Sendable {
  /// What the types that are encoded find in their encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates an encoder.
  public init() {}

  /// Encodes a value; a scalar at the top too.
  ///
  /// - Parameter value: The value to encode.
  /// - Returns: The property-list value.
  /// - Throws: `EncodingError` with the full coding path: for a value that nests deeper than 512 levels or contains
  ///   itself, and for a type that encodes two values in one place.
  public func encode<T: Encodable>(_ value: T) throws -> PropertyListValue {
    try EncodingSession(userInfo: userInfo, recordsDefaults: false).encode(value)
  }
}
