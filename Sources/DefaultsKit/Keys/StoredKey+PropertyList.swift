extension StoredKey where Value: PropertyListConvertible {
  /// Creates a key for a property-list value.
  ///
  /// - Parameters:
  ///   - name: The name under which the value is stored.
  ///   - defaultValue: What is read while nothing is stored.
  ///   - scope: Whose value the key names.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  @inlinable
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
  @inlinable
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
  @inlinable
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
  @inlinable
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

// Made where the key is declared, for its very type: what is made for any type costs a set as much as the rest of it.

extension StoredKeyCodec where Value: PropertyListConvertible {
  @inlinable
  static func convertible() -> StoredKeyCodec {
    StoredKeyCodec(
      decode: { stored in
        if let value = Value(propertyListValue: ReservedMarker.unescapedIfContainer(stored)) { return value }
        return try decodeJSON(Value.self, from: stored)
      },
      encode: { ReservedMarker.escapedIfContainer($0.propertyListValue) })
  }
}

extension StoredKeyCodec {
  @inlinable
  static func optional<Wrapped: PropertyListConvertible>(removingNil: Bool) -> StoredKeyCodec where Value == Wrapped? {
    StoredKeyCodec(
      decode: { stored in
        if stored.isNilMarker { return .some(nil) }
        if let value = Wrapped(propertyListValue: ReservedMarker.unescapedIfContainer(stored)) { return .some(value) }
        return try decodeJSON(Wrapped.self, from: stored).map { .some($0) }
      },
      encode: { value in
        guard let value else { return removingNil ? nil : ReservedMarker.nilValue() }
        return ReservedMarker.escapedIfContainer(value.propertyListValue)
      })
  }
}

extension ReservedMarker {
  @inlinable
  static func escapedIfContainer(_ value: PropertyListValue) -> PropertyListValue {
    switch value {
    case .array, .dictionary: escaped(value)
    default: value
    }
  }

  @inlinable
  static func unescapedIfContainer(_ value: PropertyListValue) -> PropertyListValue {
    switch value {
    case .array, .dictionary: unescaped(value)
    default: value
    }
  }
}

extension PropertyListValue {
  @inlinable var isNilMarker: Bool {
    if case .dictionary = self { return ReservedMarker.nilDepth(of: self) == 0 }
    return false
  }
}

@usableFromInline
func decodeJSON<Value: PropertyListConvertible>(
  _ type: Value.Type, from stored: PropertyListValue
) throws -> Value? {
  switch JSONBlob.read(Value.self, from: stored) {
  case .value(let value): return value
  case .null: return nil
  case .none: throw ValueMismatch(expected: Value.self, found: stored.kind)
  }
}
