/// JSON text that an earlier, hand-written wrapper left where this release keeps a property-list value.
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
  static func read<Value: PropertyListConvertible>(_ type: Value.Type, from stored: PropertyListValue) -> Outcome<Value>
  {
    .none
  }

  /// Reads a stored `Data` or `String` as JSON text of a Codable type; missing fields take those of a default.
  static func read<Value: Codable>(
    _ type: Value.Type, from stored: PropertyListValue, fillingMissingFieldsFrom defaultValue: Value
  ) -> Outcome<Value> {
    .none
  }
}
