import Foundation
import Synchronization
import XCTest

@testable import DefaultsKit

/// A type's own coding may use the store that it is stored in, wherever the user opened no transaction.
final class CodingWithoutLocksTests: XCTestCase {
  /// A key whose coding counts itself in the store that it is stored in.
  private func curiousKey(_ store: any KeyValueStore, scope: StoreScope = .shared) -> StoredKey<Int> {
    weak let store = store
    let decoded = StoredKey("decoded", default: 0)
    let encoded = StoredKey("encoded", default: 0)
    return StoredKey(
      "curious", default: 0, scope: scope,
      decode: { stored in
        store?[decoded] += 1
        guard case .integer(let number) = stored else { throw StoreError(code: .valueMismatch, key: "curious") }
        return Int(number)
      },
      encode: { value in
        store?[encoded] += 1
        return .integer(Int64(value))
      })
  }

  private func forStoresThatTrap(_ body: (any KeyValueStore) throws -> Void) throws {
    try body(InMemoryStore())
    try body(PropertyListStore(url: makeFile()))
    try body(XCTUnwrap(UserDefaultsStore(suiteName: makeSuite())))
  }

  func testASetAndARemovalDecodeWhatTheyReplaceWithNoLockHeld() throws {
    try forStoresThatTrap { store in
      for scope in [StoreScope.shared, .user("kim")] {
        let key = curiousKey(store, scope: scope)
        for number in 1...3 {
          try store.set(number, for: key)
          XCTAssertEqual(try store.value(for: key), number)
        }
        try store.remove(key)
        XCTAssertFalse(try store.contains(key))
      }
      XCTAssertGreaterThan(store[StoredKey("decoded", default: 0)], 6)
      XCTAssertEqual(store[StoredKey("encoded", default: 0)], 6)
    }
  }

  func testWhatCannotBeReadIsDisplacedAllTheSame() throws {
    try forStoresThatTrap { store in
      let key = curiousKey(store)
      try store.setValue("text", forKey: "curious")
      try store.set(1, for: key)
      XCTAssertEqual(try store.displacedValues, ["curious": "text"])
      try store.setValue("other", forKey: "curious")
      try store.remove(key)
      XCTAssertEqual(try store.displacedValues, ["curious": "other"])
    }
  }

  func testAPropertyAndADefaultThatIsStoredToo() throws {
    try forStoresThatTrap { store in
      let property = Stored(curiousKey(store), store: store)
      XCTAssertEqual(try property.projectedValue.storeDefault(), 0)
      XCTAssertEqual(try property.projectedValue.storeDefault(), 0)
      property.wrappedValue = 2
      property.projectedValue.reset()
      XCTAssertEqual(property.wrappedValue, 0)
    }
  }

  func testASetThatOthersOvertakeDisplacesWhatItReplaces() throws {
    let store = InMemoryStore()
    let rounds = Atomic<Int>(0)
    // Each time it is looked at, somebody sets another value; at last the set is made all the same.
    let key = StoredKey(
      "contested", default: 0,
      decode: { [weak store] stored in
        let round = rounds.wrappingAdd(1, ordering: .relaxed).newValue
        if round < 1000, !WriterLock.isAnyHeldByCurrentThread {
          succeed { try store?.setValue(.string("round \(round)"), forKey: "contested") }
        }
        guard case .integer(let number) = stored else { throw StoreError(code: .valueMismatch, key: "contested") }
        return Int(number)
      }, encode: { .integer(Int64($0)) })
    try store.setValue("first", forKey: "contested")
    try store.set(5, for: key)
    XCTAssertEqual(store.value(forKey: "contested"), 5)
    let displaced = try XCTUnwrap(store.displacedValues["contested"])
    guard case .string(let text) = displaced else { return XCTFail("\(displaced)") }
    XCTAssertTrue(text.hasPrefix("round "), text)
  }
}
