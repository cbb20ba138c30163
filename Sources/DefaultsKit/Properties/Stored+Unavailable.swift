// Declarations that cannot work, each with the sentence that says what to write instead: without these overloads the
// compiler would speak of conformances and candidates.

// No property-list value. A name that is `some StringProtocol` stands back behind the overloads for optional types.
@available(
  *, unavailable,
  message:
    "'@Stored' keeps property-list values; declare this property with '@CodableStored' (its type must be Codable)"
)
extension Stored {
  /// Explains what to declare instead.
  @_disfavoredOverload
  public init(
    wrappedValue: Value, _ name: some StringProtocol, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) { fatalError() }

  /// Explains what to declare instead.
  @_disfavoredOverload
  public init(
    wrappedValue: Value, _ name: some RawRepresentable<String>, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) { fatalError() }

  /// Explains what to declare instead.
  @_disfavoredOverload
  public init<Wrapped>(
    wrappedValue: Wrapped? = nil, _ name: String, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) where Value == Wrapped? { fatalError() }

  /// Explains what to declare instead.
  @_disfavoredOverload
  public init<Wrapped>(
    wrappedValue: Wrapped? = nil, _ name: some RawRepresentable<String>, scope: StoreScope = .shared,
    isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) where Value == Wrapped? { fatalError() }

  /// Explains what to declare instead.
  @_disfavoredOverload
  public init(
    _ name: some StringProtocol, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) { fatalError() }

  /// Explains what to declare instead.
  @_disfavoredOverload
  public init(
    _ name: some RawRepresentable<String>, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) { fatalError() }
}

// An enumeration that lacks one word.
@available(
  *, unavailable,
  message: "'@Stored' keeps property-list values; add 'PropertyListConvertible' to this type, which needs no code"
)
extension Stored where Value: RawRepresentable, Value.RawValue: PropertyListConvertible {
  /// Explains what to declare instead.
  @_disfavoredOverload
  public init(
    wrappedValue: Value, _ name: String, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) { fatalError() }

  /// Explains what to declare instead.
  @_disfavoredOverload
  public init(
    wrappedValue: Value, _ name: some RawRepresentable<String>, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) { fatalError() }

  /// Explains what to declare instead.
  @_disfavoredOverload
  public init(
    _ name: String, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) { fatalError() }

  /// Explains what to declare instead.
  @_disfavoredOverload
  public init(
    _ name: some RawRepresentable<String>, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) { fatalError() }
}

@available(
  *, unavailable,
  message: "'@Stored' keeps property-list values; add 'PropertyListConvertible' to this type, which needs no code"
)
extension Stored {
  /// Explains what to declare instead.
  @_disfavoredOverload
  public init<Wrapped>(
    wrappedValue: Wrapped? = nil, _ name: String, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) where Value == Wrapped?, Wrapped: RawRepresentable, Wrapped.RawValue: PropertyListConvertible { fatalError() }

  /// Explains what to declare instead.
  @_disfavoredOverload
  public init<Wrapped>(
    wrappedValue: Wrapped? = nil, _ name: some RawRepresentable<String>, scope: StoreScope = .shared,
    isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) where Value == Wrapped?, Wrapped: RawRepresentable, Wrapped.RawValue: PropertyListConvertible { fatalError() }

  /// Explains what to declare instead.
  @_disfavoredOverload
  public init<Wrapped>(
    _ name: String, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) where Value == Wrapped?, Wrapped: RawRepresentable, Wrapped.RawValue: PropertyListConvertible { fatalError() }

  /// Explains what to declare instead.
  @_disfavoredOverload
  public init<Wrapped>(
    _ name: some RawRepresentable<String>, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) where Value == Wrapped?, Wrapped: RawRepresentable, Wrapped.RawValue: PropertyListConvertible { fatalError() }
}

// No default.
@available(
  *, unavailable, message: "'@Stored' needs a default: give this property an initial value, or make it optional"
)
extension Stored where Value: PropertyListConvertible {
  /// Explains what to declare instead.
  @_disfavoredOverload
  public init(
    _ name: String, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) { fatalError() }

  /// Explains what to declare instead.
  @_disfavoredOverload
  public init(
    _ name: some RawRepresentable<String>, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) { fatalError() }
}

@available(
  *, unavailable, message: "'@CodableStored' needs a default: give this property an initial value, or make it optional"
)
extension CodableStored {
  /// Explains what to declare instead.
  @_disfavoredOverload
  public init(
    _ name: String, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) { fatalError() }

  /// Explains what to declare instead.
  @_disfavoredOverload
  public init(
    _ name: some RawRepresentable<String>, scope: StoreScope = .shared, isSecret: Bool = false,
    store: (any KeyValueStore)? = nil
  ) { fatalError() }
}

// A second default, and no name.
extension Stored {
  /// Explains what to declare instead.
  @available(*, unavailable, message: "the key has a default of its own; remove this property's initial value")
  @_disfavoredOverload
  public init(wrappedValue: Value, _ key: StoredKey<Value>, store: (any KeyValueStore)? = nil) { fatalError() }

  /// Explains what to declare instead.
  @available(
    *, unavailable, message: "'@Stored' needs the name to store the value under: '@Stored(\"name\")'"
  )
  @_disfavoredOverload
  public init(wrappedValue: Value) { fatalError() }
}

extension CodableStored {
  /// Explains what to declare instead.
  @available(*, unavailable, message: "the key has a default of its own; remove this property's initial value")
  @_disfavoredOverload
  public init(wrappedValue: Value, _ key: StoredKey<Value>, store: (any KeyValueStore)? = nil) { fatalError() }

  /// Explains what to declare instead.
  @available(
    *, unavailable, message: "'@CodableStored' needs the name to store the value under: '@CodableStored(\"name\")'"
  )
  @_disfavoredOverload
  public init(wrappedValue: Value) { fatalError() }
}
