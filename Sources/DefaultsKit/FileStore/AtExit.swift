import Foundation

/// What is done when the process exits in good order.
enum AtExit {
  /// Has every store's plist written at exit, once for the process.
  static func register() { _ = registered }

  /// How many seconds an exit waits for others, all stores together.
  private static let patience = 1.0

  private static let registered: Bool = {
    atexit {
      // What was set is safe in the journal: an exit must not hang because a thread or a process holds a lock.
      let deadline = monotonicSeconds() + patience
      for engine in StoreFile.allPending where !engine.writer.isHeldByCurrentThread {
        try? engine.checkpoint(before: deadline)
      }
    }
    return true
  }()
}
