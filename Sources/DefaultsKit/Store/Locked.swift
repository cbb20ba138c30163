import Foundation
import Synchronization

#if DEFAULTSKIT_LOCKED_BY_NSLOCK
  /// State under a lock, as the thread sanitizer can follow it: on Linux it reports false races on `Mutex`.
  final class Locked<State>: @unchecked Sendable {  // the state is touched only while the lock is held
    private let lock = NSLock()
    private var state: State

    init(_ state: sending State) { self.state = state }

    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&state)
    }
  }
#else
  /// State under a lock that is held for a moment.
  final class Locked<State>: Sendable {
    private let state: Mutex<State>

    init(_ state: sending State) { self.state = Mutex(state) }

    func withLock<Result>(_ body: (inout sending State) throws -> sending Result) rethrows -> sending Result {
      try state.withLock(body)
    }
  }
#endif
