import DefaultsKit
import Foundation

/// What the probe does with migrations and defaults.
enum Migrations {
  /// Runs migrations, each of which counts its runs under a name of its own.
  static func run(_ store: PropertyListStore, count: Int) throws {
    var migrator = StoreMigrator()
    for number in 0..<count {
      migrator.registerMigration("migration \(number)") { transaction in
        transaction[StoredKey("runs of \(number)", default: 0)] += 1
      }
    }
    try migrator.migrate(store)
  }

  /// Renames `old` to `new`, and says what is read then.
  static func rename(_ store: PropertyListStore) throws {
    var migrator = StoreMigrator()
    migrator.registerMigration("rename") { $0.rename("old", to: "new") }
    try migrator.migrate(store)
    let displaced = try store.displacedValues.map { "\($0)=\($1)" }
    StoreProbe.say("new=\(try store.value(for: StoredKey("new", default: 0))) displaced \(displaced)")
  }

  /// Registers two migrations of one identifier, which traps.
  static func registerTwice() {
    var migrator = StoreMigrator()
    migrator.registerMigration("rename") { $0.rename("old", to: "new") }
    migrator.registerMigration("rename") { $0.rename("older", to: "old") }
  }

  /// Stores a default that is made anew in each process, and says the value that is stored; waits for a file to appear
  /// first, where one is named.
  static func storeDefault(_ store: PropertyListStore, startingSignal: String?) throws {
    StoreProbe.say("ready")
    while let startingSignal, access(startingSignal, F_OK) != 0 { sched_yield() }
    let key = StoredKey("installID", default: UUID())
    StoreProbe.say("stored \(try store.storeDefault(of: key))")
  }
}
