import XCTest

@testable import DefaultsKit

final class PropertyListValueTests: XCTestCase {
  /// Values that all differ.
  private let different: [PropertyListValue] = [
    true, false, 0, 1, -1, .integer(.max), .integer(.min), .unsignedInteger(.max), .unsignedInteger(1 << 63), 0.0, -0.0,
    1.0,
    .real(.nan), .real(-.nan), .real(Double(nan: 1, signaling: false)), .real(.infinity), "", "1", "a", "\u{E9}",
    "e\u{301}",
    .date(Date(timeIntervalSinceReferenceDate: 0)), .date(Date(timeIntervalSinceReferenceDate: -0.0)),
    .date(Date(timeIntervalSinceReferenceDate: 1)), .data(Data()), .data(Data([0])), .data(Data([0, 0])), [], [[]], [0],
    [0, 0],
    [:], ["a": 0], ["a": 1], ["b": 0], ["a": 0, "b": 0],
  ]

  func testValuesAreEqualToTheBit() {
    for (i, a) in different.enumerated() {
      for (j, b) in different.enumerated() {
        XCTAssertEqual(a == b, i == j, "\(a) and \(b)")
        if i == j { XCTAssertEqual(a.hashValue, b.hashValue) }
      }
    }
    XCTAssertEqual(Set(different).count, different.count)
  }

  func testEqualValuesInDifferentDressHaveTheSameHash() {
    let pairs: [(PropertyListValue, PropertyListValue)] = [
      (.integer(7), .unsignedInteger(7)), (["\u{E9}": 1], ["e\u{301}": 1]), ([.integer(1)], [.unsignedInteger(1)]),
    ]
    for (a, b) in pairs {
      XCTAssertEqual(a, b)
      XCTAssertEqual(a.hashValue, b.hashValue)
    }
    XCTAssertNotEqual(PropertyListValue.integer(-1), .unsignedInteger(.max))
  }

  func testTheOrderTellsDifferentValuesApart() {
    for (i, a) in different.enumerated() {
      for (j, b) in different.enumerated() {
        XCTAssertEqual([a.precedes(b), b.precedes(a)].count { $0 }, i == j ? 0 : 1, "\(a) and \(b)")
      }
    }
    let sorted = different.sorted { $0.precedes($1) }
    XCTAssertEqual(different.reversed().sorted { $0.precedes($1) }, sorted)
  }

  func testLiteralsMakeValues() {
    let value: PropertyListValue = ["s": "a", "b": true, "i": -1, "f": 1.0, "a": [1], "d": ["k": "v"]]
    XCTAssertEqual(
      value,
      .dictionary([
        "s": .string("a"), "b": .boolean(true), "i": .integer(-1), "f": .real(1), "a": .array([.integer(1)]),
        "d": .dictionary(["k": .string("v")]),
      ]))
  }

  func testAnErrorSaysWhereAndWhat() {
    let reason = "It is wrong."
    let cases: [(PropertyListError.Location?, String)] = [
      (nil, "It is wrong."), (.byte(7), "At byte 7: It is wrong."), (.line(2), "Line 2: It is wrong."),
      (.path([]), "It is wrong."),
      (.path([.key("a"), .index(3), .key("b c"), .key("")]), "At a[3].\"b c\".\"\": It is wrong."),
    ]
    for (location, text) in cases {
      let error = PropertyListError(reason: reason, location: location)
      XCTAssertEqual(error.description, text)
      XCTAssertEqual(error.localizedDescription, text)
    }
  }
}
