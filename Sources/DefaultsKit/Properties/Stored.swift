/// A property whose value is kept in a store as a property-list value.
///
/// ```swift
/// @MainActor enum AppDefaults {
///   @Stored("launches") static var launches = 0
///   @Stored("userId") static var userID: String?
/// }
/// ```
///
/// Reading never throws: a stored value of another type reads as the default and is reported. `$launches` is the
/// property as a ``StoredProperty``, with throwing access and atomic updates. `launches += 1` is two steps;
/// `$launches.update { $0 += 1 }` is one.
@propertyWrapper
public struct Stored<Value: Sendable>: Sendable {
  @usableFromInline let cell: PropertyCell<Value>

  /// Creates a property of a typed key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - store: The store; nil for ``DefaultStore/current``.
  public init(_ key: StoredKey<Value>, store: (any KeyValueStore)? = nil) {
    cell = PropertyCell(key: key, store: store)
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

extension Stored where Value: PropertyListConvertible {
  /// Creates a property of a property-list value.
  ///
  /// - Parameters:
  ///   - wrappedValue: What is read while nothing is stored.
  ///   - name: The name under which the value is stored.
  ///   - scope: Whose value the property holds.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  ///   - store: The store; nil for ``DefaultStore/current``.
  @inlinable
  public init(
    wrappedValue: Value, _ name: String, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) {
    self.init(StoredKey(name, default: wrappedValue, scope: scope, isSecret: isSecret), store: store)
  }

  /// Creates a property of a property-list value, named by a case of an enum.
  ///
  /// - Parameters:
  ///   - wrappedValue: What is read while nothing is stored.
  ///   - name: The case whose raw value names the key.
  ///   - scope: Whose value the property holds.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  ///   - store: The store; nil for ``DefaultStore/current``.
  @inlinable
  public init(
    wrappedValue: Value, _ name: some RawRepresentable<String>, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) {
    self.init(StoredKey(name, default: wrappedValue, scope: scope, isSecret: isSecret), store: store)
  }
}

extension Stored {
  /// Creates a property of an optional property-list value.
  ///
  /// - Parameters:
  ///   - wrappedValue: What is read while nothing is stored.
  ///   - name: The name under which the value is stored.
  ///   - scope: Whose value the property holds.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  ///   - store: The store; nil for ``DefaultStore/current``.
  @inlinable
  public init<Wrapped: PropertyListConvertible>(
    wrappedValue: Wrapped? = nil, _ name: String, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) where Value == Wrapped? {
    self.init(StoredKey(name, default: wrappedValue, scope: scope, isSecret: isSecret), store: store)
  }

  /// Creates a property of an optional property-list value, named by a case of an enum.
  ///
  /// - Parameters:
  ///   - wrappedValue: What is read while nothing is stored.
  ///   - name: The case whose raw value names the key.
  ///   - scope: Whose value the property holds.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  ///   - store: The store; nil for ``DefaultStore/current``.
  @inlinable
  public init<Wrapped: PropertyListConvertible>(
    wrappedValue: Wrapped? = nil, _ name: some RawRepresentable<String>, scope: StoreScope = .shared,
    isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) where Value == Wrapped? {
    self.init(StoredKey(name, default: wrappedValue, scope: scope, isSecret: isSecret), store: store)
  }
}
