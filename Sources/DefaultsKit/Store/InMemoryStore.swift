import Synchronization

/// A store that lives as long as it is referenced: for tests, previews and values that need not last.
public final class InMemoryStore: KeyValueStore {
  private struct State {
    var values: [String: PropertyListValue]
    var sequence: UInt64 = 0
  }

  private let state: Locked<State>
  private let writer = WriterLock()
  private let clock = StoreClock()
  private let broadcaster = ChangeBroadcaster()

  /// Creates a store.
  ///
  /// - Parameter values: What is stored at first.
  public init(_ values: [String: PropertyListValue] = [:]) { state = Locked(State(values: values)) }

  public func value(forKey name: String) -> PropertyListValue? { state.withLock { $0.values[name] } }

  public var keys: Set<String> { StoreTransaction(state.withLock { $0.values }).keys }

  @discardableResult
  public func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    defer { broadcaster.deliver() }
    return try writer.withLock {
      var transaction = StoreTransaction(state.withLock { $0.values })
      let result = try body(&transaction)
      try transaction.checkForErrors()
      commit(transaction.changes)
      return result
    }
  }

  public func changes() -> AsyncStream<StoreChange> { broadcaster.changes() }

  public func flush() {}

  private func commit(_ changes: [String: PropertyListValue?]) {
    guard !changes.isEmpty else { return }
    state.withLock { state in
      for (name, value) in changes { state.values[name] = value }
      state.sequence += 1
      clock.word.pointee.store(state.sequence, ordering: .releasing)
    }
    broadcaster.enqueue(StoreChange(keys: Set(changes.keys).subtracting([KeyName.record]), origin: .local))
  }
}

extension InMemoryStore: SequencedStore {
  func sequencedValue(forKey name: ((String) -> PropertyListValue?) -> String?) -> SequencedValue {
    let (values, sequence) = state.withLock { ($0.values, $0.sequence) }
    return SequencedValue(stored: name { values[$0] }.flatMap { values[$0] }, sequence: sequence, clock: clock)
  }
}
