public import Foundation

/// A store that is kept in a property-list file, shared between threads and processes.
///
/// ```swift
/// let store = try PropertyListStore(named: "MyApp")
/// try store.set(7, for: StoredKey("volume", default: 5))
/// ```
///
/// When a set has returned, the value survives the death of the process; with ``Durability/media``, or after
/// ``flush()``, power loss too. A read sees what any process set before it began. Any tool can read the file, and may
/// write it. All of it is in <doc:DurabilityAndProcesses>, <doc:ErrorsAndWhatIsKept> and <doc:FileFormat>.
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
  /// - Throws: ``StoreError/Code/fileUnreadable`` where there is a file and it cannot be read (also where it holds no
  ///   property list and another program keeps changing it; that is waited for as long as five seconds), and
  ///   ``StoreError/Code/schemaTooNew`` where a later release wrote it; it stays as it is.
  ///   ``StoreError/Code/invalidName`` where the file's name has more than 233 bytes.
  public convenience init(
    url: URL, format: PropertyListFormat? = nil, durability: Durability = .process,
    onError: (@Sendable (StoreError) -> Void)? = nil
  ) throws {
    let engine = try StoreFile.shared(url)
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
    engine.attach(self, format: format)
  }

  /// The value that is stored under a name, or nil: what any process set before the call began.
  ///
  /// - Parameter name: The stored name.
  /// - Returns: The value, or nil where there is none.
  /// - Throws: ``StoreError/Code/fileUnreadable``.
  public func value(forKey name: String) throws -> PropertyListValue? { try engine.read { $0.values[name] } }

  /// The names under which something is stored.
  public var keys: Set<String> {
    get throws { StoreTransaction(try engine.read { $0.values }).keys }
  }

  /// Runs a body that reads and changes values, and stores all of its changes, or none.
  ///
  /// On return they survive what the store's ``Durability`` says. The body runs while no other thread or process can
  /// write the file: keep it short.
  ///
  /// - Parameter body: What to do; may read its own store, and sees the state before the transaction.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, the first error that a subscript of the transaction met, or
  ///   ``StoreError/Code/fileUnwritable``; nothing has changed then.
  @discardableResult
  public func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    let result = try engine.transaction(durability: durability, body)
    FaultReporter.shared.settle(of: self)
    return result
  }

  /// The changes from now on: those of this process at once, those of others within some hundredths of a second.
  ///
  /// - Returns: A sequence that ends with the task that reads it.
  public func changes() -> AsyncStream<StoreChange> {
    let changes = engine.broadcaster.changes()
    startObserving()
    return changes
  }

  /// Puts everything that was set on the media, in the plist, where any other tool can read it.
  ///
  /// - Throws: ``StoreError/Code/fileUnwritable``; what was set is still there then.
  public func flush() throws { try engine.flush() }
}

extension PropertyListStore: FaultHandlingStore, SequencedStore, SingleSetStore {
  func rememberedValue(forKey name: String) -> PropertyListValue? { engine.state.withLock { $0.values[name] } }

  func set(
    _ value: PropertyListValue?, under name: String, replacing known: PropertyListValue?
  ) throws -> SingleSetOutcome {
    try engine.set(value, under: name, replacing: known, durability: durability)
  }

  func sequencedValue(
    forKey name: (_ stored: (String) -> PropertyListValue?) -> String?
  ) throws -> SequencedValue {
    try engine.read { state in
      let values = state.values
      let stored = name { values[$0] }.flatMap { values[$0] }
      return SequencedValue(stored: stored, sequence: state.sequence, clock: state.clock)
    }
  }
}
