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
}
