import Foundation

/// A store whose file cannot be read yet: it keeps what properties set in memory, and takes up the file as soon as it
/// can be read.
///
/// Calls that can throw, throw why the file cannot be read. Of those that cannot, a set is kept, and read back; once
/// the file is open everything that was kept is set there in one transaction, as if it were set then.
final class DeferredStore: DeferringStore {
  private typealias Change = @Sendable (inout StoreTransaction) throws -> Void

  private struct State {
    var opened: PropertyListStore?
    /// In the order in which they were made.
    var changes: [(name: String, change: Change)] = []
    var lastAttempt = 0.0
    /// How long it took, in seconds: a file that keeps changing is waited for.
    var lastDuration = 0.0
    /// Why the file could not be opened at last.
    var failure: (any Error)?
    var isRetrying = false
    var isObserved = false
    var relay: Relay?
  }

  /// How often it is tried again, in seconds, with nobody asking.
  private static let interval = 1.0
  /// No more often than this by those who read: a view may read sixty times a second.
  private static let leastInterval = 0.05

  let broadcaster = ChangeBroadcaster()
  private let state = Locked(State())
  private let open: @Sendable () throws -> PropertyListStore
  /// Lets one thread at a time open the file and set there what was kept; what is to be told of that is told behind it.
  private let opening = WriterLock()

  /// The store that `open` gives, or one that waits until it does.
  static func store(opening open: @escaping @Sendable () throws -> PropertyListStore) -> any KeyValueStore {
    do { return try open() } catch {
      let store = DeferredStore(opening: open)
      store.state.withLock { $0.failure = error }
      FaultReporter.shared.report(error, from: store)
      store.retryLater()
      return store
    }
  }

  init(opening open: @escaping @Sendable () throws -> PropertyListStore) { self.open = open }

  // MARK: Opening

  /// The file's store; nil: this is no time to ask for it; throws why it cannot be had.
  private func ready(atMostEvery interval: Double = 0) throws -> PropertyListStore? {
    if let opened = state.withLock({ $0.opened }) { return opened }
    if interval > 0, !isTime(toTryEvery: interval) { return nil }
    // A transaction's body, or a type that is decoded in one, reads a property: who opens the file may wait for it.
    if WriterLock.isAnyHeldByCurrentThread { return nil }
    // Who only reads does not wait for another who tries.
    if interval > 0 { return try opening.withLock(before: .distantPast) { try attempt() } }
    return try opening.withLock { try attempt() }
  }

  /// Whether those who read may try again: no more often than an interval, and a twentieth of their time at most.
  private func isTime(toTryEvery interval: Double) -> Bool {
    let (last, duration) = state.withLock { ($0.lastAttempt, $0.lastDuration) }
    return monotonicSeconds() - last >= max(interval, 20 * duration)
  }

  /// Opens the file; call it with `opening` held.
  private func attempt() throws -> PropertyListStore {
    if let opened = state.withLock({ $0.opened }) { return opened }
    let start = monotonicSeconds()
    do {
      let store = try open()
      try take(up: store)
      return store
    } catch {
      state.withLock { state in
        state.failure = error
        state.lastAttempt = monotonicSeconds()
        state.lastDuration = state.lastAttempt - start
      }
      throw error
    }
  }

  /// Sets what was kept in the file, and forwards everything from then on.
  private func take(up store: PropertyListStore) throws {
    var replaced = Set<String>()
    while true {
      let changes = state.withLock { $0.changes }
      if !changes.isEmpty {
        try store.transaction { transaction in
          let found = transaction
          for (_, change) in changes {
            // One that cannot be made (a key of the active user, and nobody is logged in) must not stop the others.
            var attempt = transaction
            do {
              try change(&attempt)
              try attempt.checkForErrors()
              transaction = attempt
            } catch { FaultReporter.shared.report(error, from: self) }
          }
          // Whoever set a value did not know the file's own, and may have added one to a default.
          for (name, value) in transaction.changes where name != KeyName.record && replaced.insert(name).inserted {
            guard let old = found.stored(name), old != value else { continue }
            transaction.displace(old, from: name)
            FaultReporter.shared.report(StoreError.replacedUnread(name), from: self)
          }
        }
      }
      let isDone = state.withLock { state in
        state.changes.removeFirst(changes.count)
        guard state.changes.isEmpty else { return false }
        let relay = Relay(broadcaster)
        store.broadcaster.add(relay)
        state.relay = relay
        state.opened = store
        return true
      }
      if isDone { break }
    }
    // Whatever the file holds may be another value than what was read until now.
    broadcaster.enqueue(StoreChange(keys: (try? store.keys) ?? [], origin: .external))
    broadcaster.deliver()
    if state.withLock({ $0.isObserved }) { store.startObserving() }
  }

  /// Tries again from time to time, for as long as somebody uses the store.
  private func retryLater() {
    let mustBegin = state.withLock { state in
      defer { state.isRetrying = true }
      return !state.isRetrying
    }
    guard mustBegin else { return }
    Self.queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
      guard let self else { return }
      state.withLock { $0.isRetrying = false }
      if (try? ready()) == nil { retryLater() }
    }
  }

  private static let queue = DispatchQueue(label: "DefaultsKit.DeferredStore", qos: .utility)

  /// Tells of the file's commits those who listen to this store.
  private final class Relay: ChangeListener {
    private let broadcaster: ChangeBroadcaster

    init(_ broadcaster: ChangeBroadcaster) { self.broadcaster = broadcaster }

    func storeDidChange(_ change: StoreChange) {
      broadcaster.enqueue(change)
      broadcaster.deliver()
    }
  }

  // MARK: Keeping

  var kept: StoreTransaction? {
    if (try? ready(atMostEvery: Self.leastInterval)) != nil { return nil }
    return state.withLock { $0.opened == nil ? $0.changes : nil }.map { changes in
      var transaction = StoreTransaction([:])
      for (_, change) in changes {
        var attempt = transaction
        if (try? change(&attempt)) != nil, (try? attempt.checkForErrors()) != nil { transaction = attempt }
      }
      return transaction
    }
  }

  func keep(_ name: String, _ change: @escaping @Sendable (inout StoreTransaction) throws -> Void) throws -> Bool {
    let before = kept
    let isKept = state.withLock { state in
      guard state.opened == nil else { return false }
      // While a merge is under way the changes that it makes stay where they are: it counts them.
      state.changes.append((name, change))
      return true
    }
    guard isKept else {
      try transaction(change)
      return false
    }
    compact()
    let after = kept
    let names = (after?.keys ?? []).union(before?.keys ?? [])
    broadcaster.enqueue(StoreChange(keys: names.filter { before?[$0] != after?[$0] }, origin: .local))
    broadcaster.deliver()
    retryLater()
    return true
  }

  /// Lets go of what was set again since.
  private func compact() {
    opening.withLockIfAvailable {
      state.withLock { state in
        var seen = Set<String>()
        state.changes = state.changes.reversed().filter { seen.insert($0.name).inserted }.reversed()
      }
    }
  }
}

// MARK: - The store

extension DeferredStore: SequencedStore, ObservableStore {
  private func store() throws -> PropertyListStore {
    if let store = try ready() { return store }
    throw state.withLock { $0.failure } ?? StoreError(code: .fileUnreadable)
  }

  func value(forKey name: String) throws -> PropertyListValue? { try store().value(forKey: name) }

  var keys: Set<String> { get throws { try store().keys } }

  @discardableResult
  func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    let result = try store().transaction(body)
    FaultReporter.shared.settle(of: self)
    return result
  }

  func changes() -> AsyncStream<StoreChange> {
    startObserving()
    return broadcaster.changes()
  }

  func flush() throws { try store().flush() }

  func startObserving() {
    state.withLock { state in
      state.isObserved = true
      return state.opened
    }?.startObserving()
  }

  func sequencedValue(
    forKey name: (_ stored: (String) -> PropertyListValue?) -> String?
  ) throws -> SequencedValue {
    try store().sequencedValue(forKey: name)
  }
}
