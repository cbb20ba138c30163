/// Decodes any `Decodable` value from a property-list value.
///
/// Conversions are exact or they fail, as those of ``PropertyListConvertible``. Errors say where the fault is and what
/// kind of value was found there, never the value itself.
public struct PropertyListValueDecoder: Sendable {
  /// What the types that are decoded find in their decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates a decoder.
  public init() {}

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - value: The property-list value to decode it from.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError` with the full coding path.
  public func decode<T: Decodable>(_ type: T.Type, from value: PropertyListValue) throws -> T {
    try DecodingSession(userInfo: userInfo).decode(type, from: value)
  }

  /// Decodes a value whose missing fields, at any depth, take those of a default.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - value: The property-list value to decode it from.
  ///   - defaultValue: The value whose fields stand in for missing ones.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError` with the full coding path; a wrong type is an error, never filled in.
  public func decode<T: Codable>(
    _ type: T.Type, from value: PropertyListValue, fillingMissingFieldsFrom defaultValue: T
  ) throws -> T {
    let userInfo = userInfo
    let session = DecodingSession(
      userInfo: userInfo,
      encodeDefault: { try EncodingSession(userInfo: userInfo, recordsDefaults: true).encode(defaultValue) })
    return try session.decode(type, from: value)
  }
}
