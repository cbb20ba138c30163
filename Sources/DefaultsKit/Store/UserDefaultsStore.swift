import Foundation

/// A store that keeps its values in Foundation's `UserDefaults`.
public final class UserDefaultsStore: KeyValueStore {
  /// Creates a store on a suite.
  ///
  /// - Parameter suiteName: The suite's name; nil for the app's own defaults.
  public init?(suiteName: String?) { return nil }

  public func value(forKey name: String) throws -> PropertyListValue? { nil }

  public var keys: Set<String> { get throws { [] } }

  @discardableResult
  public func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    throw StoreError(code: .fileUnwritable, reason: "not built yet")
  }

  public func changes() -> AsyncStream<StoreChange> { AsyncStream { $0.finish() } }

  public func flush() throws {}
}
