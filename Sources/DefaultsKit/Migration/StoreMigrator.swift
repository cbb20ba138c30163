/// Named changes of what earlier releases stored, each made once.
public struct StoreMigrator: Sendable {
  private struct Migration: Sendable {
    let identifier: String
    let migrate: @Sendable (inout StoreTransaction) throws -> Void
  }

  private var migrations: [Migration] = []

  /// Creates a migrator without migrations.
  public init() {}

  /// Adds a migration after those registered so far.
  ///
  /// - Parameters:
  ///   - identifier: Its name, which is recorded in the store; one that is registered already traps.
  ///   - migrate: The changes, made in one transaction with the record of the identifier.
  public mutating func registerMigration(
    _ identifier: String, migrate: @escaping @Sendable (inout StoreTransaction) throws -> Void
  ) {
    precondition(
      !migrations.contains { $0.identifier == identifier },
      "A migration '\(identifier)' is registered already; give each its own identifier.")
    migrations.append(Migration(identifier: identifier, migrate: migrate))
  }

  /// Runs the migrations that a store has not seen yet, in order, a transaction each.
  ///
  /// - Parameter store: The store.
  /// - Throws: ``StoreError/Code/migrationFailed`` with the identifier as its key; the earlier ones stay applied.
  public func migrate(_ store: any KeyValueStore) throws { try migrate(store, through: migrations.count) }

  /// Runs the migrations that a store has not seen yet, up to one of them.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - identifier: The last migration to run.
  /// - Throws: ``StoreError/Code/migrationFailed`` with the identifier as its key; the earlier ones stay applied.
  public func migrate(_ store: any KeyValueStore, upTo identifier: String) throws {
    guard let index = migrations.firstIndex(where: { $0.identifier == identifier }) else {
      throw StoreError(
        code: .migrationFailed, key: identifier, reason: "No migration of this identifier is registered.")
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
    for migration in migrations.prefix(count) {
      do {
        try store.transaction { transaction in
          // Looked up within the transaction: another process may have run it a moment ago.
          guard !transaction.record.migrations.contains(migration.identifier) else { return }
          try migration.migrate(&transaction)
          try transaction.checkForErrors()
          transaction.record.migrations.append(migration.identifier)
        }
      } catch {
        throw StoreError(
          code: .migrationFailed, key: migration.identifier, underlyingError: error,
          reason: "The migration failed; nothing of it was stored, and it runs again the next time.")
      }
    }
  }
}
