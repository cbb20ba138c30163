import Foundation
import Synchronization

/// How often this process is the child of a `fork` that went on without `exec`.
enum Forks {
  private static let counter = Atomic<Int>(0)

  static var count: Int {
    @inline(__always) get { counter.load(ordering: .relaxed) }
  }

  /// Counts from now on.
  static func beginCounting() { _ = isCounting }

  private static let isCounting: Bool = pthread_atfork(nil, nil, { Forks.counter.add(1, ordering: .relaxed) }) == 0
}

extension StoreFile {
  /// Lets go of a sidecar that was opened before a `fork`: parent and child would share its lock, and both have it.
  @inline(__always)
  func letGoAfterFork() {
    if session.forks != Forks.count { letGo() }
  }

  @inline(never)
  private func letGo() {
    session.forks = Forks.count
    // Closed, not unlocked: the parent may be in its turn.
    session.sidecar = nil
    session.seen = nil
    session.mustReload = session.isOpen
  }
}
