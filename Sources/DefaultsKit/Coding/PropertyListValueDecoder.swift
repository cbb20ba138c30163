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
  /// - Throws: `DecodingError` with the full coding path, also for a value that nests deeper than 512 levels, for a
  ///   ``SchemaVersioned`` value of a later release, and for one that cannot be migrated.
  public func decode<T: Decodable>(_ type: T.Type, from value: PropertyListValue) throws -> T {
    try DecodingSession(userInfo: userInfo).decode(type, from: value)
  }

  /// Decodes a value whose missing fields, at any depth, take those of a default.
  ///
  /// A field is filled from the same place of the default's encoded form; the default is encoded only when one is
  /// missing. What is stored stays as it is:
  /// - A stored nil is nil. Entries of a dictionary that are not stored do not come back; one that is stored is filled
  ///   from the default's entry of that name.
  /// - Elements of an array are not merged with those of the default, nor are the values of an enum's case: a field
  ///   that is missing there is filled where its type is ``DefaultProviding``, and is an error elsewhere.
  /// - `decodeIfPresent` is filled for a field that the default encodes as an optional; for any other, a hand-written
  ///   `decodeIfPresent(…) ?? zero` gives its zero.
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
