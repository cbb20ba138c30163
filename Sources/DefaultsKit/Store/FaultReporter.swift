import Foundation
import Synchronization

/// A store that has somewhere of its own to report faults that cannot be thrown.
protocol FaultHandlingStore: KeyValueStore {
  var onError: (@Sendable (StoreError) -> Void)? { get }
}

/// Where reads and sets that cannot throw report what went wrong.
///
/// A fault is reported once for each store, key and cause: a view that reads a mistyped value sixty times a second
/// reports it once. What succeeds makes faults new again: a set those of its key, any commit those of changes that could
/// not be made, a checkpoint those of checkpoints. A handler is called with no store's lock held: what a transaction's
/// body meets is reported behind the transaction.
final class FaultReporter: Sendable {
  static let shared = FaultReporter()

  private struct State {
    var handler: @Sendable (StoreError) -> Void = { FaultReporter.print($0) }
    var reported: [ObjectIdentifier: Reported] = [:]
  }

  private struct Reported {
    weak var store: (any KeyValueStore)?
    /// The causes that were reported, by what they are faults of.
    var causes: [Subject: Set<String>] = [:]
  }

  /// What a fault is one of: it is known until that is in order once.
  private enum Subject: Hashable {
    case key(String), changes, checkpoints, file

    init(_ error: StoreError, isOfChange: Bool) {
      self =
        if isOfChange { .changes } else if let key = error.key { .key(key) } else {
          error.code == .fileUnwritable ? .checkpoints : .file
        }
    }
  }

  private let state = Locked(State())
  private let hasReported = Atomic<Bool>(false)  // so that a set with nothing to settle takes no lock

  /// What is called for stores that have no handler of their own.
  var handler: @Sendable (StoreError) -> Void {
    get { state.withLock { $0.handler } }
    set {
      // What is replaced is let go of with no lock held: the end of what it captured may run code of its own.
      let old = state.withLock { state in
        let old = state.handler
        state.handler = newValue
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Reports an error to the store's handler, or to the common one, unless that cause is known already.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - store: The store that met it.
  ///   - name: The name of the key whose change could not be made, where that is what failed.
  func report(_ error: any Error, from store: any KeyValueStore, changing name: String? = nil) {
    var error = error as? StoreError ?? StoreError(code: .fileUnreadable, underlyingError: error)
    // A fault of the store as a whole: each key that loses a set by it is told of, and again when it recurs.
    let isOfChange = name != nil && error.key == nil
    if isOfChange, let name { error = error.concerning(name) }
    guard isNew(error, Subject(error, isOfChange: isOfChange), of: store) else { return }
    WriterLock.callUnlocked { [self, error] in
      if let own = (store as? any FaultHandlingStore)?.onError { own(error) } else { handler(error) }
    }
  }

  /// Forgets what was reported of changes, once one was made, and of its key.
  func settle(key: String? = nil, of store: any KeyValueStore) {
    forget(key.map { [.key($0), .changes, .file] } ?? [.changes, .file], of: store)
  }

  /// Forgets what was reported of a file that could not be written, once it was.
  func settleCheckpoints(of store: any KeyValueStore) { forget([.checkpoints, .file], of: store) }

  private func forget(_ subjects: @autoclosure () -> [Subject], of store: any KeyValueStore) {
    guard hasReported.load(ordering: .relaxed) else { return }
    state.withLock { state in
      let id = ObjectIdentifier(store)
      guard var reported = state.reported[id], reported.store === store else { return }
      state.reported[id] = nil
      for subject in subjects() { reported.causes[subject] = nil }
      if !reported.causes.isEmpty { state.reported[id] = reported }  // a store that is in order costs a set one look
    }
  }

  private func isNew(_ error: StoreError, _ subject: Subject, of store: any KeyValueStore) -> Bool {
    hasReported.store(true, ordering: .relaxed)
    let cause = error.description  // made with no lock held: that of the error behind it may be anybody's code
    return state.withLock { state in
      let id = ObjectIdentifier(store)
      if state.reported[id]?.store !== store {  // a new store may stand where an old one stood
        state.reported = state.reported.filter { $0.value.store != nil }
      }
      var reported = state.reported[id] ?? Reported(store: store)
      if reported.causes[subject]?.contains(cause) == true { return false }
      // Bounded: names and causes can come from data.
      if reported.causes.count >= 1000 || reported.causes[subject]?.count ?? 0 >= 1000 { reported.causes = [:] }
      reported.causes[subject, default: []].insert(cause)
      state.reported[id] = reported
      return true
    }
  }

  private static func print(_ error: StoreError) {
    FileHandle.standardError.write(Data("DefaultsKit: \(error.description)\n".utf8))
  }
}
