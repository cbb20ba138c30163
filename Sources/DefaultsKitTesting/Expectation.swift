import DefaultsKit
import Foundation

/// What a law expects of a store; each throws where it is not so.
enum Expectation {
  struct Failure: Error {
    let reason: String
  }

  static func equal<Value: Equatable>(_ found: Value, _ expected: Value, _ what: @autoclosure () -> String) throws {
    if found != expected { throw Failure(reason: "\(what()): expected \(expected), found \(found).") }
  }

  /// Expects a `StoreError` of a code that names a key.
  static func error(_ code: StoreError.Code, key: String, _ body: () throws -> Void) throws {
    let what = "an error of the code '\(code.rawValue)' for the key '\(key)'"
    do { try body() } catch let error as StoreError {
      if error.code == code, error.key == key { return }
      throw Failure(reason: "Expected \(what), found: \(error).")
    } catch { throw Failure(reason: "Expected \(what), found: \(error).") }
    throw Failure(reason: "Expected \(what), found none.")
  }

  /// Expects that a body throws the error that it was given to throw.
  static func thrown<Expected: Error & Equatable>(_ expected: Expected, _ body: (Expected) throws -> Void) throws {
    do { try body(expected) } catch let error as Expected where error == expected { return }
    throw Failure(reason: "The error that a transaction's body threw was not thrown on.")
  }

  /// Runs a body on several threads at once, and throws the first error of any.
  static func concurrently(_ threads: Int, _ body: @escaping @Sendable (_ thread: Int) throws -> Void) throws {
    let lock = NSLock()
    nonisolated(unsafe) var first: (any Error)?  // touched while the lock is held, and when all have ended
    let running = DispatchGroup()
    for thread in 0..<threads {
      running.enter()
      // Threads of their own: a pool could run one body after the other, and each may wait for another.
      Thread {
        do { try body(thread) } catch {
          lock.withLock { if first == nil { first = error } }
        }
        running.leave()
      }.start()
    }
    running.wait()
    if let first { throw first }
  }
}
