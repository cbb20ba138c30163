extension PropertyListValue {
  /// The deepest nesting that a stored value may have.
  ///
  /// A store's file is a container itself.
  static let nestingLimit = serializedNestingLimit - 1

  /// Refuses a value that could be stored but not read back.
  func checkCanBeStored(forKey name: String) throws(StoreError) {
    if hasUnwritableDate {
      throw StoreError(
        code: .encodingFailed, key: name,
        reason: "The value holds a date that is no finite number of seconds, which cannot be read back.")
    }
    guard nests(deeperThan: Self.nestingLimit) else { return }
    throw StoreError(
      code: .encodingFailed, key: name,
      reason: "The value nests deeper than \(Self.nestingLimit) levels, more than a property list can carry.")
  }

  /// Whether a date that no file can carry is in here.
  ///
  /// Complexity: O(*n*), without recursion.
  private var hasUnwritableDate: Bool {
    guard isContainer else { return reasonNotToWrite != nil }
    var waiting = [self]
    while let value = waiting.popLast() {
      switch value {
      case .array(let elements): waiting += elements.lazy.filter { $0.mayHoldDate }
      case .dictionary(let fields): waiting += fields.values.lazy.filter { $0.mayHoldDate }
      default: if value.reasonNotToWrite != nil { return true }
      }
    }
    return false
  }

  private var mayHoldDate: Bool {
    switch self {
    case .date, .array, .dictionary: true
    default: false
    }
  }
}
