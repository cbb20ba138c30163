/// A property whose `Codable` value is kept in a store as a tree of property-list values.
///
/// ```swift
/// @MainActor enum AppDefaults {
///   @CodableStored("profile") static var profile: Profile?
///   @CodableStored("place") static var place = MapCoordinate(lat: 30, lng: 30)
/// }
/// ```
///
/// Fields that a stored value lacks take those of the default, so that a field can be added in an update. Reading never
/// throws: a stored value that cannot be decoded reads as the default and is reported.
@propertyWrapper
public struct CodableStored<Value: Codable & Sendable>: Sendable {
  @usableFromInline let cell: PropertyCell<Value>

  /// Creates a property of a typed key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - store: The store; nil for ``DefaultStore/current``.
  public init(_ key: StoredKey<Value>, store: (any KeyValueStore)? = nil) {
    cell = PropertyCell(key: key, store: store)
  }

  /// Creates a property of a `Codable` value.
  ///
  /// - Parameters:
  ///   - wrappedValue: What is read while nothing is stored.
  ///   - name: The name under which the value is stored.
  ///   - scope: Whose value the property holds.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  ///   - store: The store; nil for ``DefaultStore/current``.
  public init(
    wrappedValue: Value, _ name: String, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) {
    self.init(.codable(name, default: wrappedValue, scope: scope, isSecret: isSecret), store: store)
  }

  /// Creates a property of a `Codable` value, named by a case of an enum.
  ///
  /// - Parameters:
  ///   - wrappedValue: What is read while nothing is stored.
  ///   - name: The case whose raw value names the key.
  ///   - scope: Whose value the property holds.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  ///   - store: The store; nil for ``DefaultStore/current``.
  public init(
    wrappedValue: Value, _ name: some RawRepresentable<String>, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) {
    self.init(.codable(name, default: wrappedValue, scope: scope, isSecret: isSecret), store: store)
  }

  /// The stored value, or the default.
  @inlinable
  public var wrappedValue: Value {
    get { cell.value }
    nonmutating set { cell.value = newValue }
  }

  /// The property as a thing of its own.
  public var projectedValue: StoredProperty<Value> { StoredProperty(cell: cell) }
}

extension CodableStored where Value: ExpressibleByNilLiteral {
  /// Creates a property of an optional `Codable` value whose default is nil.
  ///
  /// - Parameters:
  ///   - name: The name under which the value is stored.
  ///   - scope: Whose value the property holds.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  ///   - store: The store; nil for ``DefaultStore/current``.
  public init(
    _ name: String, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) {
    self.init(.codable(name, scope: scope, isSecret: isSecret), store: store)
  }

  /// Creates a property of an optional `Codable` value whose default is nil, named by a case of an enum.
  ///
  /// - Parameters:
  ///   - name: The case whose raw value names the key.
  ///   - scope: Whose value the property holds.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  ///   - store: The store; nil for ``DefaultStore/current``.
  public init(
    _ name: some RawRepresentable<String>, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) {
    self.init(.codable(name, scope: scope, isSecret: isSecret), store: store)
  }
}
