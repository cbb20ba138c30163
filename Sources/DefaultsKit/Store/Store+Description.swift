// What prints and dumps a store shows what it is, never what it holds: a value may be a secret.

extension InMemoryStore: CustomStringConvertible, CustomReflectable {
  /// What the store is, without its values.
  public var description: String { "InMemoryStore" }

  /// What `dump` shows: nothing of the values.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension UserDefaultsStore: CustomStringConvertible, CustomReflectable {
  /// What the store is, without its values.
  public var description: String { "UserDefaultsStore(\(suiteName ?? "standard"))" }

  /// What `dump` shows: nothing of the values.
  public var customMirror: Mirror { Mirror(self, children: ["suiteName": suiteName as Any]) }
}

extension StoreTransaction: CustomStringConvertible, CustomReflectable {
  /// How much changed, without the values.
  public var description: String { "StoreTransaction(\(changes.count) changes)" }

  /// What `dump` shows: the names that changed, nothing of the values.
  public var customMirror: Mirror { Mirror(self, children: ["changedKeys": changes.keys.sorted()]) }
}
