extension StoreTransaction {
  /// The value of a typed key: the stored one, or the default.
  public subscript<Value>(key: StoredKey<Value>) -> Value {
    mutating get {
      do { return try value(for: key) } catch {
        fail(error)
        return key.defaultValue
      }
    }
    set {
      do throws(StoreError) { try set(newValue, for: key) } catch { fail(error) }
    }
  }

  /// Removes what is stored for a typed key, so that its default is read again.
  ///
  /// - Parameter key: The key.
  public mutating func remove<Value>(_ key: StoredKey<Value>) {
    do throws(StoreError) { try change(key, to: nil) } catch { fail(error) }
  }

  /// The value of a typed key, where a fault is not to fail the transaction.
  ///
  /// - Parameter key: The key.
  /// - Returns: The stored value, or the default where none is stored.
  /// - Throws: ``StoreError`` where what is stored is not of the key's type; the transaction goes on if you catch it.
  public func value<Value>(for key: StoredKey<Value>) throws(StoreError) -> Value {
    guard let stored = try storedValue(for: key) else { return key.defaultValue }
    return try key.value(from: stored)
  }

  /// Sets the value of a typed key, where a fault is not to fail the transaction.
  ///
  /// - Parameters:
  ///   - value: What to store.
  ///   - key: The key.
  /// - Throws: ``StoreError`` where the value cannot be stored; nothing has changed, and the transaction goes on if you
  ///   catch it.
  public mutating func set<Value>(_ value: Value, for key: StoredKey<Value>) throws(StoreError) {
    _ = try physicalName(of: key)
    try change(key, to: try key.encoded(value))
  }

  /// What is stored for a typed key.
  func storedValue<Value>(for key: StoredKey<Value>) throws(StoreError) -> PropertyListValue? {
    try key.checkName()
    return key.physicalName(activeUserID: activeUserID).flatMap(stored)
  }

  /// Stores or removes what a typed key names; what is replaced and cannot be read is kept.
  mutating func change<Value>(_ key: StoredKey<Value>, to encoded: PropertyListValue?) throws(StoreError) {
    let name = try physicalName(of: key)
    if let present = stored(name), !key.reads(present) { displace(present, from: name) }
    store(encoded, under: name)
  }

  /// The same where what is replaced was looked at before the transaction; false: it is another by now.
  mutating func change<Value>(
    _ key: StoredKey<Value>, from known: PropertyListValue?, isReadable: Bool, to encoded: PropertyListValue?
  ) throws(StoreError) -> Bool {
    let name = try physicalName(of: key)
    guard stored(name) == known else { return false }
    if let known, !isReadable { displace(known, from: name) }
    store(encoded, under: name)
    return true
  }

  /// How often to look before a transaction, where others set the same key meanwhile, until it is done within.
  static let changeAttempts = 8

  /// The account that is logged in.
  var activeUserID: String? { Self.activeUserID(stored(KeyName.activeUser)) }

  /// The account that a stored value of the active user's key names; the empty text names none.
  static func activeUserID(_ stored: PropertyListValue?) -> String? {
    guard let stored else { return nil }
    var id: String?
    // Anything but a text may still be one that an earlier wrapper left, and is read as the key itself reads it.
    if case .string(let text) = stored { id = text } else { id = try? activeUserKey.codec.decode(stored) ?? nil }
    return id?.isEmpty == false ? id : nil
  }

  private static let activeUserKey = StoredKey<String?>(KeyName.activeUser)

  func physicalName<Value>(of key: StoredKey<Value>) throws(StoreError) -> String {
    try key.checkName()
    guard let name = key.physicalName(activeUserID: activeUserID) else { throw .noActiveUser(key.name) }
    return name
  }
}
