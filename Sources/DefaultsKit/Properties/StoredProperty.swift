/// A wrapped property as a thing of its own: what `$property` is.
public struct StoredProperty<Value: Sendable>: Sendable {
  @usableFromInline let cell: PropertyCell<Value>

  /// The key.
  public var key: StoredKey<Value> { cell.key }

  /// The store that holds the value.
  public var store: any KeyValueStore { cell.store }

  /// What the wrapped property reads and writes: a fault reads as the default and is reported.
  @inlinable
  public var value: Value {
    get { cell.value }
    nonmutating set { cell.value = newValue }
  }

  /// Whether something is stored; false where the store cannot be read.
  public var isSet: Bool { (try? store.contains(key)) ?? false }

  /// The stored value, or the default.
  ///
  /// - Returns: The value.
  /// - Throws: ``StoreError`` where the stored value is not of the key's type.
  public func load() throws -> Value { try store.value(for: key) }

  /// Sets the value.
  ///
  /// - Parameter value: The value.
  /// - Throws: ``StoreError``; nothing has changed then.
  public func save(_ value: Value) throws { try store.set(value, for: key) }

  /// Reads, changes and sets the value as one step.
  ///
  /// - Parameter body: Changes the value; may read its own store.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or ``StoreError``; nothing has changed then.
  @discardableResult
  public func update<Result>(_ body: (inout Value) throws -> Result) throws -> Result { try store.update(key, body) }

  /// Stores the default where nothing is stored, and gives the value that is stored then.
  ///
  /// See ``KeyValueStore/storeDefault(of:)``.
  /// - Returns: The value.
  /// - Throws: ``StoreError``; nothing has changed then.
  @discardableResult
  public func storeDefault() throws -> Value { try store.storeDefault(of: key) }

  /// Removes the stored value, so that the default is read again; a failure is reported.
  public func reset() {
    let store = store
    do { try store.remove(key) } catch { store.recover(from: error, changing: key, to: nil) }
  }

  /// The present value, and then each different one.
  public var values: AsyncStream<Value> { store.values(of: key) }
}
