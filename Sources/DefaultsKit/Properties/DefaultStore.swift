import Foundation
public import Synchronization

/// The store of properties that name none.
public enum DefaultStore {
  private struct Shared {
    let store: any KeyValueStore
    /// The same: to find out at each set takes longer than the set.
    let singleSetStore: (any SingleSetStore)?

    init(_ store: any KeyValueStore) {
      self.store = store
      singleSetStore = store as? any SingleSetStore
    }
  }

  private static let shared = Locked<Shared?>(nil)
  @TaskLocal private static var override: (any KeyValueStore)?
  @usableFromInline static let overrideWasUsed = Atomic<Bool>(false)

  /// Whether another store is used on this task.
  @usableFromInline static var isOverridden: Bool { overrideWasUsed.load(ordering: .relaxed) && override != nil }

  /// The store that properties use which name none.
  ///
  /// It is created at its first use: a ``PropertyListStore`` named for the bundle identifier or the process. Where its
  /// file cannot be read, that is reported; what properties set is kept in memory, and set in the file once it can be.
  public static var current: any KeyValueStore {
    if overrideWasUsed.load(ordering: .relaxed), let override { return override }
    if let store = shared.withLock({ $0?.store }) { return store }
    // A fault is reported once the store can be had: whoever is told may read a property. Two that are made at once are
    // stores on one file.
    return WriterLock.postponingCalls {
      let made = Shared(makeStandardStore())
      return shared.withLock { shared in
        let first = shared ?? made
        shared = first
        return first.store
      }
    }
  }

  /// The same, where it can set single values.
  static var currentSingleSetStore: (any SingleSetStore)? {
    isOverridden ? nil : shared.withLock { $0?.singleSetStore }
  }

  /// Sets the store to use, once, before the first use of ``current``; later it traps.
  ///
  /// - Parameter store: The store.
  public static func bootstrap(_ store: any KeyValueStore) {
    shared.withLock { current in
      require(
        current == nil,
        "DefaultStore.bootstrap(_:) was called twice, or after the default store was used. Call it once, at launch.")
      current = Shared(store)
    }
  }

  /// Where reads and sets that cannot throw report, for every store without a handler of its own.
  ///
  /// At first it prints a line on standard error.
  public static var onError: @Sendable (StoreError) -> Void {
    get { FaultReporter.shared.handler }
    set { FaultReporter.shared.handler = newValue }
  }

  /// Uses another store for as long as an operation runs, on this task alone.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - operation: What to run.
  /// - Returns: What the operation returns.
  public static func withOverride<Result>(
    _ store: any KeyValueStore, operation: () throws -> Result
  ) rethrows -> Result {
    overrideWasUsed.store(true, ordering: .relaxed)
    return try $override.withValue(store, operation: operation)
  }

  /// Uses another store for as long as an operation runs, on this task and its children.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - isolation: The actor to run on: the caller's.
  ///   - operation: What to run.
  /// - Returns: What the operation returns.
  public static func withOverride<Result>(
    _ store: any KeyValueStore, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
  ) async rethrows -> Result {
    overrideWasUsed.store(true, ordering: .relaxed)
    return try await $override.withValue(store, operation: operation, isolation: isolation)
  }

  private static func makeStandardStore() -> any KeyValueStore {
    let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    return DeferredStore.store { try PropertyListStore(named: name) }
  }
}
