extension StoredKey where Value: Codable {
  /// A key for a `Codable` value, which is stored as a tree of property-list values.
  ///
  /// Fields that a stored value lacks take those of the default. Where the value is an optional whose default is nil,
  /// setting nil removes the stored value; where the default is not nil, nil is stored, and read as nil.
  /// - Parameters:
  ///   - name: The name under which the value is stored.
  ///   - defaultValue: What is read while nothing is stored.
  ///   - scope: Whose value the key names.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  /// - Returns: The key.
  public static func codable(
    _ name: String, default defaultValue: Value, scope: StoreScope = .shared, isSecret: Bool = false
  ) -> StoredKey {
    StoredKey(
      name: name, defaultValue: defaultValue, scope: scope, isSecret: isSecret,
      codec: .codable(defaultValue: defaultValue))
  }

  /// A key for a `Codable` value, named by a case of an enum.
  ///
  /// - Parameters:
  ///   - name: The case whose raw value names the key.
  ///   - defaultValue: What is read while nothing is stored.
  ///   - scope: Whose value the key names.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  /// - Returns: The key.
  public static func codable(
    _ name: some RawRepresentable<String>, default defaultValue: Value, scope: StoreScope = .shared,
    isSecret: Bool = false
  ) -> StoredKey {
    codable(name.rawValue, default: defaultValue, scope: scope, isSecret: isSecret)
  }
}

extension StoredKey where Value: Codable & ExpressibleByNilLiteral {
  /// A key for an optional `Codable` value whose default is nil.
  ///
  /// - Parameters:
  ///   - name: The name under which the value is stored.
  ///   - scope: Whose value the key names.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  /// - Returns: The key.
  public static func codable(_ name: String, scope: StoreScope = .shared, isSecret: Bool = false) -> StoredKey {
    codable(name, default: nil, scope: scope, isSecret: isSecret)
  }

  /// A key for an optional `Codable` value whose default is nil, named by a case of an enum.
  ///
  /// - Parameters:
  ///   - name: The case whose raw value names the key.
  ///   - scope: Whose value the key names.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  /// - Returns: The key.
  public static func codable(
    _ name: some RawRepresentable<String>, scope: StoreScope = .shared, isSecret: Bool = false
  ) -> StoredKey {
    codable(name.rawValue, default: nil, scope: scope, isSecret: isSecret)
  }
}

/// An optional, whatever it wraps.
private protocol NilTestable {
  var isNil: Bool { get }
}

extension Optional: NilTestable {
  fileprivate var isNil: Bool { self == nil }
}

extension StoredKeyCodec where Value: Codable {
  static func codable(defaultValue: Value) -> StoredKeyCodec {
    let removesNil = (defaultValue as? any NilTestable)?.isNil ?? false
    return StoredKeyCodec(
      decode: { stored in
        do {
          return try PropertyListValueDecoder().decode(
            Value.self, from: stored, fillingMissingFieldsFrom: defaultValue)
        } catch {
          switch JSONBlob.read(Value.self, from: stored, fillingMissingFieldsFrom: defaultValue) {
          case .value(let value): return value
          case .null: return nil
          case .none: throw error
          }
        }
      },
      encode: { value in
        if removesNil, (value as? any NilTestable)?.isNil == true { return nil }
        return try PropertyListValueEncoder().encode(value)
      })
  }
}
