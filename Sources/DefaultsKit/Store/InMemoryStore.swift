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
  let broadcaster = ChangeBroadcaster()

  /// Creates a store.
  ///
  /// - Parameter values: What is stored at first.
  public init(_ values: [String: PropertyListValue] = [:]) { state = Locked(State(values: values)) }

  /// The value that is stored under a name, or nil.
  ///
  /// - Parameter name: The stored name.
  /// - Returns: The value, or nil where there is none.
  public func value(forKey name: String) -> PropertyListValue? { state.withLock { $0.values[name] } }

  /// The names under which something is stored.
  public var keys: Set<String> { StoreTransaction(state.withLock { $0.values }).keys }

  /// Runs a body that reads and changes values, and stores all of its changes, or none.
  ///
  /// - Parameter body: What to do; may read its own store, and sees the state before the transaction.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or the first error that a subscript of the transaction met.
  @discardableResult
  public func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    defer { broadcaster.deliver() }
    return try writer.withLock {
      let (result, changes) = try run(body)
      commit(changes)
      return result
    }
  }

  // Apart, so that the transaction's hold on the values has ended when they are changed: they are not copied then.
  private func run<Result>(
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> (Result, [String: PropertyListValue?]) {
    var transaction = StoreTransaction(state.withLock { $0.values })
    let result = try body(&transaction)
    try transaction.checkForErrors()
    return (result, transaction.changes)
  }

  /// The changes from now on, one for each commit, in the order of the commits.
  ///
  /// - Returns: A sequence that ends with the task that reads it.
  public func changes() -> AsyncStream<StoreChange> { broadcaster.changes() }

  /// Does nothing: there is no media to reach.
  public func flush() {}

  private func commit(_ changes: [String: PropertyListValue?]) {
    guard !changes.isEmpty else { return }
    state.withLock { state in
      for (name, value) in changes { state.values[name] = value }
      state.sequence += 1
      clock.word.pointee.store(state.sequence, ordering: .releasing)
    }
    guard broadcaster.hasAudience else { return }
    broadcaster.enqueue(StoreChange(keys: Set(changes.keys).subtracting([KeyName.record]), origin: .local))
  }
}

extension InMemoryStore: SingleSetStore {
  func rememberedValue(forKey name: String) -> PropertyListValue? { value(forKey: name) }

  func set(_ value: PropertyListValue?, under name: String, replacing known: PropertyListValue?) -> SingleSetOutcome {
    defer { broadcaster.deliver() }
    return writer.withLock {
      // Looked up once: where it stands it stays while nobody else writes.
      let (index, present) = state.withLock { state in
        let index = state.values.index(forKey: name)
        return (index, index.map { state.values.values[$0] })
      }
      if present == value { return .done }
      if present != known { return .found(present) }
      state.withLock { state in
        if let index, let value { state.values.values[index] = value } else { state.values[name] = value }
        state.sequence += 1
        clock.word.pointee.store(state.sequence, ordering: .releasing)
      }
      if broadcaster.hasAudience { broadcaster.enqueue(StoreChange(keys: [name], origin: .local)) }
      return .done
    }
  }
}

extension InMemoryStore: SequencedStore {
  func sequencedValue(forKey name: ((String) -> PropertyListValue?) -> String?) -> SequencedValue {
    // Looked up under the lock: a reader that held the values would make the next set copy them all.
    let (stored, sequence) = state.withLock { state in
      (name { state.values[$0] }.flatMap { state.values[$0] }, state.sequence)
    }
    return SequencedValue(stored: stored, sequence: sequence, clock: clock)
  }
}

extension InMemoryStore: ObservableStore {
  func startObserving() {}
}
