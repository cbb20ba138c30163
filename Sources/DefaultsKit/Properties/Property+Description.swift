// What prints and dumps a property shows its key and its store, never its value: it may be a secret.

extension Stored: CustomStringConvertible, CustomReflectable {
  /// The key and the store.
  public var description: String { projectedValue.description }

  /// What `dump` shows: the key's name, nothing of the value.
  public var customMirror: Mirror { projectedValue.customMirror }
}

extension CodableStored: CustomStringConvertible, CustomReflectable {
  /// The key and the store.
  public var description: String { projectedValue.description }

  /// What `dump` shows: the key's name, nothing of the value.
  public var customMirror: Mirror { projectedValue.customMirror }
}

extension StoredProperty: CustomStringConvertible, CustomReflectable {
  /// The key and its type.
  public var description: String { "StoredProperty<\(Value.self)>('\(key.name)')" }

  /// What `dump` shows: the key's name, nothing of the value.
  public var customMirror: Mirror { Mirror(self, children: ["key": key.name]) }
}
