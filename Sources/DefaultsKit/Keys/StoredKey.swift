/// A typed name in a store: what is kept under it, its default, whose it is.
///
/// Declare keys as static constants, so that a call site reads like a property:
///
/// ```swift
/// extension StoredKey<Int> { static let launchCount = StoredKey("launchCount", default: 0) }
/// store[.launchCount] += 1
/// ```
///
/// Any text is a name but the reserved ones: the empty one, those that begin with `users/`, and `$defaultskit`, the
/// store's own record. Two Unicode forms of one text are one name.
public struct StoredKey<Value: Sendable>: Sendable {
  /// The name under which the value is stored.
  public let name: String
  /// Whose value the key names.
  public let scope: StoreScope
  /// Whether the value is kept out of every error, description and log.
  public let isSecret: Bool

  let codec: StoredKeyCodec<Value>

  // Last: what stands behind it is found by the type's metadata, which takes longer than all else that a set does here.
  /// What is read while nothing is stored.
  public let defaultValue: Value

  @usableFromInline
  init(name: String, defaultValue: Value, scope: StoreScope, isSecret: Bool, codec: StoredKeyCodec<Value>) {
    self.name = name
    self.scope = scope
    self.isSecret = isSecret
    self.codec = codec
    self.defaultValue = defaultValue
  }
}

/// How a key's values are turned into property-list values and back.
@usableFromInline
struct StoredKeyCodec<Value: Sendable>: Sendable {
  /// The value that a stored one stands for; nil where it counts as unset.
  let decode: @Sendable (PropertyListValue) throws -> Value?
  /// What to store; nil where the key is to be removed.
  let encode: @Sendable (Value) throws -> PropertyListValue?
  /// Whether `decode` gives a value, or nil.
  let reads: @Sendable (PropertyListValue) -> Bool

  @inlinable
  init(
    decode: @escaping @Sendable (PropertyListValue) throws -> Value?,
    encode: @escaping @Sendable (Value) throws -> PropertyListValue?
  ) {
    self.init(
      decode: decode, encode: encode,
      reads: { stored in
        do {
          _ = try decode(stored)
          return true
        } catch { return false }
      })
  }

  @usableFromInline
  init(
    decode: @escaping @Sendable (PropertyListValue) throws -> Value?,
    encode: @escaping @Sendable (Value) throws -> PropertyListValue?,
    reads: @escaping @Sendable (PropertyListValue) -> Bool
  ) {
    self.decode = decode
    self.encode = encode
    self.reads = reads
  }
}

extension StoredKey {
  /// Creates a key with a conversion of its own.
  ///
  /// - Parameters:
  ///   - name: The name under which the value is stored.
  ///   - defaultValue: What is read while nothing is stored.
  ///   - scope: Whose value the key names.
  ///   - isSecret: Whether the value is kept out of every error, description and log.
  ///   - decode: Turns a stored value into one of the key's type; throws where it stands for none.
  ///   - encode: Turns a value into what is stored.
  public init(
    _ name: String, default defaultValue: Value, scope: StoreScope = .shared, isSecret: Bool = false,
    decode: @escaping @Sendable (PropertyListValue) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> PropertyListValue
  ) {
    self.init(
      name: name, defaultValue: defaultValue, scope: scope, isSecret: isSecret,
      codec: StoredKeyCodec(decode: { try decode($0) }, encode: { try encode($0) }))
  }
}
