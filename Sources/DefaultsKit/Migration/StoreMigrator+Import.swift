extension StoreMigrator {
  /// Adds a migration that takes values from another store, once.
  ///
  /// The source is only read. Values are taken as they are stored; a key whose type refuses one that an earlier wrapper
  /// wrote as JSON text reads it all the same. Where the store holds a value already it stays. The store's own record
  /// and other reserved names are not taken; an account's values of another store of this library are.
  /// - Parameters:
  ///   - identifier: Its name, which is recorded in the store; one that is registered already traps.
  ///   - source: Where the values are taken from; it is opened when the migration runs.
  ///   - names: The names to take; nil: all that ``KeyValueStore/keys`` of the source gives.
  ///   - rename: The name to store a value under; nil leaves it out.
  ///   - completion: Called once with what was taken, after it was stored.
  public mutating func registerImport(
    _ identifier: String, from source: @autoclosure @escaping @Sendable () throws -> any KeyValueStore,
    names: Set<String>? = nil, renaming rename: @escaping @Sendable (_ name: String) -> String? = { $0 },
    completion: @escaping @Sendable (ImportReport) -> Void
  ) {
    register(identifier) { transaction in
      let source = try source()
      let present = try source.keys
      var report = ImportReport(identifier: identifier)
      report.missing = names?.subtracting(present) ?? []
      for name in (names?.intersection(present) ?? present).sorted() {
        guard let newName = rename(name) else { continue }
        // A launch argument holds for one launch: it is not what to keep.
        let value = try (source as? UserDefaultsStore).map { $0.ownValue(forKey: name) } ?? source.value(forKey: name)
        transaction.take(value, from: name, as: newName, &report)
      }
      let result = report
      return { completion(result) }
    }
  }

  /// Adds a migration that takes values from a suite of `UserDefaults`, once.
  ///
  /// ```swift
  /// migrator.registerImport("import-user-defaults", fromSuite: "group.example", names: ["volume", "theme"]) { report in
  ///   print(report)
  /// }
  /// ```
  ///
  /// Only what is stored in the suite itself is taken: no launch arguments, no registered defaults, no global domain.
  /// All of an app's own defaults include what the system keeps there; name those to take, or leave names out by
  /// `rename`. Otherwise it does what ``registerImport(_:from:names:renaming:completion:)`` does.
  /// - Parameters:
  ///   - identifier: Its name, which is recorded in the store; one that is registered already traps.
  ///   - suiteName: The suite's name; nil: the app's own defaults. One that `UserDefaults` refuses fails the migration.
  ///   - names: The names to take; nil: all.
  ///   - rename: The name to store a value under; nil leaves it out.
  ///   - completion: Called once with what was taken, after it was stored.
  public mutating func registerImport(
    _ identifier: String, fromSuite suiteName: String?, names: Set<String>? = nil,
    renaming rename: @escaping @Sendable (_ name: String) -> String? = { $0 },
    completion: @escaping @Sendable (ImportReport) -> Void
  ) {
    registerImport(
      identifier, from: try UserDefaultsStore.opened(suiteName), names: names, renaming: rename,
      completion: completion)
  }
}

extension UserDefaultsStore {
  fileprivate static func opened(_ suiteName: String?) throws(StoreError) -> UserDefaultsStore {
    if let store = UserDefaultsStore(suiteName: suiteName) { return store }
    throw .invalidName(suiteName ?? "", because: "UserDefaults opens no suite of this name")
  }
}

extension StoreTransaction {
  /// Stores one value of another store, unless its name holds something already.
  fileprivate mutating func take(
    _ value: PropertyListValue?, from name: String, as newName: String, _ report: inout ImportReport
  ) {
    guard let value, KeyName.problem(with: newName) == nil || KeyName.isAccountsOwn(newName),
      (try? value.checkCanBeStored(forKey: newName)) != nil
    else {
      report.refused.insert(name)
      return
    }
    guard let present = stored(newName) else {
      store(value, under: newName)
      report.imported[name] = newName
      return
    }
    if present != value { displace(value, from: newName) }
    report.kept.insert(name)
  }
}
