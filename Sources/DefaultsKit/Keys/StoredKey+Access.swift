extension StoredKey {
  /// The name under which the value stands in a store, or nil where it is an account's and nobody is logged in.
  func physicalName(activeUserID: @autoclosure () throws -> String?) rethrows -> String? {
    switch scope {
    case .shared: name
    case .user(let id): KeyName.scoped(name, toUser: id)
    case .activeUser: try activeUserID().map { KeyName.scoped(name, toUser: $0) }
    }
  }

  /// Whether a stored value can be read as the key's type.
  func reads(_ stored: PropertyListValue) -> Bool { codec.reads(stored) }

  /// Whether a stored value is one that stands for nothing: the JSON null of an earlier wrapper.
  func countsAsUnset(_ stored: PropertyListValue) -> Bool {
    switch stored {
    case .data, .string:
      do { return try codec.decode(stored) == nil } catch { return false }
    default: return false
    }
  }
}
