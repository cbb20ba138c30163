import XCTest

@testable import DefaultsKit

/// A component's "clear my data" leaves everybody else's as it is.
final class RemovalTests: XCTestCase {
  private let stored: [String: PropertyListValue] = [
    "Search.recent": ["a"], "Search.limit": "ten", "Searching": 1, "Player.volume": 7, "foreign": .data(Data([1, 2])),
    "users/a/Search.recent": ["b"], "users/a/Player.volume": 3, "users/a%2Fb/Search.recent": ["c"],
    "users/Search./x": 1,
  ]

  private func assert(_ store: any KeyValueStore, holds names: Set<String>, line: UInt = #line) throws {
    XCTAssertEqual(try store.keys, names, line: line)
    for name in names { XCTAssertEqual(try store.value(forKey: name), stored[name], name, line: line) }
  }

  func testOneComponentsKeysGoByTheirPrefixWithEveryAccountsAndTheDisplacedOnes() throws {
    try forEveryStore(holding: stored) { store in
      try store.set(10, for: StoredKey("Search.limit", default: 5))
      XCTAssertEqual(try store.displacedValues, ["Search.limit": "ten"])
      try store.removeAll(withPrefix: "Search.")
      try assert(
        store, holds: ["Searching", "Player.volume", "foreign", "users/a/Player.volume", "users/Search./x"])
      XCTAssertEqual(try store.displacedValues, [:])
    }
  }

  func testOneComponentsKeysGoByItsDeclarations() throws {
    try forEveryStore(holding: stored) { store in
      try store.transaction { transaction in
        transaction.remove(StoredKey("Search.recent", default: [String]()))
        transaction.remove(StoredKey<String?>("Search.limit"))
      }
      try assert(store, holds: Set(stored.keys).subtracting(["Search.recent", "Search.limit"]))
    }
  }

  func testNamesAreRemovedByAPredicateInOneChange() async throws {
    try await forEveryStore(holding: stored) { store in
      var changes = store.changes().makeAsyncIterator()
      try store.removeAll { $0.hasPrefix("Search") }
      try assert(store, holds: Set(stored.keys).subtracting(["Search.recent", "Search.limit", "Searching"]))
      let change = await changes.next()
      XCTAssertEqual(change?.keys, ["Search.recent", "Search.limit", "Searching"])
    }
  }

  func testAPredicateThatThrowsRemovesNothing() throws {
    struct Stop: Error {}
    try forEveryStore(holding: stored) { store in
      XCTAssertThrowsError(try store.removeAll { name in if name == "foreign" { throw Stop() } else { return true } })
      try assert(store, holds: Set(stored.keys))
      try store.transaction { transaction in
        XCTAssertThrowsError(try transaction.removeAll { _ in throw Stop() })
      }
      try assert(store, holds: Set(stored.keys))
    }
  }

  func testTheRecordOfMigrationsIsNoNameToRemove() throws {
    var stored = stored
    stored["$defaultskit"] = ["migrations": ["a"]]
    try forEveryStore(holding: stored) { store in
      try store.removeAll { _ in true }
      XCTAssertEqual(try store.keys, [])
      XCTAssertEqual(try StoreMigrator().appliedIdentifiers(in: store), ["a"])
    }
  }

  func testTheLatestDisplacedValueOfANameIsKeptAndNoneIsAKey() throws {
    try forEveryStore { store in
      for value: PropertyListValue in ["x", true, ["y"]] {
        try store.setValue(value, forKey: "n")
        try store.set(1, for: StoredKey("n", default: 0))
      }
      XCTAssertEqual(try store.displacedValues, ["n": ["y"]])
      XCTAssertEqual(try store.keys, ["n"])
      XCTAssertEqual(try store.transaction { $0.keys }, ["n"])
      XCTAssertEqual(try store.transaction { $0.values }, ["n": 1])
      try store.removeDisplacedValue(forKey: "n")
      XCTAssertEqual(try store.displacedValues, [:])
    }
  }
}
