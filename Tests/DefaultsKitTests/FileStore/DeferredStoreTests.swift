import Foundation
import Observation
import XCTest

@testable import DefaultsKit

final class DeferredStoreTests: FileStoreTestCase {
  private static let launches = StoredKey("launches", default: 0)
  private static let name = StoredKey("name", default: "nobody")

  /// A store whose file is a folder, for now.
  private func makeDeferredStore() throws -> any KeyValueStore {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let url = file
    let store = DeferredStore.store { try PropertyListStore(url: url) }
    XCTAssertTrue(store is DeferredStore)
    return store
  }

  private func makeReadable(_ values: [String: Any]) throws {
    try FileManager.default.removeItem(at: file)
    try foundationData(values).write(to: file)
  }

  override func tearDown() { DefaultStore.onError = { _ in } }

  func testAFileThatCanBeReadIsOpenedAsItIs() throws {
    let url = file
    XCTAssertTrue(DeferredStore.store { try PropertyListStore(url: url) } is PropertyListStore)
  }

  func testAHandlerMayUseTheDefaultStoreWhoseFileCannotBeRead() throws {
    let home = folder.appending(path: "home")
    try FileManager.default.createDirectory(
      at: home.appending(path: "StoreProbe/Defaults.plist"), withIntermediateDirectories: true)
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_CONFIG_HOME"] = home.path
    environment["HOME"] = home.path
    let lines = try Probe.run("use-default-store", "-", environment: environment)
    XCTAssertEqual(lines, ["told fileUnreadable volume 6", "volume 6", "told 1 times", "done"])
  }

  func testAHandlerMayUseTheStoreWhenItsFileIsTakenUp() throws {
    let holder = Locked<(any KeyValueStore)?>(nil)
    let log = FaultLog()
    DefaultStore.onError = { error in
      log.handler(error)
      if let store = holder.withLock({ $0 }) {
        store[Self.name] = error.code.rawValue
        XCTAssertEqual(store[Self.name], error.code.rawValue)
      }
    }
    let store = try makeDeferredStore()
    holder.withLock { $0 = store }
    store[Self.launches] = 8
    store[UserActivity.lastViewedNoticeCount] = 12  // which cannot be made: nobody is logged in
    try FileManager.default.removeItem(at: file)
    try Data("no property list".utf8).write(to: file)
    let isDone = expectation(description: "the file is taken up")
    Thread {
      while (try? store.value(for: Self.launches)) != 8 { usleep(2000) }
      isDone.fulfill()
    }.start()
    wait(for: [isDone], timeout: 20)
    try eventually("told") { Set(log.codes) == [.fileUnreadable, .fileCorrupted, .noActiveUser] }
    holder.withLock { $0 = nil }
  }

  func testWhatTheFileHeldIsKeptWhereASetReplacesIt() throws {
    let log = FaultLog()
    DefaultStore.onError = log.handler
    let store = try makeDeferredStore()
    let list = StoredKey("list", default: [String]())
    store[Self.launches] += 1
    store[list].append("new")
    store[Self.name] = "same"
    try makeReadable(["launches": 10, "list": ["a", "b"], "name": "same", "other": 1])
    try eventually("taken up") { (try? store.value(for: Self.launches)) == 1 }
    XCTAssertEqual(store[list], ["new"])
    XCTAssertEqual(try store.displacedValues, ["launches": 10, "list": ["a", "b"]])
    XCTAssertEqual(try store.value(forKey: "other"), 1)
    let displaced = log.errors.filter { $0.code == .valueDisplaced }
    XCTAssertEqual(Set(displaced.compactMap(\.key)), ["launches", "list"])
  }

  func testATypeThatReadsAPropertyWhileItIsTakenUpIsNoDeadlock() throws {
    let holder = Locked<(any KeyValueStore)?>(nil)
    let key = StoredKey(
      "curious", default: 0,
      decode: { stored in
        if let store = holder.withLock({ $0 }) { XCTAssertEqual(store[Self.name], "nobody") }
        guard case .integer(let number) = stored else { throw StoreError(code: .valueMismatch) }
        return Int(number)
      }, encode: { .integer(Int64($0)) })
    let store = try makeDeferredStore()
    holder.withLock { $0 = store }
    store[key] = 7
    try makeReadable(["curious": 3])
    let isDone = expectation(description: "the file is taken up")
    Thread {
      while (try? store.value(forKey: "curious")) != 7 { usleep(2000) }
      isDone.fulfill()
    }.start()
    wait(for: [isDone], timeout: 20)
    holder.withLock { $0 = nil }
  }

  func testWithinATransactionsBodyTheFaultIsTheOneThatIsKnown() throws {
    let log = FaultLog()
    DefaultStore.onError = log.handler
    let store = try makeDeferredStore()
    try InMemoryStore().transaction { _ in
      XCTAssertEqual(store[Self.launches], 0)
      XCTAssertThrowsError(try store.value(for: Self.launches)) { error in
        XCTAssertEqual((error as? StoreError)?.url, self.file)
      }
    }
    XCTAssertEqual(log.codes, [.fileUnreadable])
  }

  func testATransactionsBodyMayReadAStoreThatWaitsForTheSameFile() throws {
    let store = try makeDeferredStore()
    store[Self.launches] = 8
    try makeReadable([:])
    let other = try PropertyListStore(url: file)
    try other.transaction { transaction in
      for _ in 0..<40 {
        XCTAssertEqual(store[Self.launches], 8)
        usleep(2000)
      }
      transaction["other"] = 1
    }
    try eventually("taken up") { try other.value(for: Self.launches) == 8 }
  }

  func testCallsThatCanThrowDoAndTheFaultIsReported() throws {
    let log = FaultLog()
    DefaultStore.onError = log.handler
    let store = try makeDeferredStore()
    XCTAssertEqual(log.codes, [.fileUnreadable])
    assertThrows(.fileUnreadable, try store.value(forKey: "a"))
    assertThrows(.fileUnreadable, try store.keys)
    assertThrows(.fileUnreadable, try store.setValue(1, forKey: "a"))
    assertThrows(.fileUnreadable, try store.set(1, for: Self.launches))
    assertThrows(.fileUnreadable, try store.update(Self.launches) { $0 += 1 })
    assertThrows(.fileUnreadable, try store.flush())
    XCTAssertEqual(try status(file).kind, .folder)
  }

  func testWhatIsSetIsReadBackAndMergedWithoutLossOnceTheFileCanBeRead() throws {
    let store = try makeDeferredStore()
    XCTAssertEqual(store[Self.launches], 0)
    store[Self.launches] = 7
    store[Self.launches] = 8
    XCTAssertEqual(store[Self.launches], 8)
    XCTAssertEqual(store[Self.name], "nobody")
    try makeReadable(["launches": 3, "name": "Kim", "other": true])
    try eventually("taken up") { store[Self.name] == "Kim" }
    XCTAssertEqual(store[Self.launches], 8)
    try store.flush()
    XCTAssertEqual(try foundationValues()["launches"] as? Int, 8)
    XCTAssertEqual(try foundationValues()["other"] as? Bool, true)
  }

  func testWhoReadsDoesNotWaitForAnotherWhoTriesToOpenTheFile() throws {
    let isSlow = Locked(false)
    let isWithin = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    let store = DeferredStore {
      if isSlow.withLock({ $0 }) {
        isWithin.signal()
        mayGoOn.wait()
      }
      throw StoreError(code: .fileUnreadable)
    }
    isSlow.withLock { $0 = true }
    Thread { _ = try? store.keys }.start()
    isWithin.wait()
    // Waits for ever if it waits at all.
    XCTAssertEqual(store.kept?.keys, [])
    isSlow.withLock { $0 = false }
    mayGoOn.signal()
  }

  func testItIsTriedAgainThoughNobodyAsks() throws {
    let store = try makeDeferredStore()
    store[Self.launches] = 8
    try makeReadable([:])
    let url = file
    try eventually("merged") { try PropertyListStore(url: url).value(for: Self.launches) == 8 }
    withExtendedLifetime(store) {}
  }

  func testAResetIsKeptToo() throws {
    let store = try makeDeferredStore()
    let property = Stored(Self.launches, store: store).projectedValue
    property.value = 5
    property.reset()
    XCTAssertEqual(property.value, 0)
    try makeReadable(["launches": 3])
    try eventually("taken up") { (try? store.keys) == [] }
  }

  func testAPropertyReadsWhatWasSetAndThenTheFile() throws {
    let store = try makeDeferredStore()
    let launches = Stored(Self.launches, store: store)
    let name = Stored(Self.name, store: store)
    launches.wrappedValue = 4
    XCTAssertEqual(launches.wrappedValue, 4)
    try makeReadable(["name": "Kim"])
    try eventually("taken up") { name.wrappedValue == "Kim" }
    XCTAssertEqual(launches.wrappedValue, 4)
    launches.wrappedValue = 5
    XCTAssertEqual(try store.value(for: Self.launches), 5)
  }

  func testWhatCouldNotBeReadIsDisplacedByTheMerge() throws {
    let store = try makeDeferredStore()
    store[Self.launches] = 8
    try makeReadable(["launches": "three"])
    try eventually("taken up") { (try? store.displacedValues) == ["launches": "three"] }
    XCTAssertEqual(store[Self.launches], 8)
  }

  func testASetOfTheActiveUserIsMadeForWhoIsLoggedInInTheFile() throws {
    let store = try makeDeferredStore()
    store[UserActivity.lastViewedNoticeCount] = 12
    try makeReadable(["UserSession.userID": "kim"])
    try eventually("taken up") { (try? store.value(for: UserActivity.lastViewedNoticeCount)) == 12 }
    XCTAssertEqual(try store.keys, ["UserSession.userID", "users/kim/UserActivity.lastViewedNoticeCount"])
  }

  func testChangesAreToldBeforeAndAfterTheFileCanBeRead() async throws {
    let store = try makeDeferredStore()
    var changes = store.changes().makeAsyncIterator()
    store[Self.launches] = 8
    var change = await changes.next()
    XCTAssertEqual(change, StoreChange(keys: ["launches"], origin: .local))
    try makeReadable(["name": "Kim"])
    try eventually("taken up") { (try? store.value(for: Self.launches)) == 8 }
    try store.set("Lee", for: Self.name)
    repeat { change = await changes.next() } while change?.keys.contains("name") == false
    XCTAssertEqual(store[Self.name], "Lee")
  }

  func testWhatIsKeptIsTrackedAndFollowedAndSoIsWhatTheFileHolds() async throws {
    let store = try makeDeferredStore()
    let launches = Stored(Self.launches, store: store)
    let name = Stored(Self.name, store: store)
    launches.wrappedValue = 5
    var followed = launches.projectedValue.values.makeAsyncIterator()
    let present = await followed.next()
    XCTAssertEqual(present, 5)

    let isTold = expectation(description: "told of what is kept")
    withObservationTracking {
      XCTAssertEqual(launches.wrappedValue, 5)
    } onChange: {
      isTold.fulfill()
    }
    launches.wrappedValue = 9
    await fulfillment(of: [isTold], timeout: 10)
    let next = await followed.next()
    XCTAssertEqual(next, 9)

    let isTaken = expectation(description: "told of what the file holds")
    withObservationTracking {
      XCTAssertEqual(name.wrappedValue, "nobody")
    } onChange: {
      isTaken.fulfill()
    }
    try makeReadable(["name": "Kim"])
    await fulfillment(of: [isTaken], timeout: 10)
    XCTAssertEqual(name.wrappedValue, "Kim")
  }

  func testAValueThatCannotBeEncodedTakesThePlaceOfNoneThatIsKept() throws {
    let log = FaultLog()
    let store = try makeDeferredStore()
    DefaultStore.onError = log.handler
    let due = StoredKey("due", default: Date.distantPast)
    let date = Date(timeIntervalSinceReferenceDate: 12)
    store[due] = date
    store[due] = Date(timeIntervalSinceReferenceDate: .nan)
    XCTAssertEqual(log.codes, [.encodingFailed])
    XCTAssertEqual(store[due], date)
    try makeReadable([:])
    try eventually("taken up") { (try? store.value(for: due)) == date }
  }

  func testASetThatIsLostOnceTheFileIsOpenIsReportedByItsKey() throws {
    let isFull = Locked(false)
    let log = FaultLog()
    let engine = try makeEngine(isQuiet: true) { $0 == .write && isFull.withLock { $0 } ? .error(ENOSPC) : nil }
    let isReadable = Locked(false)
    let url = file
    let store = DeferredStore.store {
      if !isReadable.withLock({ $0 }) { throw StoreError(code: .fileUnreadable) }
      return PropertyListStore(engine: engine, url: url)
    }
    DefaultStore.onError = log.handler
    isReadable.withLock { $0 = true }
    try store.set(1, for: Self.launches)
    for round in 1...2 {
      isFull.withLock { $0 = true }
      store[Self.launches] = 2
      store[Self.launches] = 3
      XCTAssertEqual(log.errors.map(\.key), Array(repeating: "launches", count: round))
      isFull.withLock { $0 = false }
      try store.set("Kim \(round)", for: Self.name)
    }
    XCTAssertEqual(store[Self.launches], 1)
  }
}
