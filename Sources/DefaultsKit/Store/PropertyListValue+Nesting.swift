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
}
