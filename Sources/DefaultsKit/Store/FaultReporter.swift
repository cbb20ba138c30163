import Foundation
import Synchronization

/// A store that has somewhere of its own to report faults that cannot be thrown.
protocol FaultHandlingStore: KeyValueStore {
  var onError: (@Sendable (StoreError) -> Void)? { get }
}

/// Where reads and sets that cannot throw report what went wrong.
///
/// A fault is reported once for each store, key and cause: a view that reads a mistyped value sixty times a second
/// reports it once. A set that succeeds makes the key's faults new again. A handler is called with no store's lock held:
/// what a transaction's body meets is reported behind the transaction.
final class FaultReporter: Sendable {
  static let shared = FaultReporter()

  private struct State {
    var handler: @Sendable (StoreError) -> Void = { FaultReporter.print($0) }
    var reported: [ObjectIdentifier: Reported] = [:]
  }

  private struct Reported {
    weak var store: (any KeyValueStore)?
    /// The causes that were reported, by the name of the key; nil for those of the store as a whole.
    var causes: [String?: Set<String>] = [:]
  }

  private let state = Locked(State())
  private let hasReported = Atomic<Bool>(false)  // so that a set with nothing to settle takes no lock

  /// What is called for stores that have no handler of their own.
  var handler: @Sendable (StoreError) -> Void {
    get { state.withLock { $0.handler } }
    set { state.withLock { $0.handler = newValue } }
  }

  /// Reports an error to the store's handler, or to the common one, unless that cause is known already.
  func report(_ error: any Error, from store: any KeyValueStore) {
    let error = error as? StoreError ?? StoreError(code: .fileUnreadable, underlyingError: error)
    guard isNew(error, of: store) else { return }
    WriterLock.callUnlocked { [self] in
      if let own = (store as? any FaultHandlingStore)?.onError { own(error) } else { handler(error) }
    }
  }

  /// Forgets what was reported of a key, once it was set.
  func settle(key: String, of store: any KeyValueStore) {
    guard hasReported.load(ordering: .relaxed) else { return }
    state.withLock { state in
      guard state.reported[ObjectIdentifier(store)]?.store === store else { return }
      state.reported[ObjectIdentifier(store)]?.causes[key] = nil
    }
  }

  private func isNew(_ error: StoreError, of store: any KeyValueStore) -> Bool {
    hasReported.store(true, ordering: .relaxed)
    return state.withLock { state in
      let id = ObjectIdentifier(store)
      if state.reported[id]?.store !== store {  // a new store may stand where an old one stood
        state.reported = state.reported.filter { $0.value.store != nil }
      }
      var reported = state.reported[id] ?? Reported(store: store)
      if reported.causes[error.key]?.contains(error.description) == true { return false }
      // Bounded: names and causes can come from data.
      if reported.causes.count >= 1000 || reported.causes[error.key]?.count ?? 0 >= 100 { reported.causes = [:] }
      reported.causes[error.key, default: []].insert(error.description)
      state.reported[id] = reported
      return true
    }
  }

  private static func print(_ error: StoreError) {
    FileHandle.standardError.write(Data("DefaultsKit: \(error.description)\n".utf8))
  }
}
