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
  let engine: StoreFile
  private let durability: Durability

  /// Opens the store of a file, and creates its folders where they are missing.
  ///
  /// The file itself is created when something is set. Stores on one file share what they know, also where one of
  /// them names it by a symbolic link.
  ///
  /// - Parameters:
  ///   - url: The property-list file.
  ///   - format: The form to write; nil: as the file is, binary for a new one.
  ///   - durability: What a set survives once it has returned.
  ///   - onError: Told of faults that cannot be thrown; nil: ``DefaultStore/onError`` is.
  /// - Throws: ``StoreError/Code/fileUnreadable`` where there is a file and it cannot be read, and
  ///   ``StoreError/Code/schemaTooNew`` where a later release wrote it; it stays as it is.
  public convenience init(
    url: URL, format: PropertyListFormat? = nil, durability: Durability = .process,
    onError: (@Sendable (StoreError) -> Void)? = nil
  ) throws {
    let engine = try StoreFile.shared(url, fileSystem: .system)
    self.init(engine: engine, url: url, format: format, durability: durability, onError: onError)
  }

  /// Opens the store of a name, at its standard place.
  ///
  /// - Parameters:
  ///   - name: The store's name.
  ///   - format: The form to write; nil: as the file is, binary for a new one.
  ///   - durability: What a set survives once it has returned.
  ///   - onError: Told of faults that cannot be thrown; nil: ``DefaultStore/onError`` is.
  /// - Throws: ``StoreError/Code/invalidName``, ``StoreError/Code/fileUnreadable`` or
  ///   ``StoreError/Code/schemaTooNew``.
  public convenience init(
    named name: String, format: PropertyListFormat? = nil, durability: Durability = .process,
    onError: (@Sendable (StoreError) -> Void)? = nil
  ) throws {
    try self.init(
      url: Self.standardURL(named: name), format: format, durability: durability, onError: onError)
  }

  init(
    engine: StoreFile, url: URL, format: PropertyListFormat? = nil, durability: Durability = .process,
    onError: (@Sendable (StoreError) -> Void)? = nil
  ) {
    self.engine = engine
    self.url = url
    self.durability = durability
    self.onError = onError
    engine.use(format)
    reportFaults()
  }

  public func value(forKey name: String) throws -> PropertyListValue? {
    defer { reportFaults() }
    try engine.refreshUnlessWriting()
    return engine.state.withLock { $0.values[name] }
  }

  public var keys: Set<String> {
    get throws {
      defer { reportFaults() }
      try engine.refreshUnlessWriting()
      return StoreTransaction(engine.state.withLock { $0.values }).keys
    }
  }

  @discardableResult
  public func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    defer { reportFaults() }
    return try engine.transaction(body)
  }

  public func changes() -> AsyncStream<StoreChange> { engine.broadcaster.changes() }

  public func flush() throws {}

  private func reportFaults() {
    for fault in engine.takeFaults() { FaultReporter.shared.report(fault, from: self) }
  }
}

extension PropertyListStore: FaultHandlingStore {}
