extension KeyValueStore {
  /// The present value of a typed key, and then each different one.
  ///
  /// A removal gives the default. A ``StoreScope/activeUser`` key follows the account that is logged in. For a reader
  /// that is slow, only the newest value waits. A fault reads as the default and is reported.
  /// - Parameter key: The key.
  /// - Returns: A sequence that ends with the task that reads it; each call gives one of its own.
  public func values<Value>(of key: StoredKey<Value>) -> AsyncStream<Value> {
    let reader = ValueReader(store: self, key: key)
    return AsyncStream { await reader.next() }
  }
}

/// Reads a key again whenever its store changes, and tells what became different.
private final class ValueReader<Value: Sendable>: Sendable {
  private let store: any KeyValueStore
  private let key: StoredKey<Value>
  private let changes: AsyncStream<StoreChange>
  /// What was told last, as it is stored.
  private let last = Locked<PropertyListValue??>(nil)

  init(store: any KeyValueStore, key: StoredKey<Value>) {
    self.store = store
    self.key = key
    changes = store.changes()  // before the first read, so that no change falls in between
  }

  func next() async -> Value? {
    var changes = changes.makeAsyncIterator()
    while true {
      if last.withLock({ $0 != nil }), await changes.next() == nil { return nil }
      let (value, stored) = read()
      let isNew = last.withLock { last in
        defer { last = .some(stored) }
        return last != .some(stored)
      }
      if isNew { return value }
    }
  }

  /// The value and its stored form; unset and unreadable count as the default.
  private func read() -> (Value, PropertyListValue?) {
    do {
      if let stored = try store.storedOrKeptValue(for: key) { return (try key.value(from: stored), stored) }
    } catch { FaultReporter.shared.report(error, from: store) }
    return (key.defaultValue, try? key.codec.encode(key.defaultValue))
  }
}
