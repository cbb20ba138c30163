extension KeyValueStore {
  /// Stores the default of a typed key where nothing is stored, and gives the value that is stored then.
  ///
  /// This is for a default that is made anew at each launch, and for one that is to stay when a later release changes
  /// it:
  ///
  /// ```swift
  /// extension StoredKey<UUID> { static let installID = StoredKey("installID", default: UUID()) }
  /// let installID = try store.storeDefault(of: .installID)
  /// ```
  ///
  /// Declared as a static constant, such a default is one value within a process; reading it stores nothing. Where
  /// several threads or processes call this at once, one of them stores its default, and all get that one. What is
  /// stored already is given back, without a write.
  /// - Parameter key: The key.
  /// - Returns: The value that is stored; the default itself where that is nil, which is not stored.
  /// - Throws: ``StoreError``, also where what is stored is not of the key's type; nothing has changed then.
  @discardableResult
  public func storeDefault<Value>(of key: StoredKey<Value>) throws -> Value {
    // Coded before the transaction: a type's own `init(from:)` may set properties of this store.
    for _ in 0..<StoreTransaction.changeAttempts {
      let stored = try storedValue(for: key)
      if let stored, let value = try key.valueIfSet(from: stored) { return value }
      let encoded = try key.encoded(key.defaultValue)
      if try transaction({ try $0.change(key, from: stored, isReadable: true, to: encoded) }) {
        FaultReporter.shared.settle(key: key.name, of: self)
        return key.defaultValue
      }
    }
    return try transaction { transaction in
      let name = try transaction.physicalName(of: key)
      if let stored = transaction.stored(name), let value = try key.valueIfSet(from: stored) { return value }
      try transaction.set(key.defaultValue, for: key)
      return key.defaultValue
    }
  }
}
