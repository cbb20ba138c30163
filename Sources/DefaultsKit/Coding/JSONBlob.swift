import Foundation

/// JSON text that an earlier, hand-written wrapper left where this release keeps a property-list value.
///
/// A stored `Data` may be any JSON. A stored `String` is taken for JSON only where its first character is `{`, `[` or a
/// quote: others are plain text of another type.
enum JSONBlob {
  /// What became of reading a stored value as JSON.
  enum Outcome<Value> {
    /// The stored value is no JSON text, or none of this type.
    case none
    /// JSON null: the key counts as unset.
    case null
    /// The value.
    case value(Value)
  }

  /// Reads a stored `Data` or `String` as JSON text of a convertible type.
  ///
  /// What earlier wrappers wrote is what the type's `Codable` form says; without one, it is the plain form in JSON.
  static func read<Value: PropertyListConvertible>(
    _ type: Value.Type, from stored: PropertyListValue
  ) -> Outcome<Value> {
    guard let tree = tree(of: stored) else { return .none }
    if ReservedMarker.nilDepth(of: tree.value) != nil { return .null }
    if let decodable = type as? any Decodable.Type, let value = try? decode(decodable, from: tree) as? Value {
      return .value(value)
    }
    guard !tree.holdsNull else { return .none }
    let plain = ReservedMarker.unescaped(JSONNumber.nearestDoubles(in: tree.value))
    return Value(propertyListValue: plain).map { .value($0) } ?? .none
  }

  /// Reads a stored `Data` or `String` as JSON text of a Codable type; missing fields take those of a default.
  static func read<Value: Codable>(
    _ type: Value.Type, from stored: PropertyListValue, fillingMissingFieldsFrom defaultValue: Value
  ) -> Outcome<Value> {
    guard let tree = tree(of: stored) else { return .none }
    if ReservedMarker.nilDepth(of: tree.value) != nil { return .null }
    let session = DecodingSession(
      userInfo: [:], isJSON: true,
      encodeDefault: { try EncodingSession(userInfo: [:], recordsDefaults: true).encode(defaultValue) })
    do { return .value(try session.decode(type, from: tree.value)) } catch { return .none }
  }

  private static func tree(of stored: PropertyListValue) -> JSONTree? {
    switch stored {
    case .data(let text): return JSONTree.parse(text)
    case .string(let text):
      guard let first = text.utf8.first, "{[\"".utf8.contains(first) else { return nil }
      return JSONTree.parse(Data(text.utf8))
    default: return nil
    }
  }

  private static func decode<T: Decodable>(_ type: T.Type, from tree: JSONTree) throws -> Any {
    try DecodingSession(userInfo: [:], isJSON: true).decode(type, from: tree.value)
  }
}
