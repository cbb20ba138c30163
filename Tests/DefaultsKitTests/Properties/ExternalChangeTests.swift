import Foundation
import Observation
import XCTest

@testable import DefaultsKit

/// Changes that another process or another tool makes reach those who observe here.
final class ExternalChangeTests: FileStoreTestCase {
  private struct Settings: Sendable {
    @Stored var name: String
    @Stored var other: String

    init(_ store: any KeyValueStore) {
      _name = Stored(wrappedValue: "", "name", store: store)
      _other = Stored(wrappedValue: "", "other", store: store)
    }
  }

  /// Fulfilled when a tracked read of a value becomes another.
  private func told(_ what: String, reading read: @escaping @Sendable () -> String) -> XCTestExpectation {
    let told = expectation(description: what)
    withObservationTracking {
      _ = read()
    } onChange: {
      told.fulfill()
    }
    return told
  }

  func testATrackedReadIsToldWhatAnotherProcessSet() async throws {
    let settings = Settings(try PropertyListStore(url: file))
    let told = told("name") { settings.name }
    XCTAssertEqual(try Probe.run("set-and-exit", file.path, "name", "theirs"), [])
    await fulfillment(of: [told], timeout: 10)
    XCTAssertEqual(settings.name, "theirs")
  }

  func testATrackedReadIsToldOfEveryEditOfTheFileAfterAnyNumberOfRenames() async throws {
    let store = try PropertyListStore(url: file)
    let settings = Settings(store)
    settings.name = "ours"
    settings.other = "kept"
    try store.flush()
    for round in 0..<5 {
      let told = told("round \(round)") { settings.name }
      var values = try XCTUnwrap(
        PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil) as? [String: Any])
      values["name"] = "edit \(round)"
      try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0).write(
        to: file, options: .atomic)
      await fulfillment(of: [told], timeout: 10)
      XCTAssertEqual(settings.name, "edit \(round)")
      XCTAssertEqual(settings.other, "kept")
    }
  }

  func testAPropertyThatNobodyChangedIsNotTold() async throws {
    let store = try PropertyListStore(url: file)
    let settings = Settings(store)
    let name = told("name") { settings.name }
    let isOtherTold = Locked(false)
    withObservationTracking {
      _ = settings.other
    } onChange: {
      isOtherTold.withLock { $0 = true }
    }
    var changes = store.changes().makeAsyncIterator()
    XCTAssertEqual(try Probe.run("set-and-exit", file.path, "name", "theirs"), [])
    await fulfillment(of: [name], timeout: 10)
    var change = await changes.next()
    XCTAssertEqual(change, StoreChange(keys: ["name"], origin: .external))
    // Changes are told one after the other: who hears of the next knows that everybody was told of the one before.
    settings.name = "ours"
    change = await changes.next()
    XCTAssertEqual(change, StoreChange(keys: ["name"], origin: .local))
    XCTAssertFalse(isOtherTold.withLock { $0 })
  }

  func testTheValuesOfAPropertyAreThoseOfEveryProcess() async throws {
    let settings = Settings(try PropertyListStore(url: file))
    var values = settings.$name.values.makeAsyncIterator()
    var seen = [await values.next()]
    XCTAssertEqual(try Probe.run("set-and-exit", file.path, "name", "theirs"), [])
    seen.append(await values.next())
    settings.name = "ours"
    seen.append(await values.next())
    XCTAssertEqual(seen, ["", "theirs", "ours"])
  }

  func testATrackedReadIsToldThoughNeitherFolderNorFileWasThere() async throws {
    let missing = folder.appending(path: "not/yet/Settings.plist")
    let settings = Settings(try PropertyListStore(url: missing))
    let told = told("name") { settings.name }
    XCTAssertEqual(try Probe.run("set-and-exit", missing.path, "name", "theirs"), [])
    await fulfillment(of: [told], timeout: 10)
    XCTAssertEqual(settings.name, "theirs")
  }

  func testATrackedReadIsToldOfAFolderThatWasDeletedAndCameBack() async throws {
    let place = folder.appending(path: "app/Settings.plist")
    let settings = Settings(try PropertyListStore(url: place))
    settings.name = "ours"
    try settings.$name.store.flush()
    let told = told("name") { settings.name }
    try FileManager.default.removeItem(at: place.deletingLastPathComponent())
    XCTAssertEqual(try Probe.run("set-and-exit", place.path, "name", "theirs"), [])
    await fulfillment(of: [told], timeout: 10)
    XCTAssertEqual(settings.name, "theirs")
    XCTAssertEqual(try foundationValues(place)["name"] as? String, "theirs")
  }

  func testNobodyLooksForOtherProcessesBeforeTheFirstSubscriptionOrTrackedRead() throws {
    let store = try PropertyListStore(url: file)
    let settings = Settings(store)
    settings.name = "ours"
    XCTAssertEqual(settings.name, "ours")
    XCTAssertFalse(store.engine.schedule.isTicking)
    withObservationTracking {
      _ = settings.name
    } onChange: {
    }
    XCTAssertTrue(store.engine.schedule.isTicking)
  }
}
