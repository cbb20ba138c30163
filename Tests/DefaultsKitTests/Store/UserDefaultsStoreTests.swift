import Foundation
import XCTest

@testable import DefaultsKit

final class UserDefaultsStoreTests: StoreConformance {
  /// The suite of the store that was made last.
  private var suite = ""

  override func makeStore() throws -> any KeyValueStore {
    suite = try makeSuite()
    return try XCTUnwrap(UserDefaultsStore(suiteName: suite))
  }

  func testWhatUserDefaultsHoldsIsReadAndWhatIsSetUserDefaultsReads() throws {
    let store = try makeStore()
    let defaults = try XCTUnwrap(UserDefaults(suiteName: suite))
    defaults.set(true, forKey: "flag")
    defaults.set(1, forKey: "one")
    defaults.set(1.0, forKey: "real")
    defaults.set(["a": [1, true, 2.5, "x"] as [Any]], forKey: "tree")
    XCTAssertEqual(try store.value(forKey: "flag"), true)
    XCTAssertEqual(try store.value(forKey: "one"), 1)
    XCTAssertEqual(try store.value(forKey: "real"), 1.0)
    XCTAssertEqual(try store.value(forKey: "tree"), ["a": [1, true, 2.5, "x"]])

    try store.setValue(5, forKey: "count")
    try store.setValue(["x", "y"], forKey: "list")
    XCTAssertEqual(defaults.integer(forKey: "count"), 5)
    XCTAssertEqual(defaults.stringArray(forKey: "list"), ["x", "y"])
  }

  func testTwoStoresOnOneSuiteAreOne() async throws {
    let first = try makeStore()
    let second = try XCTUnwrap(UserDefaultsStore(suiteName: suite))
    var changes = second.changes().makeAsyncIterator()
    try first.setValue(1, forKey: "a")
    let change = await changes.next()
    XCTAssertEqual(change, StoreChange(keys: ["a"], origin: .local))
    XCTAssertEqual(second.value(forKey: "a"), 1)
  }

  func testTheStandardDefaultsAreAStoreToo() throws {
    let store = try XCTUnwrap(UserDefaultsStore(suiteName: nil))
    let name = "DefaultsKitTests.\(UUID().uuidString)"
    try store.setValue(1, forKey: name)
    XCTAssertEqual(UserDefaults.standard.integer(forKey: name), 1)
    XCTAssertTrue(store.keys.contains(name))
    try store.setValue(nil, forKey: name)
    XCTAssertFalse(store.keys.contains(name))
  }

  func testOfThreadsThatUseANewSuiteAtOnceNoneMissesWhatAnotherSet() throws {
    for _ in 0..<60 {
      let store = try makeStore()
      let count = StoredKey("count", default: 0)
      DispatchQueue.concurrentPerform(iterations: 16) { _ in
        succeed {
          _ = try store.value(for: count)
          try store.update(count) { $0 += 1 }
        }
      }
      XCTAssertEqual(try store.value(for: count), 16)
    }
  }

  /// `UserDefaults` that tell an observer of each change at once, as those of Apple's systems do.
  private final class ObservedDefaults: UserDefaults {
    var observer: () -> Void = {}

    override func set(_ value: Any?, forKey name: String) {
      super.set(value, forKey: name)
      observer()
    }

    override func removeObject(forKey name: String) {
      super.removeObject(forKey: name)
      observer()
    }
  }

  func testWhoObservesUserDefaultsMayReadTheStoreOnAnyThreadAndSeesNoHalf() throws {
    let suite = try makeSuite()
    let defaults = try XCTUnwrap(ObservedDefaults(suiteName: suite))
    let store = UserDefaultsStore(defaults, suiteName: suite)
    try store.setValue(1, forKey: "gone")
    let seen = Locked<[[PropertyListValue?]]>([])
    let read: @Sendable () -> Void = {
      let values = ["a", "b", "e\u{301}"].map { store.value(forKey: $0) }
      seen.withLock { $0.append(values) }
    }
    defaults.observer = {
      XCTAssertNil(store.value(forKey: "gone"))
      XCTAssertEqual(store.keys, ["a", "b", "\u{E9}"])
      read()
      let other = DispatchSemaphore(value: 0)
      Thread {
        read()
        other.signal()
      }.start()
      XCTAssertEqual(other.wait(timeout: .now() + 10), .success)
    }
    try store.transaction { transaction in
      transaction["a"] = 1
      transaction["b"] = 2
      transaction["\u{E9}"] = 3
      transaction["gone"] = nil
    }
    defaults.observer = {}
    XCTAssertGreaterThan(seen.withLock { $0.count }, 7)
    XCTAssertEqual(Set(seen.withLock { $0 }), [[1, 2, 3]])
    XCTAssertEqual(store.keys, ["a", "b", "\u{E9}"])
  }
}
