import Foundation
import Synchronization

/// Lets one transaction of a store run at a time, and traps where its body writes the same store again.
final class WriterLock: Sendable {
  private let lock = NSLock()
  private let owner = Atomic<UInt>(0)

  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Whether the calling thread is the writer.
  var isHeldByCurrentThread: Bool { owner.load(ordering: .relaxed) == Self.currentThread }

  /// Traps where the calling thread is the writer: it would wait for itself.
  func checkIsNotHeld() {
    require(
      !isHeldByCurrentThread,
      "A transaction's body wrote its own store. Write by the transaction that the body is given instead.")
  }

  /// Runs a body as the only writer.
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    checkIsNotHeld()
    lock.lock()
    owner.store(Self.currentThread, ordering: .relaxed)
    defer {
      owner.store(0, ordering: .relaxed)
      lock.unlock()
    }
    return try body()
  }
}
