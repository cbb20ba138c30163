import Foundation
import Synchronization
import XCTest

@testable import DefaultsKit

/// The asynchronous sequences of a store: who gets what, in which order, and for how long.
final class ChangeSequenceTests: XCTestCase {
  private let key = StoredKey("count", default: 0)

  func testSeveralReadersEachGetEveryChange() async throws {
    let store = InMemoryStore()
    let streams = (0..<5).map { _ in store.changes() }
    try store.setValue(1, forKey: "a")
    try store.setValue(2, forKey: "b")
    for stream in streams {
      var seen: Set<String> = []
      for await change in stream {
        seen.formUnion(change.keys)
        if seen.count == 2 { break }
      }
      XCTAssertEqual(seen, ["a", "b"])
    }
  }

  func testASlowReaderOfValuesGetsTheNewestAndNoneOutOfOrder() async throws {
    let store = InMemoryStore()
    var values = store.values(of: key).makeAsyncIterator()
    let first = await values.next()
    for number in 1...1000 { try store.set(number, for: key) }
    let second = await values.next()
    XCTAssertEqual([first, second], [0, 1000])
  }

  func testValuesThatAreReadWhileManyThreadsWriteOnlyGrowAndEndWithTheLast() async throws {
    let store = InMemoryStore()
    let key = key
    let reader = Task {
      var seen: [Int] = []
      for await value in store.values(of: key) {
        seen.append(value)
        if value == 400 { break }
      }
      return seen
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<100 { succeed { try store.update(key) { $0 += 1 } } } }
      }
    }
    let seen = await reader.value
    XCTAssertEqual(seen, seen.sorted())
    XCTAssertEqual(Set(seen).count, seen.count)
    XCTAssertEqual(seen.last, 400)
  }

  func testATransactionIsOneChange() async throws {
    let store = InMemoryStore()
    var changes = store.changes().makeAsyncIterator()
    try store.transaction { transaction in for number in 0..<50 { transaction["key\(number)"] = 1 } }
    let change = await changes.next()
    XCTAssertEqual(change, StoreChange(keys: Set((0..<50).map { "key\($0)" }), origin: .local))
  }

  func testAMergedChangeIsExternalWhereAnyPartOfItWas() {
    let local = StoreChange(keys: ["a"], origin: .local)
    let external = StoreChange(keys: ["b"], origin: .external)
    XCTAssertEqual(local.merged(with: external), StoreChange(keys: ["a", "b"], origin: .external))
    XCTAssertEqual(external.merged(with: local), StoreChange(keys: ["a", "b"], origin: .external))
    XCTAssertEqual(local.merged(with: local), local)
  }

  func testAReaderHearsNothingOfWhatWasSetBeforeItAsked() async throws {
    let store = InMemoryStore()
    try store.setValue(1, forKey: "before")
    var changes = store.changes().makeAsyncIterator()
    try store.setValue(1, forKey: "after")
    let change = await changes.next()
    XCTAssertEqual(change?.keys, ["after"])
  }

  func testTheEndOfATaskEndsItsSubscription() async throws {
    let store = InMemoryStore()
    let key = key
    let isReading = expectation(description: "reading")
    let task = Task {
      for await _ in store.values(of: key) { isReading.fulfill() }
    }
    await fulfillment(of: [isReading], timeout: 10)
    XCTAssertEqual(store.broadcaster.audience, 1)
    task.cancel()
    await task.value
    XCTAssertEqual(store.broadcaster.audience, 0)
  }

  func testASequenceThatNobodyHoldsOrHasReadToItsEndHoldsNothing() async throws {
    weak var released: InMemoryStore?
    do {
      let store = InMemoryStore()
      released = store
      _ = store.changes()
      _ = store.values(of: key)
      for await _ in store.values(of: key) { break }
      XCTAssertEqual(store.broadcaster.audience, 0)
    }
    XCTAssertNil(released)
  }

  func testTheValuesOfAFileStoreHoldNeitherItNorItsFileOnceTheyEnd() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    weak var released: PropertyListStore?
    do {
      let store = try PropertyListStore(url: folder.appendingPathComponent("Settings.plist"))
      released = store
      for await value in store.values(of: key) {
        XCTAssertEqual(value, 0)
        break
      }
      try store.flush()
    }
    XCTAssertNil(released)
  }

  func testAValueThatCannotBeReadCountsAsTheDefault() async throws {
    let store = ReportingStore { _ in }
    var values = store.values(of: key).makeAsyncIterator()
    var seen = [await values.next()]
    try store.set(1, for: key)
    seen.append(await values.next())
    try store.setValue("text", forKey: "count")
    seen.append(await values.next())
    try store.setValue(true, forKey: "count")  // the default again: silent
    try store.set(2, for: key)
    seen.append(await values.next())
    XCTAssertEqual(seen, [0, 1, 0, 2])
  }

  func testAWriterThatObserversMakeWaitHoldsNoLock() throws {
    // An observer that waits for another thread, which reads and writes the same store.
    let store = InMemoryStore()
    let key = key
    let listener = Listener {
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        _ = store[key]
        succeed { try store.setValue(1, forKey: "elsewhere") }
        done.signal()
      }
      XCTAssertEqual(done.wait(timeout: .now() + 10), .success)
    }
    store.broadcaster.add(listener)
    for number in 1...50 { try store.set(number, for: key) }
    XCTAssertGreaterThan(listener.count.load(ordering: .relaxed), 0)
  }

  func testOneListenerHearsTheCommitsOfAllThreadsInTheirOrder() throws {
    let store = InMemoryStore()
    let key = key
    let seen = Locked<[Int]>([])
    let listener = Listener { seen.withLock { $0.append(store[key]) } }
    store.broadcaster.add(listener)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100 { succeed { try store.update(key) { $0 += 1 } } }
    }
    let values = seen.withLock { $0 }
    XCTAssertEqual(values, values.sorted())
    XCTAssertEqual(values.last, 400)
    XCTAssertEqual(values.count, 400)
  }

  private final class Listener: ChangeListener {
    let count = Atomic<Int>(0)
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func storeDidChange(_ change: StoreChange) {
      guard change.keys.contains("count") else { return }
      count.add(1, ordering: .relaxed)
      body()
    }
  }
}
