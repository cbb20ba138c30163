import Foundation
import XCTest

@testable import DefaultsKit

final class CodableStoredTests: XCTestCase {
  private struct Place: Codable, Sendable, Equatable {
    var latitude = 37.5
    var longitude = 127.0
    var note: String? = "home"
  }

  private enum Shape: Codable, Sendable, Equatable {
    case circle(radius: Double)
    case square(side: Int)
    case none
  }

  private enum Rank: Int, Codable, Sendable {
    case low
    case high
  }

  private enum Key: String {
    case place
    case shape
  }

  /// What the interface promises of declarations, each form once.
  private struct Settings: Sendable {
    @CodableStored("place") var place = Place()
    @CodableStored("maybe") var maybe: Place?
    @CodableStored("maybeSet") var maybeSet: Place? = Place()
    @CodableStored(Key.shape) var shape = Shape.none
    @CodableStored(Key.place) var keyed: Place?
    @CodableStored("rank") var rank = Rank.low
    @CodableStored("ranks") var ranks: [Rank] = []
    @CodableStored("byRank") var byRank: [Rank: String] = [:]
    @CodableStored("number") var number = 5
    @CodableStored("text") var text: String?
    @CodableStored("date") var date: Date?
    @CodableStored("url") var url: URL?
    @CodableStored("twice") var twice: Int??
  }

  private func withSettings(_ body: (Settings, InMemoryStore) throws -> Void) rethrows {
    let store = InMemoryStore()
    try DefaultStore.withOverride(store) { try body(Settings(), store) }
  }

  func testDefaultsAreReadWhileNothingIsStored() {
    withSettings { settings, store in
      XCTAssertEqual(settings.place, Place())
      XCTAssertNil(settings.maybe)
      XCTAssertEqual(settings.maybeSet, Place())
      XCTAssertEqual(settings.shape, .none)
      XCTAssertEqual(settings.number, 5)
      XCTAssertEqual(store.keys, [])
    }
  }

  func testEveryShapeIsReadBack() throws {
    try withSettings { settings, store in
      let place = Place(latitude: 1, longitude: -2, note: nil)
      settings.place = place
      settings.maybe = place
      settings.shape = .circle(radius: 2)
      settings.rank = .high
      settings.ranks = [.high, .low]
      settings.byRank = [.high: "h"]
      settings.number = 6
      settings.text = "$null"
      settings.date = Date(timeIntervalSinceReferenceDate: 0.25)
      settings.url = URL(string: "https://example.com/a?b=c")
      XCTAssertEqual(settings.place, place)
      XCTAssertEqual(settings.maybe, place)
      XCTAssertEqual(settings.shape, .circle(radius: 2))
      XCTAssertEqual(settings.rank, .high)
      XCTAssertEqual(settings.ranks, [.high, .low])
      XCTAssertEqual(settings.byRank, [.high: "h"])
      XCTAssertEqual(settings.number, 6)
      XCTAssertEqual(settings.text, "$null")
      XCTAssertEqual(settings.date, Date(timeIntervalSinceReferenceDate: 0.25))
      XCTAssertEqual(settings.url, URL(string: "https://example.com/a?b=c"))
      XCTAssertEqual(store.value(forKey: "rank"), 1)
      XCTAssertEqual(store.value(forKey: "ranks"), [1, 0])
      XCTAssertEqual(try store.displacedValues, [:])
    }
  }

  func testNilIsToldFromUnsetAndFromASomeThatIsNil() {
    withSettings { settings, store in
      settings.maybeSet = nil
      XCTAssertNil(settings.maybeSet)
      settings.$maybeSet.reset()
      XCTAssertEqual(settings.maybeSet, Place())
      settings.maybe = Place()
      settings.maybe = nil
      settings.twice = .some(.some(3))
      XCTAssertEqual(settings.twice, .some(.some(3)))
      settings.twice = .some(nil)
      XCTAssertEqual(settings.twice, .some(nil))
      XCTAssertTrue(settings.$twice.isSet)
      settings.twice = nil
      XCTAssertEqual(settings.twice, nil)
      XCTAssertEqual(store.keys, [])
    }
  }

  func testAFieldOfThisReleaseTakesTheDefaultsWhileTheOthersStay() throws {
    try withSettings { settings, store in
      try store.setValue(["latitude": 1.5], forKey: "place")
      XCTAssertEqual(settings.place, Place(latitude: 1.5))
    }
  }

  func testAWrongTypeIsReportedAndNeverFilledIn() throws {
    try withSettings { settings, store in
      try store.setValue(["latitude": "north", "longitude": 1.0], forKey: "place")
      XCTAssertEqual(settings.place, Place())
      assertCode(.decodingFailed, key: "place") { _ = try settings.$place.load() }
      settings.place.latitude = 2
      XCTAssertEqual(try store.displacedValues, ["place": ["latitude": "north", "longitude": 1.0]])
    }
  }

  func testWhatOnePropertyListKeyStoredACodableOneReadsAndTheOtherWayRound() throws {
    let store = InMemoryStore()
    let strings = StoredKey<[String]>("strings", default: [])
    let coded = StoredKey<[String]>.codable("strings", default: [])
    try store.set(["a", "b"], for: strings)
    XCTAssertEqual(try store.value(for: coded), ["a", "b"])
    try store.set(["c"], for: coded)
    XCTAssertEqual(try store.value(for: strings), ["c"])
    let dates = [Date(timeIntervalSinceReferenceDate: 1)]
    try store.set(dates, for: StoredKey("dates", default: []))
    XCTAssertEqual(try store.value(for: StoredKey<[Date]>.codable("dates", default: [])), dates)
  }
}
