extension PropertyListValue {
  /// The deepest nesting that a stored value may have.
  ///
  /// A property list may nest 512 levels (Foundation's XML reader refuses more), and a store's file is one itself.
  static let nestingLimit = 511

  /// Refuses a value that could be stored but not read back.
  func checkNesting(forKey name: String) throws(StoreError) {
    guard nests(deeperThan: Self.nestingLimit) else { return }
    throw StoreError(
      code: .encodingFailed, key: name,
      reason: "The value nests deeper than \(Self.nestingLimit) levels, more than a property list can carry.")
  }

  /// Whether containers stand within each other more than `limit` times.
  ///
  /// Complexity: O(*n*), and `limit` stack frames.
  func nests(deeperThan limit: Int) -> Bool {
    switch self {
    case .array(let elements):
      limit == 0 || elements.contains { $0.isContainer && $0.nests(deeperThan: limit - 1) }
    case .dictionary(let fields):
      limit == 0 || fields.values.contains { $0.isContainer && $0.nests(deeperThan: limit - 1) }
    default: false
    }
  }
}
