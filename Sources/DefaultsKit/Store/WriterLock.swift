import Foundation
import Synchronization

/// Lets one transaction of a store run at a time, and traps where its body writes the same store again.
///
/// Handlers and observers may do anything, so none is called while its thread holds such a lock: ``callUnlocked(_:)``.
final class WriterLock: @unchecked Sendable {  // `postponed` is touched by the thread alone that holds the lock
  private let lock = NSLock()
  private let owner = Atomic<UInt>(0)
  /// What is to be called once the thread holds no lock of this kind.
  // Exclusive because of that; the check of it at run time would take longer than all else here.
  @exclusivity(unchecked) private var postponed: [() -> Void] = []

  private static var currentThread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
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
    let outer = begin()
    defer { end(outer) }
    return try body()
  }

  /// Runs a body as the only writer; nil: another thread was that until the time had come.
  func withLock<Result>(before time: Date, _ body: () throws -> Result) rethrows -> Result? {
    checkIsNotHeld()
    guard lock.lock(before: time) else { return nil }
    let outer = begin()
    defer { end(outer) }
    return try body()
  }

  /// Runs a body as the only writer, unless there is one.
  func withLockIfAvailable(_ body: () throws -> Void) rethrows {
    guard lock.try() else { return }
    let outer = begin()
    defer { end(outer) }
    try body()
  }

  private func begin() -> UnsafeMutableRawPointer? {
    owner.store(Self.currentThread, ordering: .relaxed)
    let outer = Self.innermost
    Self.innermost = UnsafeMutableRawPointer(Unmanaged.passUnretained(self).toOpaque())
    return outer
  }

  private func end(_ outer: UnsafeMutableRawPointer?) {
    Self.innermost = outer
    if !postponed.isEmpty { return endWithCalls() }
    owner.store(0, ordering: .relaxed)
    lock.unlock()
  }

  @inline(never)
  private func endWithCalls() {
    let calls = postponed
    postponed = []
    owner.store(0, ordering: .relaxed)
    lock.unlock()
    for call in calls { Self.callUnlocked(call) }
  }

  // MARK: The locks of a thread

  /// Whether the calling thread holds any lock of this kind.
  static var isAnyHeldByCurrentThread: Bool { innermost != nil }

  /// Calls what may run anybody's code: at once, or when the calling thread lets go of the last lock of this kind.
  static func callUnlocked(_ call: @escaping () -> Void) {
    guard let innermost else { return call() }
    // It is held by a frame of this thread, so it is there.
    Unmanaged<WriterLock>.fromOpaque(innermost).takeUnretainedValue().postponed.append(call)
  }

  /// Runs a body, and what it wants called unlocked only behind it.
  static func postponingCalls<Result>(_ body: () throws -> Result) rethrows -> Result {
    try WriterLock().withLock(body)
  }

  /// The lock that the calling thread took last, of those that it holds.
  private static var innermost: UnsafeMutableRawPointer? {
    get { key.flatMap { pthread_getspecific($0) } }
    set { if let key { pthread_setspecific(key, newValue) } }
  }

  /// Nil where the process has used up all such keys.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : nil
  }()
}
