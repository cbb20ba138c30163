extension KeyValueStore {
  /// Sets or removes the value under a name.
  ///
  /// - Parameters:
  ///   - value: The value; nil removes what is stored.
  ///   - name: The stored name.
  /// - Throws: ``StoreError``; nothing has changed then.
  public func setValue(_ value: PropertyListValue?, forKey name: String) throws {
    try transaction { transaction in
      transaction[name] = value
      try transaction.checkForErrors()
    }
    FaultReporter.shared.settle(of: self)
  }

  /// Removes every value, those of every account too, and all that was displaced; the record of migrations stays.
  ///
  /// - Throws: ``StoreError``; nothing has changed then.
  public func removeAll() throws {
    try transaction { transaction in
      transaction.removeAll { _ in true }
    }
  }

  /// The values that were replaced though they could not be read as their key's type: the latest of each stored name.
  ///
  /// A set, a removal or a migration put another value, or none, in the place of each. They are no keys, stay until
  /// they are removed, and go with their keys at a log-out, at the deletion of their account and by ``removeAll()``.
  public var displacedValues: [String: PropertyListValue] {
    get throws { StoreRecord(try value(forKey: KeyName.record)).displaced }
  }

  /// Forgets the displaced value of a stored name.
  ///
  /// - Parameter name: The stored name, as in ``displacedValues``.
  /// - Throws: ``StoreError``; nothing has changed then.
  public func removeDisplacedValue(forKey name: String) throws {
    try transaction { $0.record.removeDisplaced(name) }
  }

  /// The value of a typed key: the stored one, or the default.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value.
  /// - Throws: ``StoreError`` where the stored value is not of the key's type.
  public func value<Value>(for key: StoredKey<Value>) throws -> Value {
    guard let stored = try storedValue(for: key) else { return key.defaultValue }
    return try key.value(from: stored)
  }

  /// Sets the value of a typed key.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  /// - Throws: ``StoreError``; nothing has changed then.
  public func set<Value>(_ value: Value, for key: StoredKey<Value>) throws {
    if let name = key.nameAlone, let store = self as? any SingleSetStore,
      try store.setAlone(value, under: name, by: key.codec)
    {
      return
    }
    try key.checkName()
    try change(key, to: try key.encoded(value))
  }

  /// Removes what is stored for a typed key, so that its default is read again.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``StoreError``; nothing has changed then.
  public func remove<Value>(_ key: StoredKey<Value>) throws {
    try change(key, to: nil)
  }

  /// Whether something is stored for a typed key.
  ///
  /// - Parameter key: The key.
  /// - Returns: Whether something is stored, of the key's type or not; JSON null, as an earlier wrapper wrote it, is
  ///   nothing.
  /// - Throws: ``StoreError`` where the store cannot be read.
  public func contains<Value>(_ key: StoredKey<Value>) throws -> Bool {
    try storedValue(for: key).map { !key.countsAsUnset($0) } ?? false
  }

  /// Reads, changes and sets the value of a typed key as one step.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - body: Changes the value; may read its own store.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or ``StoreError``; nothing has changed then.
  @discardableResult
  public func update<Value, Result>(
    _ key: StoredKey<Value>, _ body: (inout Value) throws -> Result
  ) throws -> Result {
    let result = try transaction { transaction in
      var value = try transaction.value(for: key)
      let result = try body(&value)
      try transaction.set(value, for: key)
      return result
    }
    FaultReporter.shared.settle(key: key.name, of: self)
    return result
  }

  /// The value of a typed key; a fault reads as the default and is reported, a set that fails is reported.
  public subscript<Value>(key: StoredKey<Value>) -> Value {
    get {
      do { return try value(for: key) } catch {
        FaultReporter.shared.report(error, from: self)
        return keptValue(for: key)
      }
    }
    set {
      do { try set(newValue, for: key) } catch { recover(from: error, changing: key, to: newValue) }
    }
  }

  /// Stores or removes what a typed key names; what is replaced and could not be read is kept.
  func change<Value>(_ key: StoredKey<Value>, to encoded: PropertyListValue?) throws {
    try key.checkName()
    // Decoded before the transaction: a type's own `init(from:)` may set properties of this store.
    var isDone = false
    for _ in 0..<StoreTransaction.changeAttempts where !isDone {
      let known = try storedValue(for: key)
      let isReadable = known.map(key.reads) ?? true
      isDone = try transaction { try $0.change(key, from: known, isReadable: isReadable, to: encoded) }
    }
    if !isDone { try transaction { try $0.change(key, to: encoded) } }
    FaultReporter.shared.settle(key: key.name, of: self)
  }

  /// What is stored for a typed key.
  func storedValue<Value>(for key: StoredKey<Value>) throws -> PropertyListValue? {
    try key.checkName()
    let name = try key.physicalName(activeUserID: try activeUserID())
    return try name.flatMap { try value(forKey: $0) }
  }

  /// The account that is logged in.
  func activeUserID() throws -> String? {
    StoreTransaction.activeUserID(try value(forKey: KeyName.activeUser))
  }
}
