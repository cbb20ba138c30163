/// Decodes any `Decodable` value from a property-list value.
public struct PropertyListValueDecoder: Sendable {
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
    throw PropertyListError(description: "not built yet")
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
    throw PropertyListError(description: "not built yet")
  }
}
