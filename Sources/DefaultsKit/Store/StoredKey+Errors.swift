extension StoredKey {
  /// Refuses a name that cannot be used, and an account without an id.
  func checkName() throws(StoreError) {
    if let problem = KeyName.problem(with: name) { throw .invalidName(name, because: problem) }
    if case .user(let id) = scope, id.isEmpty { throw .emptyUserID(name) }
  }

  /// The value that a stored one stands for; the default where it counts as unset.
  func value(from stored: PropertyListValue) throws(StoreError) -> Value {
    try valueIfSet(from: stored) ?? defaultValue
  }

  /// The value that a stored one stands for; nil where it counts as unset.
  func valueIfSet(from stored: PropertyListValue) throws(StoreError) -> Value? {
    do { return try codec.decode(stored) } catch { throw .unreadable(error, of: self) }
  }

  /// What is to be stored for a value; nil where the key is to be removed.
  func encoded(_ value: Value) throws(StoreError) -> PropertyListValue? {
    let encoded: PropertyListValue?
    do { encoded = try codec.encode(value) } catch { throw .unencodable(error, of: self) }
    try encoded?.checkCanBeStored(forKey: name)
    return encoded
  }
}
