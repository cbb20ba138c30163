public import DefaultsKit

/// A law that every `KeyValueStore` obeys, as a check that any test framework can run.
///
/// With Swift Testing, one test is a test for each law:
///
/// ```swift
/// @Test(arguments: StoreLaw.all) func theStoreObeys(_ law: StoreLaw) async throws {
///   try await law.check(MyStore())
/// }
/// ```
///
/// With XCTest, go over them: `for law in StoreLaw.all { try await law.check(MyStore()) }`.
public struct StoreLaw: Sendable {
  /// The law, as a sentence.
  public let statement: String
  private let body: @Sendable (any KeyValueStore) async throws -> Void

  init(_ statement: String, _ body: @escaping @Sendable (any KeyValueStore) async throws -> Void) {
    self.statement = statement
    self.body = body
  }

  /// Every law.
  public static let all = values + names + transactions + displacement + observation

  /// Checks that a store obeys the law.
  ///
  /// - Parameters:
  ///   - store: A new, empty store; the check writes to it.
  ///   - timeLimit: How long to wait at most for a store to tell of a change; it violates the law then.
  /// - Throws: ``StoreLawViolation``, or what the store throws.
  public func check(_ store: any KeyValueStore, timeLimit: Duration = .seconds(10)) async throws {
    guard try store.keys.isEmpty else {
      throw StoreLawViolation(statement: statement, reason: "The store was not empty: give each law a new one.")
    }
    let checking = Task { try await body(store) }
    // A store that never tells of a change must not keep its tests waiting for ever.
    let watchdog = Task {
      try await Task.sleep(for: timeLimit)
      checking.cancel()
    }
    defer { watchdog.cancel() }
    do {
      try await withTaskCancellationHandler {
        try await checking.value
      } onCancel: {
        checking.cancel()
      }
    } catch let failure as Expectation.Failure {
      throw StoreLawViolation(statement: statement, reason: failure.reason)
    }
  }
}

extension StoreLaw: CustomStringConvertible {
  /// The law, as a sentence.
  public var description: String { statement }
}

/// A store did not obey a law.
public struct StoreLawViolation: Error, Sendable, Hashable {
  /// The law, as a sentence.
  public let statement: String
  /// What was expected, and what was found.
  public let reason: String
}

extension StoreLawViolation: CustomStringConvertible {
  /// The law, what was expected, and what was found.
  public var description: String { "\(statement) \(reason)" }
}
