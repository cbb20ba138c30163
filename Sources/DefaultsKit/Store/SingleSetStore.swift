/// A store that can set a single value for less than a transaction costs.
protocol SingleSetStore: KeyValueStore {
  /// Sets or removes a value where nothing else has to change with it; false: it takes a transaction.
  ///
  /// - Parameters:
  ///   - value: The value; nil removes what is stored.
  ///   - name: A name that was checked.
  ///   - mayReplace: Whether what is stored now may go, or must be kept among the displaced values.
  /// - Returns: Whether it is done.
  /// - Throws: ``StoreError``; nothing has changed then.
  func set(
    _ value: PropertyListValue?, under name: String, ifMayReplace mayReplace: (PropertyListValue) -> Bool
  ) throws -> Bool
}

extension SingleSetStore {
  /// Sets the value of a typed key where nothing else has to change with it; false: it takes a transaction.
  func setAlone<Value>(_ value: Value, for key: StoredKey<Value>) throws -> Bool {
    // Whose value another key names depends on who is logged in.
    guard case .shared = key.scope else { return false }
    try key.checkName()
    guard try set(key.encoded(value), under: key.name, ifMayReplace: { key.reads($0) }) else { return false }
    FaultReporter.shared.settle(key: key.name, of: self)
    return true
  }
}
