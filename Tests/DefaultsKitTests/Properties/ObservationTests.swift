import Foundation
import Observation
import Synchronization
import XCTest

@testable import DefaultsKit

final class ObservationTests: XCTestCase {
  private struct Settings: Sendable {
    @Stored var count: Int
    @Stored var other: Int
    @Stored var seen: UInt

    init(_ store: any KeyValueStore) {
      _count = Stored(wrappedValue: 0, "count", store: store)
      _other = Stored(wrappedValue: 0, "other", store: store)
      _seen = Stored(UserActivity.lastViewedNoticeCount, store: store)
    }
  }

  private let store = InMemoryStore()
  private lazy var settings = Settings(store)

  /// How often the value that `read` reads changes for somebody who tracks it, until the returned closure is called.
  private func tracking<Value: Sendable>(_ read: @escaping @Sendable () -> Value) -> @Sendable () -> Int {
    let tracker = Tracker(read: { _ = read() })
    tracker.track()
    return { tracker.count.load(ordering: .sequentiallyConsistent) }
  }

  private final class Tracker: Sendable {
    let count = Atomic<Int>(0)
    let read: @Sendable () -> Void

    init(read: @escaping @Sendable () -> Void) { self.read = read }

    func track() {
      withObservationTracking(read) { [weak self] in  // weak: what is tracked holds this closure
        self?.count.add(1, ordering: .sequentiallyConsistent)
        self?.track()
      }
    }
  }

  func testATrackedReadIsToldOfEachDifferentValueAndOfNoOtherProperty() {
    let settings = settings
    let count = tracking { settings.count }
    settings.count = 1
    XCTAssertEqual(count(), 1)
    settings.other = 1
    settings.count = 1
    XCTAssertEqual(count(), 1)
    settings.count = 2
    XCTAssertEqual(count(), 2)
    settings.$count.reset()
    XCTAssertEqual(count(), 3)
    settings.count = 0  // the default, which was read before
    XCTAssertEqual(count(), 3)
  }

  func testATrackedReadSeesTheNewValueInItsCallback() {
    let settings = settings
    let seen = Locked<[Int]>([])
    let tracker = Tracker(read: { seen.withLock { $0.append(settings.count) } })
    tracker.track()
    settings.count = 5
    settings.count = 6
    XCTAssertEqual(seen.withLock { $0 }, [0, 5, 6])
    withExtendedLifetime(tracker) {}
  }

  func testATransactionIsOneChangeForWhoeverReadsSeveralProperties() throws {
    let settings = settings
    let count = tracking { settings.count + settings.other }
    try store.transaction { transaction in
      transaction["count"] = 1
      transaction["other"] = 1
    }
    XCTAssertGreaterThanOrEqual(count(), 1)
    XCTAssertLessThanOrEqual(count(), 2)
  }

  func testAReadOutsideTrackingListensToNothing() {
    let settings = settings
    XCTAssertEqual(settings.count, 0)
    XCTAssertEqual(store.broadcaster.audience, 0)
    let count = tracking { settings.count }
    XCTAssertEqual(store.broadcaster.audience, 1)
    XCTAssertEqual(count(), 0)
  }

  func testAnAccountSwitchIsAChangeOfWhatBelongsToTheAccount() throws {
    let settings = settings
    try UserSession.logIn(userID: "a", to: store)
    settings.seen = 5
    let count = tracking { settings.seen }
    try UserSession.logIn(userID: "b", to: store)
    XCTAssertEqual(settings.seen, 0)
    XCTAssertEqual(count(), 1)
    try UserSession.logIn(userID: "c", to: store)  // 0 there too
    XCTAssertEqual(count(), 1)
    try UserSession.logIn(userID: "a", to: store)
    XCTAssertEqual(count(), 2)
    settings.count = 1
    XCTAssertEqual(count(), 2)
  }

  func testAnObserverMayReadAndWriteTheStoreAlsoTheSameKey() {
    let settings = settings
    let settle = Observer {
      _ = settings.count
    } onChange: {
      if settings.count < 10 { settings.count += 1 }
    }
    settle.track()
    settings.count = 1
    XCTAssertEqual(settings.count, 10)
    withExtendedLifetime(settle) {}
  }

  func testAnObserverOfAnotherStoreMayWriteTheStoreWhoseTransactionSetIt() throws {
    let settings = settings
    let outer = InMemoryStore()
    let mirror = Observer {
      _ = settings.count
    } onChange: {
      outer[StoredKey("copy", default: 0)] = settings.count
    }
    mirror.track()
    try outer.transaction { transaction in
      settings.count = 7
      transaction["a"] = 1
    }
    XCTAssertEqual(outer.value(forKey: "copy"), 7)
    withExtendedLifetime(mirror) {}
  }

  func testTwoObserversThatWriteEachOthersKeysSettle() {
    let settings = settings
    let first = Observer {
      _ = settings.count
    } onChange: {
      settings.other = settings.count
    }
    let second = Observer {
      _ = settings.other
    } onChange: {
      settings.count = settings.other
    }
    first.track()
    second.track()
    settings.count = 7
    XCTAssertEqual(settings.other, 7)
    settings.other = 8
    XCTAssertEqual(settings.count, 8)
    withExtendedLifetime((first, second)) {}
  }

  private final class Observer: Sendable {
    let read: @Sendable () -> Void
    let onChange: @Sendable () -> Void

    init(_ read: @escaping @Sendable () -> Void, onChange: @escaping @Sendable () -> Void) {
      self.read = read
      self.onChange = onChange
    }

    func track() {
      withObservationTracking(read) { [weak self] in
        self?.track()
        self?.onChange()
      }
    }
  }

  func testChangesFromManyThreadsAreAllTold() {
    let settings = settings
    let count = tracking { settings.count }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100 { succeed { try settings.$count.update { $0 += 1 } } }
    }
    XCTAssertEqual(settings.count, 400)
    XCTAssertGreaterThan(count(), 0)
  }

  func testTheLastValueIsAlwaysToldOf() {
    let settings = settings
    let last = Atomic<Int>(0)
    let tracker = Tracker(read: { last.store(settings.count, ordering: .sequentiallyConsistent) })
    tracker.track()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100 { succeed { try settings.$count.update { $0 += 1 } } }
    }
    XCTAssertEqual(last.load(ordering: .sequentiallyConsistent), 400)
    withExtendedLifetime(tracker) {}
  }

  func testAStoreWrittenByItsPublicContractAloneIsTrackedToo() async {
    let store = ForeignStore()
    let settings = Settings(store)
    let told = expectation(description: "told")
    withObservationTracking {
      _ = settings.count
    } onChange: {
      told.fulfill()
    }
    settings.count = 1
    await fulfillment(of: [told], timeout: 10)
    XCTAssertEqual(settings.count, 1)
  }

  func testAPropertyThatIsGoneListensNoMore() {
    do {
      let settings = Settings(store)
      let count = tracking { settings.count }
      XCTAssertEqual(count(), 0)
      XCTAssertEqual(store.broadcaster.audience, 1)
      settings.count = 1
    }
    // What still tracks it keeps the property; a fresh one that nobody tracks any more does not stay.
    weak var subject: PropertySubject?
    do {
      let property = Stored(wrappedValue: 0, "count", store: store)
      subject = property.cell.subject
      withObservationTracking {
        _ = property.wrappedValue
      } onChange: {
      }
      property.wrappedValue = 9
    }
    XCTAssertNil(subject)
  }

  func testAReaderWhoseListenerAnotherThreadIsStillAddingIsToldToo() {
    let store = SlowlyObservedStore()
    let property = Stored(wrappedValue: 0, "count", store: store)
    let other = expectation(description: "the other reader has read")
    let isTold = expectation(description: "told")
    Thread {
      withObservationTracking {
        _ = property.wrappedValue
      } onChange: {
      }
      other.fulfill()
    }.start()
    store.isBlocked.wait()  // the other reader is about to add its listener
    withObservationTracking {
      XCTAssertEqual(property.wrappedValue, 0)
    } onChange: {
      isTold.fulfill()
    }
    property.wrappedValue = 1
    store.mayGoOn.signal()
    wait(for: [isTold, other], timeout: 10)
  }

  /// A store whose first observer is held up.
  private final class SlowlyObservedStore: ObservableStore {
    let isBlocked = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    private let base = InMemoryStore()
    private let wasAsked = Atomic<Bool>(false)

    var broadcaster: ChangeBroadcaster {
      if !wasAsked.exchange(true, ordering: .relaxed) {
        isBlocked.signal()
        mayGoOn.wait()
      }
      return base.broadcaster
    }

    func startObserving() {}
    func value(forKey name: String) -> PropertyListValue? { base.value(forKey: name) }
    var keys: Set<String> { base.keys }
    func changes() -> AsyncStream<StoreChange> { base.changes() }
    func flush() {}

    func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
      try base.transaction(body)
    }
  }
}
