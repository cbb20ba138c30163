/// Makes a property one whose value is kept in a store as a tree under a typed key, without isolation.
///
/// The property's type must be written: a macro cannot see that of the key.
///
/// - Parameters:
///   - key: The key.
///   - store: The store; nil for `DefaultStore.current`.
@attached(accessor)
@attached(peer, names: prefixed(`$`))
public macro CodableStored<Value: Sendable>(_ key: StoredKey<Value>, store: (any KeyValueStore)? = nil) =
  #externalMacro(module: "DefaultsKitMacros", type: "CodableStoredMacro")

/// Makes a property one whose `Codable` value is kept in a store, without isolation.
///
/// ```swift
/// enum AppDefaults {
///   @CodableStored("place") static var place = MapCoordinate(lat: 30, lng: 30)
///   @CodableStored("profile") static var profile: Profile?
/// }
/// ```
///
/// The property becomes computed over a constant, `$place`, a `StoredProperty` with throwing access and atomic updates.
/// It is what the property wrapper of the same name makes of it, save that any thread may use it. `$place` can write,
/// so it has the access of the property's setter: with `private(set)` it is private.
///
/// - Parameters:
///   - name: The name under which the value is stored.
///   - scope: Whose value the property holds.
///   - isSecret: Whether the value is kept out of every error, description and log.
///   - store: The store; nil for `DefaultStore.current`.
@attached(accessor)
@attached(peer, names: prefixed(`$`))
public macro CodableStored(
  _ name: String, scope: StoreScope = .shared, isSecret: Bool = false, store: (any KeyValueStore)? = nil
) = #externalMacro(module: "DefaultsKitMacros", type: "CodableStoredMacro")

/// Makes a property one whose `Codable` value is kept in a store, named by a case of an enum, without isolation.
///
/// - Parameters:
///   - name: The case whose raw value names the key.
///   - scope: Whose value the property holds.
///   - isSecret: Whether the value is kept out of every error, description and log.
///   - store: The store; nil for `DefaultStore.current`.
@attached(accessor)
@attached(peer, names: prefixed(`$`))
public macro CodableStored<Name: RawRepresentable<String>>(
  _ name: Name, scope: StoreScope = .shared, isSecret: Bool = false, store: (any KeyValueStore)? = nil
) = #externalMacro(module: "DefaultsKitMacros", type: "CodableStoredMacro")

/// Makes a property one whose `Codable` value is kept in a store, with its default among the arguments.
///
/// The property's type must be written.
///
/// - Parameters:
///   - wrappedValue: What is read while nothing is stored; of the property's type.
///   - name: The name under which the value is stored.
///   - scope: Whose value the property holds.
///   - isSecret: Whether the value is kept out of every error, description and log.
///   - store: The store; nil for `DefaultStore.current`.
@attached(accessor)
@attached(peer, names: prefixed(`$`))
public macro CodableStored(
  wrappedValue: Any?, _ name: String, scope: StoreScope = .shared, isSecret: Bool = false,
  store: (any KeyValueStore)? = nil
) = #externalMacro(module: "DefaultsKitMacros", type: "CodableStoredMacro")

/// Makes a property one whose `Codable` value is kept in a store, named by a case of an enum, with its default among
/// the arguments.
///
/// The property's type must be written.
///
/// - Parameters:
///   - wrappedValue: What is read while nothing is stored; of the property's type.
///   - name: The case whose raw value names the key.
///   - scope: Whose value the property holds.
///   - isSecret: Whether the value is kept out of every error, description and log.
///   - store: The store; nil for `DefaultStore.current`.
@attached(accessor)
@attached(peer, names: prefixed(`$`))
public macro CodableStored<Name: RawRepresentable<String>>(
  wrappedValue: Any?, _ name: Name, scope: StoreScope = .shared, isSecret: Bool = false,
  store: (any KeyValueStore)? = nil
) = #externalMacro(module: "DefaultsKitMacros", type: "CodableStoredMacro")
