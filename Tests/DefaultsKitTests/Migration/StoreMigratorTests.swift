import Foundation
import Synchronization
import XCTest

@testable import DefaultsKit

final class StoreMigratorTests: XCTestCase {
  private struct Broken: Error {}

  func testMigrationsRunOnceInTheirOrderEachInATransactionOfItsOwn() throws {
    try forEveryStore(holding: ["steps": ["release 1"]]) { store in
      let steps = StoredKey("steps", default: [String]())
      var migrator = StoreMigrator()
      for name in ["c", "a", "b"] { migrator.registerMigration(name) { $0[steps].append(name) } }
      XCTAssertFalse(try migrator.hasCompletedMigrations(in: store))
      XCTAssertEqual(try migrator.appliedIdentifiers(in: store), [])
      for _ in 0..<3 { try migrator.migrate(store) }
      XCTAssertEqual(try store.value(for: steps), ["release 1", "c", "a", "b"])
      XCTAssertEqual(try migrator.appliedIdentifiers(in: store), ["c", "a", "b"])
      XCTAssertTrue(try migrator.hasCompletedMigrations(in: store))
      XCTAssertEqual(try store.keys, ["steps"])
    }
  }

  func testTheFormInWhichTheLastReleaseRecordedItsMigrationsIsRead() throws {
    let stored: [String: PropertyListValue] = ["$defaultskit": ["migrations": ["a", "b"], "later": 1], "n": 1]
    try forEveryStore(holding: stored) { store in
      var migrator = StoreMigrator()
      for name in ["a", "b", "c"] { migrator.registerMigration(name) { $0["ran-\(name)"] = true } }
      try migrator.migrate(store)
      XCTAssertEqual(try store.keys, ["n", "ran-c"])
      XCTAssertEqual(try store.value(forKey: "$defaultskit"), ["migrations": ["a", "b", "c"], "later": 1])
    }
  }

  func testMigratingUpToOneLeavesTheLaterOnes() throws {
    try forEveryStore { store in
      var migrator = StoreMigrator()
      for name in ["a", "b", "c"] { migrator.registerMigration(name) { $0[name] = true } }
      try migrator.migrate(store, upTo: "b")
      XCTAssertEqual(try store.keys, ["a", "b"])
      XCTAssertFalse(try migrator.hasCompletedMigrations(in: store))
      try migrator.migrate(store)
      try migrator.migrate(store, upTo: "a")  // nothing is undone
      XCTAssertEqual(try store.keys, ["a", "b", "c"])
    }
  }

  func testAnUnknownIdentifierIsAnErrorAndNothingRuns() throws {
    try forEveryStore { store in
      var migrator = StoreMigrator()
      migrator.registerMigration("a") { $0["a"] = true }
      assertCode(.migrationFailed, key: "b") { try migrator.migrate(store, upTo: "b") }
      XCTAssertEqual(try store.keys, [])
    }
  }

  func testAFailingMigrationIsNamedRolledBackAndRunsAgain() throws {
    try forEveryStore(holding: ["n": 1]) { store in
      let isBroken = Atomic<Bool>(true)
      var migrator = StoreMigrator()
      migrator.registerMigration("first") { $0["first"] = true }
      migrator.registerMigration("second") { transaction in
        transaction.rename("n", to: "m")
        if isBroken.load(ordering: .relaxed) { throw Broken() }
      }
      migrator.registerMigration("third") { $0["third"] = true }
      XCTAssertThrowsError(try migrator.migrate(store)) { error in
        let error = error as? StoreError
        XCTAssertEqual(error?.code, .migrationFailed)
        XCTAssertEqual(error?.key, "second")
        XCTAssertTrue(error?.underlyingError is Broken)
        XCTAssertTrue(error?.description.contains("Migration: 'second'") ?? false, "\(String(describing: error))")
      }
      XCTAssertEqual(try store.keys, ["n", "first"])
      XCTAssertEqual(try migrator.appliedIdentifiers(in: store), ["first"])
      isBroken.store(false, ordering: .relaxed)
      try migrator.migrate(store)
      XCTAssertEqual(try store.keys, ["m", "first", "third"])
    }
  }

  func testAFaultThatASubscriptMetFailsTheMigrationToo() throws {
    try forEveryStore(holding: ["n": "text", "m": 1]) { store in
      var migrator = StoreMigrator()
      migrator.registerMigration("double") { transaction in
        transaction["m"] = nil
        transaction[StoredKey("n", default: 0)] *= 2
      }
      XCTAssertThrowsError(try migrator.migrate(store)) { error in
        XCTAssertEqual((error as? StoreError)?.key, "double")
        XCTAssertEqual(((error as? StoreError)?.underlyingError as? StoreError)?.code, .valueMismatch)
      }
      XCTAssertEqual(try store.value(forKey: "n"), "text")
      XCTAssertEqual(try store.value(forKey: "m"), 1)
      XCTAssertEqual(try store.displacedValues, [:])
    }
  }

  func testAStoreThatALaterReleaseMigratedIsSuperseded() throws {
    try forEveryStore { store in
      var early = StoreMigrator()
      early.registerMigration("a") { _ in }
      var late = early
      late.registerMigration("b") { _ in }
      XCTAssertFalse(try early.hasBeenSuperseded(in: store))
      try late.migrate(store)
      XCTAssertTrue(try early.hasBeenSuperseded(in: store))
      XCTAssertTrue(try early.hasCompletedMigrations(in: store))
      XCTAssertFalse(try late.hasBeenSuperseded(in: store))
      XCTAssertTrue(try StoreMigrator().hasBeenSuperseded(in: store))
    }
  }

  func testTheRecordOfMigrationsOutlivesRemoveAllAndLogOut() throws {
    try forEveryStore { store in
      var migrator = StoreMigrator()
      migrator.registerMigration("a") { $0["n"] = 1 }
      try migrator.migrate(store)
      try store.removeAll()
      try UserSession.logIn(userID: "kim", to: store)
      try UserSession.deleteAccount(from: store)
      try migrator.migrate(store)
      XCTAssertEqual(try migrator.appliedIdentifiers(in: store), ["a"])
      XCTAssertEqual(try store.keys, [])
    }
  }

  func testAMigrationRunsOnANewStoreToo() throws {
    try forEveryStore { store in
      var migrator = StoreMigrator()
      migrator.registerMigration("rename") { transaction in
        transaction.rename("old", to: "new")
        try transaction.move(StoredKey("x", default: 0), to: UserActivity.lastSeen)
        try transaction.convert(StoredKey("y", default: 0), to: StoredKey("y", default: "")) { "\($0)" }
      }
      try migrator.migrate(store)
      XCTAssertEqual(try store.keys, [])
      XCTAssertTrue(try migrator.hasCompletedMigrations(in: store))
    }
  }

  func testWhereNothingIsLeftToRunNoTransactionIsOpened() throws {
    let store = UnwritableStore(["$defaultskit": ["migrations": ["a"]]])
    var migrator = StoreMigrator()
    migrator.registerMigration("a") { $0["n"] = 1 }
    try migrator.migrate(store)
    try migrator.migrate(store, upTo: "a")
    migrator.registerMigration("b") { $0["n"] = 2 }
    XCTAssertThrowsError(try migrator.migrate(store)) { error in
      XCTAssertEqual((error as? StoreError)?.key, "b")
      XCTAssertEqual(((error as? StoreError)?.underlyingError as? StoreError)?.code, .fileUnwritable)
    }
  }

  func testKeysOfTheActiveUserWorkWithinAMigration() throws {
    let stored: [String: PropertyListValue] = ["UserSession.userID": "kim", "users/kim/UserActivity.lastSeen": 4]
    try forEveryStore(holding: stored) { store in
      var migrator = StoreMigrator()
      migrator.registerMigration("seen") { $0[UserActivity.lastSeen] += 1 }
      try migrator.migrate(store)
      XCTAssertEqual(try store.value(forKey: "users/kim/UserActivity.lastSeen"), 5)
    }
    try forEveryStore { store in
      var migrator = StoreMigrator()
      migrator.registerMigration("seen") { $0[UserActivity.lastSeen] += 1 }
      XCTAssertThrowsError(try migrator.migrate(store)) { error in
        XCTAssertEqual(((error as? StoreError)?.underlyingError as? StoreError)?.code, .noActiveUser)
      }
      XCTAssertFalse(try migrator.hasCompletedMigrations(in: store))
    }
  }

  func testThreadsThatMigrateAtOnceRunEachMigrationOnce() throws {
    try forEveryStore { store in
      let runs = StoredKey("runs", default: 0)
      var migrator = StoreMigrator()
      for number in 0..<5 { migrator.registerMigration("m\(number)") { $0[runs] += 1 } }
      let finished = migrator
      DispatchQueue.concurrentPerform(iterations: 8) { _ in succeed { try finished.migrate(store) } }
      XCTAssertEqual(try store.value(for: runs), 5)
      XCTAssertEqual(try migrator.appliedIdentifiers(in: store), (0..<5).map { "m\($0)" })
    }
  }
}

extension UserActivity {
  fileprivate static let lastSeen = StoredKey("UserActivity.lastSeen", default: 0, scope: .activeUser)
}

/// A store that can only be read.
private final class UnwritableStore: KeyValueStore {
  private let values: [String: PropertyListValue]

  init(_ values: [String: PropertyListValue]) { self.values = values }

  func value(forKey name: String) -> PropertyListValue? { values[name] }

  var keys: Set<String> { Set(values.keys).subtracting(["$defaultskit"]) }

  func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    throw StoreError(code: .fileUnwritable)
  }

  func changes() -> AsyncStream<StoreChange> { AsyncStream { nil } }

  func flush() {}
}
