/// What migrations do with typed keys.
///
/// These calls have rules in common:
///
/// - Where nothing is stored under an old key, nothing happens.
/// - Where something is stored under a new key already it stays, and the old value is kept among the store's displaced
///   values; a ``StoreMigrator`` reports it as ``StoreError/Code/valueDisplaced``.
/// - A call that throws has changed nothing. Let the error end the migration, which is rolled back and runs again the
///   next time; or use `try?` to go on, with the value as it was.
/// - A key with the scope ``StoreScope/activeUser`` stands for the values of every account. Only where keys of other
///   scopes are named beside it, it stands for the account that is logged in.
extension StoreTransaction {
  /// Moves what is stored for one key to another: gives it a new name, a new scope, or both.
  ///
  /// ```swift
  /// try transaction.move(StoredKey("noticeCount", default: 0), to: UserActivity.lastViewedNoticeCount)
  /// ```
  ///
  /// The value is moved as it is stored, whether or not it can be read as the keys' type.
  /// - Parameters:
  ///   - oldKey: The key that an earlier release used.
  ///   - newKey: The key to use from now on.
  /// - Throws: ``StoreError/Code/noActiveUser`` where there is a value, the new key alone belongs to the account that is
  ///   logged in, and nobody is; ``StoreError/Code/invalidName``. Nothing has changed then.
  public mutating func move<Value>(_ oldKey: StoredKey<Value>, to newKey: StoredKey<Value>) throws {
    try rearrange([Place(oldKey)], into: [Place(newKey)]) { stored in stored }
  }

  /// Stores the value of a key as another type, under the same name or a new one.
  ///
  /// ```swift
  /// try transaction.convert(StoredKey("theme", default: false), to: StoredKey("theme", default: Theme.light)) {
  ///   isDark in isDark ? .dark : .light
  /// }
  /// ```
  ///
  /// What is stored under the same name, and can be read as the new type but not as the old one, stays as it is: so this
  /// also repairs just those values that an earlier release stored with the wrong type.
  /// - Parameters:
  ///   - oldKey: The key with the earlier release's type.
  ///   - newKey: The key with the new type.
  ///   - transform: Turns a value into one of the new type.
  /// - Throws: ``StoreError`` where what is stored is neither of the one type nor of the other, or cannot be stored, and
  ///   what `transform` throws. Nothing has changed then.
  public mutating func convert<Old, New>(
    _ oldKey: StoredKey<Old>, to newKey: StoredKey<New>, by transform: (Old) throws -> New
  ) throws {
    try rearrange([Place(oldKey)], into: [Place(newKey)]) { stored in
      guard let stored = stored[0] else { return nil }
      do { return try oldKey.valueIfSet(from: stored).map { [try newKey.encoded(try transform($0))] } } catch {
        if !oldKey.reads(stored), newKey.reads(stored) { return [stored] }
        throw error
      }
    }
  }

  /// Stores the parts of one key's value under keys of their own.
  ///
  /// ```swift
  /// try transaction.split(fullName, into: givenName, familyName) { name in
  ///   let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
  ///   return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
  /// }
  /// ```
  ///
  /// The old key is removed, unless it is one of the new ones. Parts whose keys hold something already are left out.
  /// - Parameters:
  ///   - oldKey: The key that an earlier release used.
  ///   - newKeys: The keys to use from now on.
  ///   - transform: Takes a value apart, in the order of the new keys.
  /// - Throws: ``StoreError`` where what is stored is not of the old key's type, or a part cannot be stored, and what
  ///   `transform` throws. Nothing has changed then.
  public mutating func split<Old, each New: Sendable>(
    _ oldKey: StoredKey<Old>, into newKeys: repeat StoredKey<each New>, by transform: (Old) throws -> (repeat each New)
  ) throws {
    var places: [Place] = []
    repeat places.append(Place(each newKeys))
    try rearrange([Place(oldKey)], into: places) { stored in
      guard let stored = stored[0], let value = try oldKey.valueIfSet(from: stored) else { return nil }
      let parts = try transform(value)
      var encoded: [PropertyListValue?] = []
      repeat encoded.append(try (each newKeys).encoded(each parts))
      return encoded
    }
  }

  /// Stores the values of several keys as one.
  ///
  /// ```swift
  /// try transaction.merge(latitude, longitude, into: place) { Place(latitude: $0, longitude: $1) }
  /// ```
  ///
  /// A key under which nothing is stored gives its default. The old keys are removed, but for the new one where it is
  /// among them.
  /// - Parameters:
  ///   - oldKeys: The keys that an earlier release used.
  ///   - newKey: The key to use from now on.
  ///   - transform: Makes one value of several, in the order of the old keys.
  /// - Throws: ``StoreError`` where what is stored is not of its key's type, or the new value cannot be stored, and what
  ///   `transform` throws. Nothing has changed then.
  public mutating func merge<each Old: Sendable, New>(
    _ oldKeys: repeat StoredKey<each Old>, into newKey: StoredKey<New>, by transform: (repeat each Old) throws -> New
  ) throws {
    var places: [Place] = []
    repeat places.append(Place(each oldKeys))
    try rearrange(places, into: [Place(newKey)]) { stored in
      var next = stored.makeIterator()
      let values = (repeat try (each oldKeys).value(ifStored: next.next() ?? nil))
      return [try newKey.encoded(try transform(repeat each values))]
    }
  }
}

extension StoredKey {
  fileprivate func value(ifStored stored: PropertyListValue?) throws(StoreError) -> Value {
    if let stored { try value(from: stored) } else { defaultValue }
  }
}
