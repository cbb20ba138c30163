import Foundation

/// A store that keeps its values in Foundation's `UserDefaults`, for an app that is moving over step by step.
///
/// Values are stored natively, so that `UserDefaults` reads what this store sets and the other way round. What they
/// survive is what `UserDefaults` promises, which on Linux is nothing before ``flush()``.
///
/// - A transaction is all or nothing for the threads of this process that use stores of this kind, not across a crash
///   and not for other processes.
/// - Reads follow the search list of `UserDefaults`: launch arguments and registered defaults are seen.
///   ``keys`` and ``KeyValueStore/removeAll()`` concern the suite alone.
/// - ``changes()`` tells of what stores of this kind set, not of sets on a `UserDefaults` object itself.
/// - Who observes `UserDefaults` itself is called by Foundation within the transaction that sets: there the store may be
///   read, which gives what is set, and not be written.
/// - `UserDefaults` drops the payload of a NaN, and on Linux, where it writes XML, a date's fraction of a second and the
///   sign of `-0.0`. Use ``PropertyListStore`` for what must be exact.
public final class UserDefaultsStore: KeyValueStore {
  private let suite: Suite

  /// Creates a store on a suite.
  ///
  /// - Parameter suiteName: The suite's name; nil for the app's own defaults. Nil is returned for a name that
  ///   `UserDefaults` refuses: the global domain's, or the app's own bundle identifier.
  public init?(suiteName: String?) {
    guard let suite = Suite.named(suiteName) else { return nil }
    self.suite = suite
  }

  /// Creates a store on defaults of its own kind, which nobody else uses.
  init(_ defaults: UserDefaults, suiteName: String) { suite = Suite(name: suiteName, defaults: defaults) }

  /// The value that is stored under a name, or nil; what is no property-list value counts as nil.
  ///
  /// - Parameter name: The stored name.
  /// - Returns: The value, or nil where there is none.
  public func value(forKey name: String) -> PropertyListValue? { suite.value(forKey: name) }

  /// The names under which something is stored in the suite.
  public var keys: Set<String> { suite.names.subtracting([KeyName.record]) }

  /// Runs a body that reads and changes values, and stores all of its changes, or none.
  ///
  /// - Parameter body: What to do; may read its own store, and sees the state before the transaction.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or the first error that a subscript of the transaction met.
  @discardableResult
  public func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    defer { suite.broadcaster.deliver() }
    return try suite.writer.withLock {
      var transaction = StoreTransaction(
        reading: { [suite] in suite.value(forKey: $0) }, names: { [suite] in suite.names })
      let result = try body(&transaction)
      try transaction.checkForErrors()
      suite.commit(transaction.changes)
      return result
    }
  }

  /// The changes from now on that stores of this kind make to the suite, in the order of the commits.
  ///
  /// - Returns: A sequence that ends with the task that reads it.
  public func changes() -> AsyncStream<StoreChange> { suite.broadcaster.changes() }

  /// Has `UserDefaults` write what was set.
  ///
  /// - Throws: ``StoreError/Code/fileUnwritable`` where `UserDefaults` says that it could not.
  public func flush() throws {
    guard suite.synchronize() else {
      throw StoreError(code: .fileUnwritable, reason: "UserDefaults could not be written; what was set is in memory.")
    }
  }
}

extension UserDefaultsStore: ObservableStore {
  var broadcaster: ChangeBroadcaster { suite.broadcaster }

  func startObserving() {}
}

extension UserDefaultsStore {
  /// The suite's name; nil for the app's own defaults.
  var suiteName: String? { suite.name }

  /// What is stored under a name in the suite itself, also where a launch argument hides it.
  func ownValue(forKey name: String) -> PropertyListValue? { suite.ownValue(forKey: name) }
}

/// One suite, which every store of its name in this process shares.
private final class Suite: @unchecked Sendable {  // `defaults` is used by `foundation` alone
  private struct Weak {
    weak var suite: Suite?
  }

  private static let open = Locked<[String?: Weak]>([:])

  let writer = WriterLock()
  let broadcaster = ChangeBroadcaster()
  let name: String?
  private let defaults: UserDefaults
  #if !canImport(Darwin)
    private let calls = NSRecursiveLock()
  #endif
  private let commit = Locked(Commit())

  /// What lets nobody see half of a transaction.
  ///
  /// Foundation calls observers while it is told of a change, and those may read: no lock is held meanwhile.
  private struct Commit {
    /// How many began.
    var count = 0
    /// What the present one sets and removes, while Foundation is told of it.
    var changes: [String: PropertyListValue?] = [:]
  }

  init(name: String?, defaults: UserDefaults) {
    self.name = name
    self.defaults = defaults
  }

  static func named(_ name: String?) -> Suite? {
    open.withLock { open in
      if let suite = open[name]?.suite { return suite }
      guard let defaults = name.map({ UserDefaults(suiteName: $0) }) ?? .standard else { return nil }
      let suite = Suite(name: name, defaults: defaults)
      open = open.filter { $0.value.suite != nil }
      open[name] = Weak(suite: suite)
      return suite
    }
  }

  /// Calls Foundation: as it documents, from any thread.
  ///
  /// On Linux one call at a time, as a read beside a set can keep for good what was before the set; observers are not
  /// called there.
  private func foundation<Result>(_ body: (UserDefaults) -> Result) -> Result {
    #if canImport(Darwin)
      body(defaults)
    #else
      calls.withLock { body(defaults) }
    #endif
  }

  /// Reads what a commit sets, and the rest from Foundation; again where a commit began meanwhile.
  private func read<Result>(_ body: (_ changes: [String: PropertyListValue?]) -> Result) -> Result {
    while true {
      let present = commit.withLock { $0 }
      let result = body(present.changes)
      if commit.withLock({ $0.count }) == present.count { return result }
    }
  }

  func value(forKey name: String) -> PropertyListValue? {
    let canonical = Self.canonical(name)
    return read { changes in
      if let change = changes[canonical], !isHidden(name) { return change ?? beneath(name) }
      let object = foundation { $0.object(forKey: canonical) ?? $0.object(forKey: name) }
      return object.flatMap(PropertyListValue.init(foundationObject:))
    }
  }

  var names: Set<String> {
    read { changes in
      var names = foundation { foundationNames($0) }
      for (name, value) in changes { if value == nil { names.remove(name) } else { names.insert(name) } }
      return names
    }
  }

  private func foundationNames(_ defaults: UserDefaults) -> Set<String> {
    let domain = domain(of: defaults)
    if name != nil || Bundle.main.bundleIdentifier != nil { return Set(domain.keys) }
    // Without a bundle the app's own domain shows only what is on the disk: all that is seen, but what is not stored.
    let volatile = [UserDefaults.argumentDomain, UserDefaults.registrationDomain].flatMap {
      defaults.volatileDomain(forName: $0).keys
    }
    return Set(defaults.dictionaryRepresentation().keys).subtracting(Set(volatile).subtracting(domain.keys))
  }

  func ownValue(forKey name: String) -> PropertyListValue? {
    guard isHidden(name) else { return value(forKey: name) }
    let canonical = Self.canonical(name)
    return read { changes in
      if let change = changes[canonical] { return change }
      return foundation { domain(of: $0)[name] }.flatMap(PropertyListValue.init(foundationObject:))
    }
  }

  /// Whether a launch argument stands before what is stored.
  private func isHidden(_ name: String) -> Bool {
    defaults.volatileDomain(forName: UserDefaults.argumentDomain)[name] != nil  // known from the launch on
  }

  /// What is read where the suite holds nothing; on Linux Foundation does not show what was registered.
  private func beneath(_ name: String) -> PropertyListValue? {
    let object = foundation { defaults in
      defaults.persistentDomain(forName: UserDefaults.globalDomain)?[name]
        ?? defaults.volatileDomain(forName: UserDefaults.registrationDomain)[name]
    }
    return object.flatMap(PropertyListValue.init(foundationObject:))
  }

  /// What the suite holds on the disk, and nothing that is found elsewhere.
  private func domain(of defaults: UserDefaults) -> [String: Any] {
    let domain = name ?? Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    return defaults.persistentDomain(forName: domain) ?? [:]
  }

  func commit(_ changes: [String: PropertyListValue?]) {
    guard !changes.isEmpty else { return }
    let canonicalChanges = Dictionary(changes.map { (Self.canonical($0), $1) }) { $1 }
    commit.withLock { commit in
      commit.count += 1
      commit.changes = canonicalChanges
    }
    for (name, value) in changes { foundation { set(value, under: name, in: $0) } }
    commit.withLock { $0.changes = [:] }
    broadcaster.enqueue(StoreChange(keys: Set(changes.keys).subtracting([KeyName.record]), origin: .local))
  }

  private func set(_ value: PropertyListValue?, under name: String, in defaults: UserDefaults) {
    let canonical = Self.canonical(name)
    if !canonical.utf8.elementsEqual(name.utf8) { defaults.removeObject(forKey: name) }
    #if !canImport(Darwin)
      // There a set of what Foundation takes for equal is dropped: 1.0 over 1, another Unicode form of a text.
      if value != nil { defaults.removeObject(forKey: canonical) }
    #endif
    if let value {
      defaults.set(value.foundationObject, forKey: canonical)
    } else {
      defaults.removeObject(forKey: canonical)
    }
  }

  // Two Unicode forms of a name are one key here; to `UserDefaults` on Linux they are two.
  private static func canonical(_ name: String) -> String {
    name.utf8.allSatisfy { $0 < 0x80 } ? name : name.precomposedStringWithCanonicalMapping
  }

  func synchronize() -> Bool { foundation { $0.synchronize() } }
}
