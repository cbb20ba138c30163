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
  /// Sets the value of a key where nothing else has to change with it; false: a transaction does it, or says why not.
  func setAlone<Value>(_ value: Value, under name: String, by codec: StoredKeyCodec<Value>) throws -> Bool {
    let encoded: PropertyListValue?
    do {
      encoded = try codec.encode(value)
      try encoded?.checkNesting(forKey: name)
    } catch { return false }
    guard try set(encoded, under: name, ifMayReplace: codec.reads) else { return false }
    FaultReporter.shared.settle(key: name, of: self)
    return true
  }
}

extension StoredKey {
  /// The name of a value that can be set alone; whose value another key names depends on who is logged in.
  var nameAlone: String? {
    guard case .shared = scope, KeyName.problem(with: name) == nil else { return nil }
    return name
  }
}
