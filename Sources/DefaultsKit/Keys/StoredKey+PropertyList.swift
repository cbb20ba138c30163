extension StoredKey where Value: PropertyListConvertible {
  /// Creates a key for a property-list value.
  ///
  /// - Parameters:
  ///   - name: The name under which the value is stored.
  ///   - defaultValue: What is read while nothing is stored.
  ///   - scope: Whose value the key names.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  public init(_ name: String, default defaultValue: Value, scope: StoreScope = .shared, isSecret: Bool = false) {
    self.init(name: name, defaultValue: defaultValue, scope: scope, isSecret: isSecret, codec: .convertible())
  }

  /// Creates a key for a property-list value, named by a case of an enum.
  ///
  /// - Parameters:
  ///   - name: The case whose raw value names the key.
  ///   - defaultValue: What is read while nothing is stored.
  ///   - scope: Whose value the key names.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  public init(
    _ name: some RawRepresentable<String>, default defaultValue: Value, scope: StoreScope = .shared,
    isSecret: Bool = false
  ) {
    self.init(name.rawValue, default: defaultValue, scope: scope, isSecret: isSecret)
  }
}

extension StoredKey {
  /// Creates a key for an optional property-list value.
  ///
  /// Where the default is nil, setting nil removes the stored value; where it is not, nil is stored, and read as nil.
  /// - Parameters:
  ///   - name: The name under which the value is stored.
  ///   - defaultValue: What is read while nothing is stored.
  ///   - scope: Whose value the key names.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  public init<Wrapped: PropertyListConvertible>(
    _ name: String, default defaultValue: Wrapped? = nil, scope: StoreScope = .shared, isSecret: Bool = false
  ) where Value == Wrapped? {
    self.init(
      name: name, defaultValue: defaultValue, scope: scope, isSecret: isSecret,
      codec: .optional(removingNil: defaultValue == nil))
  }

  /// Creates a key for an optional property-list value, named by a case of an enum.
  ///
  /// Where the default is nil, setting nil removes the stored value; where it is not, nil is stored, and read as nil.
  /// - Parameters:
  ///   - name: The case whose raw value names the key.
  ///   - defaultValue: What is read while nothing is stored.
  ///   - scope: Whose value the key names.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  public init<Wrapped: PropertyListConvertible>(
    _ name: some RawRepresentable<String>, default defaultValue: Wrapped? = nil, scope: StoreScope = .shared,
    isSecret: Bool = false
  ) where Value == Wrapped? {
    self.init(name.rawValue, default: defaultValue, scope: scope, isSecret: isSecret)
  }
}

/// A stored value that stands for none of the key's type.
struct ValueMismatch: Error {
  let expected: Any.Type
  let found: PropertyListValue.Kind
}

extension StoredKeyCodec where Value: PropertyListConvertible {
  static func convertible() -> StoredKeyCodec {
    StoredKeyCodec(
      decode: { try decodeConvertible(Value.self, from: $0) },
      encode: { ReservedMarker.escaped($0.propertyListValue) })
  }
}

extension StoredKeyCodec {
  static func optional<Wrapped: PropertyListConvertible>(removingNil: Bool) -> StoredKeyCodec where Value == Wrapped? {
    StoredKeyCodec(
      decode: { stored in
        if ReservedMarker.nilDepth(of: stored) == 0 { return .some(nil) }
        return try decodeConvertible(Wrapped.self, from: stored).map { .some($0) }
      },
      encode: { value in
        guard let value else { return removingNil ? nil : ReservedMarker.nilValue() }
        return ReservedMarker.escaped(value.propertyListValue)
      })
  }
}

private func decodeConvertible<Value: PropertyListConvertible>(
  _ type: Value.Type, from stored: PropertyListValue
) throws -> Value? {
  if let value = Value(propertyListValue: ReservedMarker.unescaped(stored)) { return value }
  switch JSONBlob.read(Value.self, from: stored) {
  case .value(let value): return value
  case .null: return nil
  case .none: throw ValueMismatch(expected: Value.self, found: stored.kind)
  }
}
