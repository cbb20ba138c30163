/// Encodes any `Encodable` value as a property-list value, with no bytes in between.
public struct PropertyListValueEncoder: Sendable {
  /// Creates an encoder.
  public init() {}

  /// Encodes a value; a scalar at the top too.
  ///
  /// - Parameter value: The value to encode.
  /// - Returns: The property-list value.
  /// - Throws: `EncodingError` with the full coding path.
  public func encode<T: Encodable>(_ value: T) throws -> PropertyListValue {
    throw PropertyListError(description: "not built yet")
  }
}
