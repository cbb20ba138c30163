import Foundation
import XCTest

@testable import DefaultsKit

final class MissingFieldTests: XCTestCase {
  private struct Location: Codable, Equatable {
    var latitude = 1.0
    var longitude = 2.0
    var label: String? = "here"
  }

  private struct Profile: Codable, Equatable {
    var name = "nobody"
    var location = Location()
    var nickname: String? = "nick"
    var tags = ["a", "b"]
    var places = ["home": Location()]
    var history: [Location] = []
    var score = 7
  }

  private func filled<T: Codable>(_ stored: PropertyListValue, from defaultValue: T) throws -> T {
    try PropertyListValueDecoder().decode(T.self, from: stored, fillingMissingFieldsFrom: defaultValue)
  }

  // MARK: Fields at any depth

  func testMissingFieldsTakeTheDefaultsAtAnyDepth() throws {
    XCTAssertEqual(try filled([:], from: Profile()), Profile())
    XCTAssertEqual(
      try filled(["name": "Hanna", "location": ["latitude": 37.5]], from: Profile()),
      Profile(name: "Hanna", location: Location(latitude: 37.5)))
  }

  func testEverySubsetOfStoredFieldsIsFilledWithTheRest() throws {
    let stored = Profile(
      name: "s", location: Location(latitude: 5, longitude: 6, label: nil), nickname: nil, tags: [], places: [:],
      history: [Location(label: nil)], score: 0)
    guard case .dictionary(let fields) = try PropertyListValueEncoder().encode(stored) else {
      return XCTFail("no dictionary")
    }
    let names = fields.keys.sorted()
    for subset in 0..<(1 << names.count) {
      let kept = names.indices.filter { subset & (1 << $0) != 0 }.map { names[$0] }
      let read = try filled(.dictionary(fields.filter { kept.contains($0.key) }), from: Profile())
      var expected = Profile()
      if kept.contains("name") { expected.name = stored.name }
      if kept.contains("location") { expected.location = stored.location }
      if kept.contains("nickname") { expected.nickname = stored.nickname }
      if kept.contains("tags") { expected.tags = stored.tags }
      if kept.contains("places") { expected.places = stored.places }
      if kept.contains("history") { expected.history = stored.history }
      if kept.contains("score") { expected.score = stored.score }
      XCTAssertEqual(read, expected, "\(kept)")
    }
  }

  func testAStoredNilIsNilAndNotMissing() throws {
    XCTAssertNil(try filled(["nickname": nilMarker], from: Profile()).nickname)
    XCTAssertEqual(try filled([:], from: Profile()).nickname, "nick")
    XCTAssertNil(try filled(["location": ["label": nilMarker]], from: Profile()).location.label)
  }

  func testWithNoDefaultAMissingFieldIsAnErrorWithItsPath() throws {
    let fault = try decodingFault {
      try PropertyListValueDecoder().decode(Profile.self, from: ["name": "x", "location": ["latitude": 1.0]])
    }
    XCTAssertEqual(fault.path, "location.longitude")
  }

  func testAWrongTypeIsAnErrorWithItsFullPathAndNothingIsFilled() throws {
    let cases: [(PropertyListValue, String)] = [
      (["location": ["latitude": "secret"]], "location.latitude"),
      (["location": "secret"], "location"),
      (["location": nilMarker], "location"),
      (["tags": ["a", 7]], "tags[1]"),
      (["places": ["work": ["latitude": true]]], "places.work.latitude"),
      (
        ["history": [["latitude": 1.0, "longitude": 1.0], ["latitude": 1.0, "longitude": "secret"]]],
        "history[1].longitude"
      ),
      (["nickname": 5], "nickname"),
      ("secret", ""),
      ([1], ""),
    ]
    for (stored, path) in cases {
      let fault = try decodingFault { try filled(stored, from: Profile()) }
      XCTAssertEqual(fault.path, path)
      XCTAssertFalse("\(fault.error)".contains("secret"), "\(fault.error)")
      if case .keyNotFound = fault.error { XCTFail("\(fault.error)") }
    }
  }

  // MARK: Collections

  func testEntriesThatTheUserRemovedStayRemoved() throws {
    XCTAssertEqual(try filled(["places": [:]], from: Profile()).places, [:])
    XCTAssertEqual(try filled(["work": 1], from: ["home": 2, "work": 3]), ["work": 1])
    XCTAssertEqual(try filled(["tags": []], from: Profile()).tags, [])
  }

  func testAnEntryUnderTheSameNameIsFilledFromTheDefaultsAndOthersAreNot() throws {
    XCTAssertEqual(
      try filled(["places": ["home": ["latitude": 9.0]]], from: Profile()).places, ["home": Location(latitude: 9)])
    let fault = try decodingFault { try filled(["places": ["work": ["latitude": 9.0]]], from: Profile()) }
    XCTAssertEqual(fault.path, "places.work.longitude")
  }

  func testElementsOfArraysAreNotMergedWithThoseOfTheDefault() throws {
    let fault = try decodingFault {
      try filled(["history": [["latitude": 9.0]]], from: Profile(history: [Location()]))
    }
    XCTAssertEqual(fault.path, "history[0].longitude")
  }

  // MARK: Hand-written initializers

  private struct Tolerant: Codable, Equatable {
    var count = 5
    var note: String? = "default note"
    var listed = false

    init(count: Int = 5, note: String? = "default note", listed: Bool = false) {
      (self.count, self.note, self.listed) = (count, note, listed)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 0
      note = try container.decodeIfPresent(String.self, forKey: .note)
      listed = container.contains(.listed)
    }
  }

  func testAHandWrittenFallbackKeepsWorkingAsWritten() throws {
    XCTAssertEqual(try filled([:], from: Tolerant()), Tolerant(count: 0, note: "default note", listed: false))
    XCTAssertEqual(try filled(["count": 3, "listed": false], from: Tolerant()).listed, true)
    XCTAssertEqual(try PropertyListValueDecoder().decode(Tolerant.self, from: [:]).count, 0)
    struct Outer: Codable, Equatable { var inner = Tolerant(), other = 1 }
    XCTAssertEqual(try filled(["inner": [:]], from: Outer()).inner.count, 0)
  }

  func testAnOptionalThatAHandWrittenEncodeWritesAsAValueIsFilledToo() throws {
    struct Manual: Codable, Equatable {
      var note: String? = "default note"
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(note, forKey: .note)
      }
    }
    XCTAssertEqual(try filled([:], from: Manual()), Manual())
    XCTAssertEqual(try filled(["note": nilMarker], from: Manual()), Manual(note: nil))
  }

  private struct Flat: Codable, Equatable {
    var width = 3, height = 4

    enum CodingKeys: String, CodingKey { case size }
    enum SizeKeys: String, CodingKey { case width, height }

    init(width: Int = 3, height: Int = 4) { (self.width, self.height) = (width, height) }
    init(from decoder: any Decoder) throws {
      let size = try decoder.container(keyedBy: CodingKeys.self).nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
      width = try size.decode(Int.self, forKey: .width)
      height = try size.decode(Int.self, forKey: .height)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var size = container.nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
      try size.encode(width, forKey: .width)
      try size.encode(height, forKey: .height)
    }
  }

  func testNestedContainersAreFilledToo() throws {
    XCTAssertEqual(try filled([:], from: Flat()), Flat())
    XCTAssertEqual(try filled(["size": ["width": 8]], from: Flat()), Flat(width: 8))
  }

  // MARK: Enums

  private enum Shape: Codable, Equatable {
    case circle(radius: Double, label: String?)
    case square(side: Double, label: String?)
    case point
  }

  func testAnEnumIsTakenAsItIsStored() throws {
    let fallback = Shape.circle(radius: 1, label: "default")
    XCTAssertEqual(try filled(["square": ["side": 2.0]], from: fallback), .square(side: 2, label: nil))
    XCTAssertEqual(try filled(["circle": ["radius": 2.0]], from: fallback), .circle(radius: 2, label: nil))
    XCTAssertEqual(try filled(["point": [:]], from: fallback), .point)
    let fault = try decodingFault { try filled(["circle": [:]], from: fallback) }
    XCTAssertEqual(fault.path, "circle.radius")
    XCTAssertThrowsError(try filled([:], from: fallback))
  }

  func testAFieldThatHoldsAnEnumIsFilledWhole() throws {
    struct Drawing: Codable, Equatable {
      var shape = Shape.circle(radius: 1, label: "default")
      var title = "t"
    }
    XCTAssertEqual(try filled(["title": "x"], from: Drawing()), Drawing(title: "x"))
    XCTAssertEqual(
      try filled(["shape": ["square": ["side": 2.0]]], from: Drawing()),
      Drawing(shape: .square(side: 2, label: nil)))
  }

  // MARK: Classes

  private class Base: Codable {
    var id = 1
    var tag: String? = "base"

    init() {}
  }

  private final class Derived: Base {
    var extra = "e"

    private enum CodingKeys: String, CodingKey { case extra }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      extra = try container.decode(String.self, forKey: .extra)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(extra, forKey: .extra)
      try super.encode(to: container.superEncoder())
    }
  }

  func testASuperclassIsFilledToo() throws {
    let partly = try filled(["extra": "x", "super": ["id": 9]], from: Derived())
    XCTAssertEqual(partly.id, 9)
    XCTAssertEqual(partly.tag, "base")
    XCTAssertEqual(partly.extra, "x")
    let none = try filled([:], from: Derived())
    XCTAssertEqual(none.id, 1)
    XCTAssertEqual(none.extra, "e")
  }

  // MARK: DefaultProviding

  private struct Feed: Codable, Equatable, DefaultProviding {
    var title = "untitled"
    var limit = 20
    var color: String? = "blue"

    static let `default` = Feed()
  }

  func testDefaultProvidingFillsWhereverTheTypeStands() throws {
    let stored: PropertyListValue = ["title": "news"]
    let news = Feed(title: "news")
    XCTAssertEqual(try PropertyListValueDecoder().decode(Feed.self, from: stored), news)
    XCTAssertEqual(try filled([stored, ["limit": 3]], from: [Feed]()), [news, Feed(limit: 3)])
    XCTAssertEqual(try filled(["a": stored], from: [String: Feed]()), ["a": news])
    XCTAssertEqual(try filled(stored, from: Feed?.none), news)
    XCTAssertEqual(try filled([stored, nilMarker], from: [Feed?]()), [news, nil])
    XCTAssertEqual(try filled([[stored]], from: [[Feed]]()), [[news]])
    struct Outer: Codable, Equatable { var feed: Feed?, feeds: [Int: Feed] }
    XCTAssertEqual(
      try filled(["feed": stored, "feeds": ["1": stored]], from: Outer(feed: nil, feeds: [:])),
      Outer(feed: news, feeds: [1: news]))
  }

  func testTheEnclosingDefaultGoesBeforeTheTypesOwn() throws {
    struct Outer: Codable, Equatable { var feed = Feed(title: "outer", limit: 1, color: nil), other = 0 }
    XCTAssertEqual(try filled(["feed": ["title": "x"]], from: Outer()).feed, Feed(title: "x", limit: 1, color: nil))
    XCTAssertEqual(try filled(["title": "x"], from: Feed(limit: 5)), Feed(title: "x", limit: 5))
    XCTAssertEqual(try filled(["title": "x"], from: Feed?.some(Feed(limit: 5))), Feed(title: "x", limit: 5))
  }

  func testWhatADefaultProvidingTypeHoldsIsFilledFromItToo() throws {
    struct Inner: Codable, Equatable { var a = 1, b = 2 }
    struct Holder: Codable, Equatable, DefaultProviding {
      var inner = Inner(a: 8, b: 9)
      static let `default` = Holder()
    }
    XCTAssertEqual(try filled([["inner": ["a": 5]]], from: [Holder]()), [Holder(inner: Inner(a: 5, b: 9))])
  }

  func testAWrongTypeIsNotFilledFromATypesDefault() throws {
    let fault = try decodingFault { try filled([["limit": "7"]], from: [Feed]()) }
    XCTAssertEqual(fault.path, "[0].limit")
  }

  func testTheDefaultIsEncodedOnlyWhenAFieldIsMissing() throws {
    struct Unencodable: Codable, Equatable {
      var a = 1
      init() {}
      func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
    }
    XCTAssertEqual(try filled(["a": 2], from: Unencodable()).a, 2)
    XCTAssertEqual(try decodingFault { try filled([:], from: Unencodable()) }.path, "a")
  }
}
