import Foundation

/// What is done when the process exits in good order.
enum AtExit {
  /// Has every store's plist written at exit, once for the process.
  static func register() { _ = registered }

  private static let registered: Bool = {
    atexit {
      for engine in StoreFile.allPending where !engine.writer.isHeldByCurrentThread {
        try? engine.checkpoint()
      }
    }
    return true
  }()
}
