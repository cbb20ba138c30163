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
    do throws(StoreError) {
      let name = try physicalName(of: key)
      displaceUnreadable(for: key, under: name)
      store(nil, under: name)
    } catch { fail(error) }
  }

  /// The value of a typed key, where a fault is not to fail the transaction.
  ///
  /// - Parameter key: The key.
  /// - Returns: The stored value, or the default where none is stored.
  /// - Throws: ``StoreError`` where what is stored is not of the key's type; the transaction goes on if you catch it.
  public func value<Value>(for key: StoredKey<Value>) throws(StoreError) -> Value {
    try key.checkName()
    guard let name = key.physicalName(activeUserID: activeUserID), let stored = stored(name) else {
      return key.defaultValue
    }
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
    let name = try physicalName(of: key)
    let encoded = try key.encoded(value)
    displaceUnreadable(for: key, under: name)
    store(encoded, under: name)
  }

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

  private mutating func displaceUnreadable<Value>(for key: StoredKey<Value>, under name: String) {
    guard let present = stored(name), !key.reads(present) else { return }
    displace(present, from: name)
  }
}
