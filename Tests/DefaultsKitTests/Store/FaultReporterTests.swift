import Foundation
import Synchronization
import XCTest

@testable import DefaultsKit

final class FaultReporterTests: XCTestCase {
  func testACauseIsReportedOnceForEachKeyAndAgainAfterTheKeyWasSet() throws {
    let errors = Locked<[String?]>([])
    let store = ReportingStore { error in errors.withLock { $0.append(error.key) } }
    let first = StoredKey("first", default: 0)
    let second = StoredKey("second", default: 0)
    for name in ["first", "second"] { try store.setValue("text", forKey: name) }
    for _ in 0..<3 { XCTAssertEqual(store[first] + store[second], 0) }
    XCTAssertEqual(errors.withLock { $0 }, ["first", "second"])

    store[first] = 1
    try store.setValue("text", forKey: "first")
    XCTAssertEqual(store[first] + store[second], 0)
    XCTAssertEqual(errors.withLock { $0 }, ["first", "second", "first"])
  }

  func testASetOverAReadableValueMakesTheKeysFaultsNewAgainInAFileToo() throws {
    let count = Atomic<Int>(0)
    let store = try PropertyListStore(url: makeFile()) { _ in count.add(1, ordering: .relaxed) }
    let key = StoredKey("a", default: 0)
    for round in 1...3 {
      try store.setValue("text", forKey: "a")
      XCTAssertEqual(store[key] + store[key], 0)
      XCTAssertEqual(count.load(ordering: .relaxed), round)
      try store.setValue(1, forKey: "a")  // repaired by its name, and set as a number from then on
      try store.set(round, for: key)
    }
  }

  func testAStoreInThePlaceOfAnEarlierOneReportsAnew() throws {
    let count = Atomic<Int>(0)
    for round in 1...50 {
      let store = ReportingStore { _ in count.add(1, ordering: .relaxed) }
      try store.setValue("text", forKey: "a")
      XCTAssertEqual(store[StoredKey("a", default: 0)], 0)
      XCTAssertEqual(count.load(ordering: .relaxed), round)
    }
  }

  func testManyCausesAreBounded() throws {
    let count = Atomic<Int>(0)
    let store = ReportingStore { _ in count.add(1, ordering: .relaxed) }
    for number in 0..<2000 {
      let key = StoredKey("key\(number)", default: 0)
      try store.setValue("text", forKey: key.name)
      XCTAssertEqual(store[key] + store[key], 0)
    }
    XCTAssertEqual(count.load(ordering: .relaxed), 2000)
  }

  func testWhatATransactionsBodyMeetsIsReportedBehindTheTransaction() throws {
    let holder = Locked<[any KeyValueStore]>([])
    let keys = Locked<[String?]>([])
    let key = StoredKey("a", default: 0)
    DefaultStore.onError = { error in
      keys.withLock { $0.append(error.key) }
      for store in holder.withLock({ $0 }) { store[key] = 5 }
    }
    defer { DefaultStore.onError = { _ in } }
    for store: any KeyValueStore in [
      InMemoryStore(["a": "text"]), try PropertyListStore(url: makeFile(holding: ["a": "text"])),
    ] {
      // Another store's transaction around it: its lock is held as well.
      let outer = InMemoryStore(["a": "text"])
      holder.withLock { $0 = [store, outer] }
      keys.withLock { $0 = [] }
      let property = Stored(key, store: store)
      try outer.transaction { transaction in
        try store.transaction { transaction in
          XCTAssertEqual(store[key], 0)
          XCTAssertEqual(property.wrappedValue, 0)
          transaction["b"] = 1
        }
        XCTAssertEqual(outer[key], 0)
        transaction["b"] = 1
        XCTAssertEqual(keys.withLock { $0 }, [])
      }
      XCTAssertEqual(keys.withLock { $0 }, ["a", "a"])
      XCTAssertEqual([store[key], outer[key]], [5, 5])
      XCTAssertEqual(try store.displacedValues, ["a": "text"])
    }
    holder.withLock { $0 = [] }
  }

  func testWhatStandsBehindAnErrorMayMeetAFaultItself() throws {
    struct Chatty: Error, CustomStringConvertible {
      static let store = InMemoryStore(["other": "text"])
      var description: String { "other is \(Self.store[StoredKey("other", default: 7)])" }
    }
    let texts = Locked<[String]>([])
    DefaultStore.onError = { error in texts.withLock { $0.append(error.description) } }
    defer { DefaultStore.onError = { _ in } }
    let key = StoredKey("a", default: 0, decode: { _ in throw Chatty() }, encode: { .integer(Int64($0)) })
    try Chatty.store.setValue("text", forKey: "a")
    XCTAssertEqual(Chatty.store[key], 0)
    XCTAssertEqual(texts.withLock { $0.count }, 2)
    XCTAssertTrue(texts.withLock { $0.contains { $0.contains("other is 7") } }, "\(texts.withLock { $0 })")
  }

  func testAHandlerMayReadAndWriteTheStoreAndTheSameKey() throws {
    let reached = Atomic<Int>(0)
    let holder = Locked<ReportingStore?>(nil)
    let key = StoredKey("a", default: 0)
    let store = ReportingStore { _ in
      reached.add(1, ordering: .relaxed)
      guard let store = holder.withLock({ $0 }) else { return }
      XCTAssertEqual(store[key], 0)
      succeed { try store.set(5, for: key) }
    }
    holder.withLock { $0 = store }
    try store.setValue("text", forKey: "a")
    XCTAssertEqual(store[key], 0)
    XCTAssertEqual(store[key], 5)
    XCTAssertEqual(reached.load(ordering: .relaxed), 1)
    holder.withLock { $0 = nil }
  }
}
