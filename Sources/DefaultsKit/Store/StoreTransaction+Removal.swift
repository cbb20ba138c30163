extension StoreTransaction {
  /// Removes the values whose stored names satisfy a predicate, and what was displaced from them.
  ///
  /// Complexity: O(*n*) in the number of names.
  /// - Parameter shouldBeRemoved: Whether to remove what is stored under a name; an account's names are
  ///   `users/<percent-encoded id>/<name>`.
  public mutating func removeAll(where shouldBeRemoved: (_ name: String) throws -> Bool) rethrows {
    // Decided for all of them first: a predicate that throws has removed nothing.
    let removed = try keys.filter(shouldBeRemoved)
    var record = record
    try record.removeDisplaced(where: shouldBeRemoved)
    for name in removed { store(nil, under: name) }
    self.record = record
  }

  /// Removes the values whose keys' names begin with a text, those of every account too, and what was displaced from
  /// them.
  ///
  /// This clears the data of one component, `Search.` say, and leaves those of others as they are.
  /// Complexity: O(*n*) in the number of names.
  /// - Parameter prefix: What the keys' names begin with, without a part for the account.
  public mutating func removeAll(withPrefix prefix: String) {
    removeAll { KeyName.unscoped($0).utf8.starts(with: prefix.utf8) }
  }
}

extension KeyValueStore {
  /// Removes the values whose stored names satisfy a predicate, and what was displaced from them, in one transaction.
  ///
  /// - Parameter shouldBeRemoved: Whether to remove what is stored under a name; an account's names are
  ///   `users/<percent-encoded id>/<name>`.
  /// - Throws: What the predicate throws, or ``StoreError``; nothing has changed then.
  public func removeAll(where shouldBeRemoved: (_ name: String) throws -> Bool) throws {
    try transaction { try $0.removeAll(where: shouldBeRemoved) }
  }

  /// Removes the values whose keys' names begin with a text, those of every account too, and what was displaced from
  /// them, in one transaction.
  ///
  /// This clears the data of one component, `Search.` say, and leaves those of others as they are.
  /// - Parameter prefix: What the keys' names begin with, without a part for the account.
  /// - Throws: ``StoreError``; nothing has changed then.
  public func removeAll(withPrefix prefix: String) throws {
    try transaction { $0.removeAll(withPrefix: prefix) }
  }
}
