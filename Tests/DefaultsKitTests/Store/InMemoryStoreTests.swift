import XCTest

@testable import DefaultsKit

final class InMemoryStoreTests: StoreConformance {
  override func makeStore() -> any KeyValueStore { InMemoryStore() }

  func testItBeginsWithTheValuesItIsGiven() {
    let store = InMemoryStore(["a": 1])
    XCTAssertEqual(store.value(forKey: "a"), 1)
    XCTAssertEqual(store.keys, ["a"])
  }
}
