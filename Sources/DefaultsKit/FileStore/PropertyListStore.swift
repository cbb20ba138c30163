public import Foundation

/// A store that is kept in a property-list file, shared between threads and processes.
public final class PropertyListStore: KeyValueStore {
  /// What a set survives once it has returned.
  public enum Durability: Sendable, Hashable {
    /// The death of the process.
    case process
    /// Power loss too.
    case media
  }

  /// The file.
  public let url: URL

  let onError: (@Sendable (StoreError) -> Void)?

  /// Opens a store, and creates its folders and its file where they are missing.
  ///
  /// - Parameters:
  ///   - url: The property-list file.
  ///   - format: The form to write; nil: as the file is, binary for a new one.
  ///   - durability: What a set survives once it has returned.
  ///   - onError: Told of faults that cannot be thrown; nil: ``DefaultStore/onError`` is.
  /// - Throws: ``StoreError/Code/fileUnreadable``.
  public init(
    url: URL, format: PropertyListFormat? = nil, durability: Durability = .process,
    onError: (@Sendable (StoreError) -> Void)? = nil
  ) throws {
    self.url = url
    self.onError = onError
    throw StoreError(code: .fileUnreadable, url: url, reason: "not built yet")
  }

  /// Opens the store of a name, at its standard place.
  ///
  /// - Parameters:
  ///   - name: The store's name.
  ///   - format: The form to write; nil: as the file is, binary for a new one.
  ///   - durability: What a set survives once it has returned.
  ///   - onError: Told of faults that cannot be thrown; nil: ``DefaultStore/onError`` is.
  /// - Throws: ``StoreError/Code/invalidName`` or ``StoreError/Code/fileUnreadable``.
  public convenience init(
    named name: String, format: PropertyListFormat? = nil, durability: Durability = .process,
    onError: (@Sendable (StoreError) -> Void)? = nil
  ) throws {
    try self.init(
      url: Self.standardURL(named: name), format: format, durability: durability, onError: onError)
  }

  /// Where the store of a name is kept.
  ///
  /// - Parameter name: The store's name.
  /// - Returns: The file's place.
  /// - Throws: ``StoreError/Code/invalidName``.
  public static func standardURL(named name: String) throws -> URL {
    throw StoreError(code: .invalidName, key: name, reason: "not built yet")
  }

  public func value(forKey name: String) throws -> PropertyListValue? { nil }

  public var keys: Set<String> { get throws { [] } }

  @discardableResult
  public func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    throw StoreError(code: .fileUnwritable, url: url, reason: "not built yet")
  }

  public func changes() -> AsyncStream<StoreChange> { AsyncStream { $0.finish() } }

  public func flush() throws {}
}
