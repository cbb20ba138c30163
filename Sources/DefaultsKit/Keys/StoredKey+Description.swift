extension StoredKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The key's type, name and default; of a secret key, not the default.
  public var description: String {
    let defaultText = isSecret ? "(secret)" : "\(defaultValue)"
    return "StoredKey<\(Value.self)>(\"\(name)\", default: \(defaultText))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// What `dump` shows: the name, whose value it is and, where it is not secret, the default.
  public var customMirror: Mirror {
    var children: [Mirror.Child] = [("name", name), ("scope", scope), ("isSecret", isSecret)]
    if !isSecret { children.append(("defaultValue", defaultValue)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
