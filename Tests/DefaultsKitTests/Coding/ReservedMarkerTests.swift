import XCTest

@testable import DefaultsKit

final class ReservedMarkerTests: XCTestCase {
  /// Keys of users that look reserved in every way, and plain ones.
  private let keys: [String] = {
    let stems = ["defaultskit.", "defaultskit.nil", "defaultskit.schema", "defaultskit", "defaultskit.$", "x", ""]
    return (0...5).flatMap { count in stems.map { String(repeating: "$", count: count) + $0 } }
  }()

  func testEveryUsersKeyComesBackAndNoneIsAMarker() {
    for key in keys {
      let stored = ReservedMarker.escaped(key)
      XCTAssertEqual(ReservedMarker.unescaped(stored), key)
      XCTAssertFalse(ReservedMarker.isMarker(stored), key)
    }
    XCTAssertEqual(Set(keys.map(ReservedMarker.escaped)).count, Set(keys).count)
  }

  func testOnlyKeysThatLookReservedAreChanged() {
    XCTAssertEqual(ReservedMarker.escaped("$defaultskit.nil"), "$$defaultskit.nil")
    XCTAssertEqual(ReservedMarker.escaped("$$defaultskit.nil"), "$$$defaultskit.nil")
    for key in ["$null", "$", "$defaultskit", "defaultskit.nil", "$x", "nil", "a.$defaultskit.nil"] {
      XCTAssertEqual(ReservedMarker.escaped(key), key)
      XCTAssertEqual(ReservedMarker.unescaped(key), key)
    }
  }

  func testMarkersAreMarkers() {
    XCTAssertTrue(ReservedMarker.isMarker(ReservedMarker.nilKey))
    XCTAssertTrue(ReservedMarker.isMarker("$defaultskit.schema"))
    XCTAssertFalse(ReservedMarker.isMarker("$$defaultskit.schema"))
    XCTAssertFalse(ReservedMarker.isMarker("$defaultskit"))
    for depth in 0..<5 { XCTAssertEqual(ReservedMarker.nilDepth(of: ReservedMarker.nilValue(depth: depth)), depth) }
  }

  func testOtherValuesAreNoNil() {
    let values: [PropertyListValue] = [
      "$null", "", 0, false, [], [:], ["$defaultskit.nil": -1], ["$defaultskit.nil": "0"], ["$defaultskit.nil": 0.0],
      ["$defaultskit.nil": 0, "a": 1], ["$$defaultskit.nil": 0], ["nil": 0], [["$defaultskit.nil": 0]],
    ]
    for value in values { XCTAssertNil(ReservedMarker.nilDepth(of: value), "\(value)") }
  }

  func testTreesComeBackWithEveryKeyAtEveryDepth() throws {
    for outer in keys {
      for inner in keys {
        let tree: PropertyListValue = [outer: [[inner: 0]], "other": [inner: [outer: ["a"]]]]
        XCTAssertEqual(ReservedMarker.unescaped(ReservedMarker.escaped(tree)), tree)
        let coded = [outer: [[inner: 0]], "other": [[inner: 1]]]
        try assertRoundTrip(coded)
        try assertRoundTrip(tree)
        XCTAssertNil(ReservedMarker.nilDepth(of: try PropertyListValueEncoder().encode([inner: 0])))
      }
    }
  }
}
