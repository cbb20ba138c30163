/// Named changes of what earlier releases stored, each made once.
///
/// ```swift
/// var migrator = StoreMigrator()
/// migrator.registerMigration("rename-volume") { $0.rename("vol", to: "volume") }
/// migrator.registerMigration("theme-is-an-enum") { transaction in
///   try transaction.convert(StoredKey("isDark", default: false), to: theme) { $0 ? .dark : .light }
/// }
/// try migrator.migrate(store)  // first thing at launch, before the store is read
/// ```
///
/// The identifiers of those that ran are kept in the store, and outlive ``KeyValueStore/removeAll()``. Where several
/// threads or processes migrate at once, each migration runs in one of them alone. Migrations run on a new store too,
/// where they find nothing to change: write each so that it does no harm there, and never change one that was
/// released; add another instead.
public struct StoreMigrator: Sendable {
  private struct Migration: Sendable {
    let identifier: String
    /// Makes the changes, and gives what is to be done once they are stored.
    let migrate: @Sendable (inout StoreTransaction) throws -> (@Sendable () -> Void)?
  }

  private var migrations: [Migration] = []

  /// Creates a migrator without migrations.
  public init() {}

  /// Adds a migration after those registered so far.
  ///
  /// - Parameters:
  ///   - identifier: Its name, which is recorded in the store; one that is registered already traps.
  ///   - migrate: The changes, made in one transaction with the record of the identifier. It may run again after a
  ///     failure, and must not write the store by another way than its transaction.
  public mutating func registerMigration(
    _ identifier: String, migrate: @escaping @Sendable (inout StoreTransaction) throws -> Void
  ) {
    register(identifier) { transaction in
      try migrate(&transaction)
      return nil
    }
  }

  /// Adds a migration that has something to do once it is stored.
  mutating func register(
    _ identifier: String,
    migrate: @escaping @Sendable (inout StoreTransaction) throws -> (@Sendable () -> Void)?
  ) {
    require(
      !migrations.contains { $0.identifier == identifier },
      "A migration '\(identifier)' is registered already; give each its own identifier.")
    migrations.append(Migration(identifier: identifier, migrate: migrate))
  }

  /// Runs the migrations that a store has not seen yet, in order, a transaction each.
  ///
  /// Where none is left to run nothing is written: a store that is read-only can be migrated then.
  /// - Parameter store: The store.
  /// - Throws: ``StoreError/Code/migrationFailed`` with the identifier as its key; the earlier ones stay applied.
  public func migrate(_ store: any KeyValueStore) throws { try migrate(store, through: migrations.count) }

  /// Runs the migrations that a store has not seen yet, up to one of them.
  ///
  /// Later ones that ran already stay so: nothing is undone.
  /// - Parameters:
  ///   - store: The store.
  ///   - identifier: The last migration to run.
  /// - Throws: ``StoreError/Code/migrationFailed`` with the identifier as its key; the earlier ones stay applied.
  public func migrate(_ store: any KeyValueStore, upTo identifier: String) throws {
    guard let index = migrations.firstIndex(where: { $0.identifier == identifier }) else {
      throw StoreError(
        code: .migrationFailed, key: identifier,
        reason: "No migration of this identifier is registered; nothing was run.")
    }
    try migrate(store, through: index + 1)
  }

  /// The identifiers of the migrations that ran in a store, in the order in which they did.
  ///
  /// - Parameter store: The store.
  /// - Returns: The identifiers, those of other releases too.
  /// - Throws: ``StoreError`` where the store cannot be read.
  public func appliedIdentifiers(in store: any KeyValueStore) throws -> [String] {
    StoreRecord(try store.value(forKey: KeyName.record)).migrations
  }

  /// Whether every registered migration ran in a store.
  ///
  /// - Parameter store: The store.
  /// - Returns: Whether none is left to run.
  /// - Throws: ``StoreError`` where the store cannot be read.
  public func hasCompletedMigrations(in store: any KeyValueStore) throws -> Bool {
    let applied = Set(try appliedIdentifiers(in: store))
    return migrations.allSatisfy { applied.contains($0.identifier) }
  }

  /// Whether a store holds a migration that this release does not know, so that a later release wrote it.
  ///
  /// - Parameter store: The store.
  /// - Returns: Whether an unknown migration ran.
  /// - Throws: ``StoreError`` where the store cannot be read.
  public func hasBeenSuperseded(in store: any KeyValueStore) throws -> Bool {
    let known = Set(migrations.map(\.identifier))
    return try appliedIdentifiers(in: store).contains { !known.contains($0) }
  }

  private func migrate(_ store: any KeyValueStore, through count: Int) throws {
    let applied = Set(try appliedIdentifiers(in: store))
    for migration in migrations.prefix(count) where !applied.contains(migration.identifier) {
      do { try run(migration, in: store) } catch {
        throw StoreError(
          code: .migrationFailed, key: migration.identifier, underlyingError: error,
          reason: "The migration failed; nothing of it was stored, and it runs again the next time.")
      }
    }
  }

  private func run(_ migration: Migration, in store: any KeyValueStore) throws {
    var conflicts: [StoreError] = []
    let completion = try store.transaction { transaction -> (@Sendable () -> Void)? in
      // Looked up again within the transaction: another process may have run it a moment ago.
      guard !transaction.record.migrations.contains(migration.identifier) else { return nil }
      let completion = try migration.migrate(&transaction)
      try transaction.checkForErrors()
      transaction.record.migrations.append(migration.identifier)
      conflicts = transaction.conflicts
      return completion
    }
    for conflict in conflicts { FaultReporter.shared.report(conflict, from: store) }
    completion?()
  }
}
