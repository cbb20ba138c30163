import DefaultsKit
import XCTest

/// The laws hold for a store that was written by the public contract alone.
final class ForeignStoreTests: StoreConformance {
  override func makeStore() -> any KeyValueStore { ForeignStore() }

  func testItsOwnRecordIsNotAmongItsKeys() throws {
    let store = makeStore()
    try store.setValue("text", forKey: "a")
    try store.set(1, for: StoredKey("a", default: 0))
    XCTAssertEqual(try store.keys, ["a"])
    XCTAssertNotNil(try store.value(forKey: "$defaultskit"))
  }
}
