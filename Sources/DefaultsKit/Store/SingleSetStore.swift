/// A store that can set a single value for less than a transaction costs.
protocol SingleSetStore: KeyValueStore {
  /// Sets or removes a value where nothing else has to change with it; false: it takes a transaction.
  ///
  /// - Parameters:
  ///   - value: The value; nil removes what is stored.
  ///   - name: A name that was checked.
  ///   - mayReplace: Whether what is stored now may go, or must be kept among the displaced values.
  func set(
    _ value: PropertyListValue?, under name: String, ifMayReplace mayReplace: (PropertyListValue) -> Bool
  ) throws -> Bool
}
