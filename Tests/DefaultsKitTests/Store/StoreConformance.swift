import Foundation
import XCTest

@testable import DefaultsKit

/// The laws of `KeyValueStore`, stated once and run against every store by a subclass.
class StoreConformance: XCTestCase {
  /// A new, empty store; a subclass returns its own kind.
  func makeStore() throws -> any KeyValueStore { InMemoryStore() }

  /// Values that a store must give back bit for bit.
  static let samples: [String: PropertyListValue] = [
    "string": "text", "empty string": "", "composed": "\u{E9}", "decomposed": "e\u{301}", "null": "$null",
    "control": "a\u{0}b\u{1F}\r\n", "emoji": "👩‍👩‍👧‍👦", "noncharacter": "\u{FFFF}",
    "true": true, "false": false, "zero": 0, "one": 1, "minus one": -1,
    "smallest": .integer(.min), "largest": .integer(.max), "unsigned": .unsignedInteger(.max),
    "real": 0.1, "whole real": 1.0, "minus zero": .real(-0.0), "tiny": .real(.leastNonzeroMagnitude),
    "infinity": .real(.infinity),
    "nan": .real(.nan),
    "date": .date(Date(timeIntervalSinceReferenceDate: 0.123_456_789)), "old date": .date(.distantPast),
    "data": .data(Data([0, 255, 1])), "empty data": .data(Data()),
    "array": ["a", 1, true, 2.5, [], [:]], "empty array": [],
    "dictionary": ["a": ["b": ["c": 1]], "é": "x", "": 0], "empty dictionary": [:],
  ]

  func testWhatIsSetIsReadBackBitForBit() throws {
    let store = try makeStore()
    for (name, value) in Self.samples {
      try store.setValue(value, forKey: name)
      XCTAssertEqual(try store.value(forKey: name), value, name)
    }
    for (name, value) in Self.samples { XCTAssertEqual(try store.value(forKey: name), value, name) }
    XCTAssertEqual(try store.keys, Set(Self.samples.keys))
  }

  func testAValueReplacesOneThatIsOnlyNearlyTheSame() throws {
    let store = try makeStore()
    let nearlyEqual: [PropertyListValue] = [
      1, 1.0, true, "1", 0.0, .real(-0.0), false, "\u{E9}", "e\u{301}", ["\u{E9}"],
    ]
    for first in nearlyEqual {
      for second in nearlyEqual {
        try store.setValue(first, forKey: "a")
        try store.setValue(second, forKey: "a")
        XCTAssertEqual(try store.value(forKey: "a"), second, "\(second) after \(first)")
      }
    }
  }

  func testAMissingKeyIsNilAndNotAmongTheKeys() throws {
    let store = try makeStore()
    XCTAssertNil(try store.value(forKey: "missing"))
    XCTAssertEqual(try store.keys, [])
  }

  func testSettingNilRemovesTheKey() throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "a")
    try store.setValue(nil, forKey: "a")
    XCTAssertNil(try store.value(forKey: "a"))
    XCTAssertEqual(try store.keys, [])
    try store.setValue(nil, forKey: "a")
  }

  func testAnyTextIsANameButTheReservedOnes() throws {
    let store = try makeStore()
    let names = [
      "a.b.c", "a/b", "/", "이름", " ", "users", "users.x", "$defaultskit2", "a\nb", String(repeating: "k", count: 2000),
    ]
    for name in names { try store.setValue(.string(name), forKey: name) }
    for name in names { XCTAssertEqual(try store.value(forKey: name), .string(name)) }
    XCTAssertEqual(try store.keys, Set(names))
  }

  func testTwoUnicodeFormsOfANameAreOneName() throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "\u{E9}")
    try store.setValue(2, forKey: "e\u{301}")
    XCTAssertEqual(try store.value(forKey: "\u{E9}"), 2)
    XCTAssertEqual(try store.keys.count, 1)
  }

  func testAReservedNameIsRefusedAndNothingChanges() throws {
    let store = try makeStore()
    for name in ["", "users/a/b", "users/", "$defaultskit"] {
      assertCode(.invalidName, key: name) { try store.setValue(1, forKey: name) }
      assertCode(.invalidName, key: name) {
        try store.transaction {
          $0["a"] = 1
          $0[name] = 1
        }
      }
      assertCode(.invalidName, key: name) { try store.set(1, for: StoredKey(name, default: 0)) }
      assertCode(.invalidName, key: name) { _ = try store.value(for: StoredKey(name, default: 0)) }
    }
    XCTAssertEqual(try store.keys, [])
  }

  func testNestingBeyondWhatCanBeReadBackIsRefusedAndNothingChanges() throws {
    let store = try makeStore()
    func nested(_ levels: Int) -> PropertyListValue { (1..<levels).reduce([]) { value, _ in [value] } }
    try store.setValue(nested(511), forKey: "deep")
    XCTAssertEqual(try store.value(forKey: "deep"), nested(511))
    for levels in [512, 513, 2000] {
      assertCode(.encodingFailed, key: "deep") { try store.setValue(nested(levels), forKey: "deep") }
    }
    XCTAssertEqual(try store.value(forKey: "deep"), nested(511))
  }

  func testATransactionSeesItsOwnChanges() throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "a")
    try store.setValue(1, forKey: "b")
    let result = try store.transaction { transaction -> String in
      transaction["a"] = 2
      transaction["b"] = nil
      transaction["c"] = 3
      XCTAssertEqual(transaction["a"], 2)
      XCTAssertNil(transaction["b"])
      XCTAssertEqual(transaction.keys, ["a", "c"])
      XCTAssertEqual(transaction.values, ["a": 2, "c": 3])
      let expected: [String: PropertyListValue?] = ["a": 2, "b": nil, "c": 3]
      XCTAssertEqual(transaction.changes, expected)
      return "done"
    }
    XCTAssertEqual(result, "done")
    XCTAssertEqual(try store.keys, ["a", "c"])
  }

  func testATransactionThatThrowsChangesNothing() throws {
    struct Stop: Error {}
    let store = try makeStore()
    try store.setValue(1, forKey: "a")
    XCTAssertThrowsError(
      try store.transaction { transaction in
        transaction["a"] = 2
        transaction["b"] = 2
        throw Stop()
      }
    ) { XCTAssertTrue($0 is Stop) }
    XCTAssertEqual(try store.value(forKey: "a"), 1)
    XCTAssertEqual(try store.keys, ["a"])
  }

  func testTheFirstErrorOfASubscriptIsThrownAndNothingChanges() throws {
    let store = try makeStore()
    try store.setValue("text", forKey: "a")
    assertCode(.valueMismatch, key: "a") {
      try store.transaction { transaction in
        transaction["b"] = 1
        XCTAssertEqual(transaction[StoredKey("a", default: 7)], 7)
        transaction[""] = 1
      }
    }
    XCTAssertEqual(try store.keys, ["a"])
  }

  func testABodyReadsItsStoreAsItWasBefore() throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "a")
    try store.transaction { transaction in
      transaction["a"] = 2
      XCTAssertEqual(try store.value(forKey: "a"), 1)
      XCTAssertEqual(store[StoredKey("a", default: 0)], 1)
      XCTAssertEqual(try store.keys, ["a"])
    }
    XCTAssertEqual(try store.value(forKey: "a"), 2)
  }

  func testTransactionsOfManyThreadsLoseNoUpdate() throws {
    let store = try makeStore()
    let count = StoredKey("count", default: 0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<100 { succeed { try store.update(count) { $0 += 1 } } }
    }
    XCTAssertEqual(try store.value(for: count), 800)
  }

  func testAReaderNeverSeesHalfOfATransaction() throws {
    let store = try makeStore()
    try store.transaction { transaction in for name in ["a", "b"] { transaction[name] = 0 } }
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      for step in 1...100 {
        succeed {
          try store.transaction { transaction in
            XCTAssertEqual(transaction["a"], transaction["b"])
            if worker == 0 { for name in ["a", "b"] { transaction[name] = .integer(Int64(step)) } }
          }
        }
      }
    }
  }

  func testRemoveAllRemovesEveryAccountsValuesAndTheDisplacedOnes() throws {
    let store = try makeStore()
    try store.setValue("text", forKey: "a")
    try store.set(1, for: StoredKey("a", default: 0))
    try store.set(1, for: StoredKey("b", default: 0, scope: .user("x")))
    XCTAssertEqual(try store.displacedValues, ["a": "text"])
    XCTAssertEqual(try store.keys, ["a", "users/x/b"])
    try store.removeAll()
    XCTAssertEqual(try store.keys, [])
    XCTAssertEqual(try store.displacedValues, [:])
  }

  func testAValueThatCannotBeReadIsKeptWhenItIsReplaced() throws {
    let store = try makeStore()
    let key = StoredKey("a", default: 0)
    try store.setValue("text", forKey: "a")
    XCTAssertEqual(store[key], 0)
    XCTAssertEqual(try store.value(forKey: "a"), "text")  // reading writes nothing
    try store.set(5, for: key)
    XCTAssertEqual(try store.value(for: key), 5)
    XCTAssertEqual(try store.displacedValues, ["a": "text"])
    XCTAssertEqual(try store.keys, ["a"])

    try store.set(6, for: key)  // a readable one is replaced without a trace
    XCTAssertEqual(try store.displacedValues, ["a": "text"])

    try store.setValue(true, forKey: "a")  // the latest counts
    try store.remove(key)
    XCTAssertEqual(try store.displacedValues, ["a": true])
    try store.removeDisplacedValue(forKey: "a")
    XCTAssertEqual(try store.displacedValues, [:])
  }

  func testADeepValueIsDisplacedWhole() throws {
    let store = try makeStore()
    let deep: PropertyListValue = (1..<511).reduce([]) { value, _ in [value] }
    try store.setValue(deep, forKey: "a")
    try store.set(5, for: StoredKey("a", default: 0))
    XCTAssertEqual(try store.displacedValues, ["a": deep])
    try store.flush()
  }

  func testRenameMovesAValueAndKeepsTheNewOneWhereBothAreThere() throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "old")
    try store.transaction { $0.rename("old", to: "new") }
    XCTAssertEqual(try store.value(forKey: "new"), 1)
    try store.setValue(2, forKey: "old")
    try store.transaction { $0.rename("old", to: "new") }
    XCTAssertEqual(try store.value(forKey: "new"), 1)
    XCTAssertEqual(try store.keys, ["new"])
    XCTAssertEqual(try store.displacedValues, ["old": 2])
  }

  func testChangesGiveEveryCommitOnceWithAllOfItsNames() async throws {
    let store = try makeStore()
    var changes = store.changes().makeAsyncIterator()
    try store.transaction { transaction in
      transaction["a"] = 1
      transaction["b"] = 2
    }
    let first = await changes.next()
    XCTAssertEqual(first, StoreChange(keys: ["a", "b"], origin: .local))
    try store.setValue(1, forKey: "a")  // the same value is no change
    try store.setValue(nil, forKey: "b")
    let second = await changes.next()
    XCTAssertEqual(second, StoreChange(keys: ["b"], origin: .local))
  }

  func testChangesThatWaitAreMergedAndNoneIsDropped() async throws {
    let store = try makeStore()
    var changes = store.changes().makeAsyncIterator()
    for number in 0..<100 { try store.setValue(1, forKey: "key\(number)") }
    var seen: Set<String> = []
    while seen.count < 100, let change = await changes.next() { seen.formUnion(change.keys) }
    XCTAssertEqual(seen, Set((0..<100).map { "key\($0)" }))
  }

  func testValuesGiveThePresentOneAndThenEachDifferentOne() async throws {
    let store = try makeStore()
    let key = StoredKey("a", default: 7)
    var values = store.values(of: key).makeAsyncIterator()
    var seen: [Int?] = [await values.next()]
    try store.set(8, for: key)
    seen.append(await values.next())
    try store.setValue(1, forKey: "other")
    try store.set(8, for: key)
    try store.remove(key)
    seen.append(await values.next())
    XCTAssertEqual(seen, [7, 8, 7])
  }

  func testFlushKeepsEverything() throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "a")
    try store.flush()
    XCTAssertEqual(try store.value(forKey: "a"), 1)
  }
}
