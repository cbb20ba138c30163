import Foundation

/// A store that has somewhere of its own to report faults that cannot be thrown.
protocol FaultHandlingStore: KeyValueStore {
  var onError: (@Sendable (StoreError) -> Void)? { get }
}

/// Where reads and sets that cannot throw report what went wrong.
///
/// A fault is reported once for each store, key and cause: a view that reads a mistyped value sixty times a second
/// reports it once.
final class FaultReporter: Sendable {
  static let shared = FaultReporter()

  private struct State {
    var handler: @Sendable (StoreError) -> Void = { FaultReporter.print($0) }
    var reported: [ObjectIdentifier: Reported] = [:]
  }

  private struct Reported {
    weak var store: (any KeyValueStore)?
    var causes: Set<String> = []
  }

  private let state = Locked(State())

  /// What is called for stores that have no handler of their own.
  var handler: @Sendable (StoreError) -> Void {
    get { state.withLock { $0.handler } }
    set { state.withLock { $0.handler = newValue } }
  }

  /// Reports an error to the store's handler, or to the common one, unless that cause is known already.
  func report(_ error: any Error, from store: any KeyValueStore) {
    let error = error as? StoreError ?? StoreError(code: .fileUnreadable, underlyingError: error)
    guard isNew(error.description, of: store) else { return }
    if let own = (store as? any FaultHandlingStore)?.onError { own(error) } else { handler(error) }
  }

  private func isNew(_ cause: String, of store: any KeyValueStore) -> Bool {
    state.withLock { state in
      let id = ObjectIdentifier(store)
      if state.reported[id]?.store !== store {  // a new store may stand where an old one stood
        state.reported = state.reported.filter { $0.value.store != nil }
        state.reported[id] = Reported(store: store)
      }
      // Bounded: names and causes can come from data.
      if state.reported[id]?.causes.count ?? 0 >= 1000 { state.reported[id]?.causes = [] }
      return state.reported[id]?.causes.insert(cause).inserted ?? true
    }
  }

  private static func print(_ error: StoreError) {
    FileHandle.standardError.write(Data("DefaultsKit: \(error.description)\n".utf8))
  }
}
