import Foundation
import XCTest

import DefaultsKit

final class PropertyListValueDecoderTests: XCTestCase {
  private func decode<T: Decodable>(_ type: T.Type, _ value: PropertyListValue) throws -> T {
    try PropertyListValueDecoder().decode(type, from: value)
  }

  func testNumbersAreTakenWhereTheyAreExact() throws {
    XCTAssertEqual(try decode(Double.self, 3), 3)
    XCTAssertEqual(try decode(Int.self, .real(3)), 3)
    XCTAssertEqual(try decode(UInt8.self, .real(255)), 255)
    XCTAssertEqual(try decode(Float.self, .real(0.1)), 0.1)
    XCTAssertEqual(try decode(Decimal.self, 12), 12)
    XCTAssertEqual(try decode(UInt64.self, .unsignedInteger(.max)), .max)
    XCTAssertEqual(try decode(Int128.self, "170141183460469231731687303715884105727"), .max)
  }

  func testEveryOtherConversionIsRefused() throws {
    func refuses<T: Decodable>(_ type: T.Type, _ values: [PropertyListValue], line: UInt = #line) throws {
      for value in values {
        let form: PropertyListValue = ["field": [value]]
        let fault = try decodingFault(line: line) { try decode([String: [T]].self, form) }
        XCTAssertEqual(fault.path, "field[0]", line: line)
        XCTAssertThrowsError(try decode(T.self, value), "\(type) \(value)", line: line)
      }
    }
    let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 0))
    let others: [PropertyListValue] = [date, .data(Data([1])), [1], ["a": 1], nilMarker]
    try refuses(Bool.self, [0, 1, 1.0, "true", "YES"] + others)
    try refuses(Int.self, [0.5, "7", true, .unsignedInteger(.max), .real(.nan), .real(.infinity), 1e19] + others)
    try refuses(Int8.self, [128, -129, 0.5] + others)
    try refuses(UInt.self, [-1, -1.0, "1"] + others)
    try refuses(Int64.self, ["9223372036854775807", "170141183460469231731687303715884105727"])
    try refuses(Int128.self, ["7", "x", "", "+170141183460469231731687303715884105727", true])
    try refuses(Double.self, [.integer((1 << 53) + 1), "1", true] + others)
    try refuses(Float.self, [1e300, "1", true] + others)
    try refuses(String.self, [1, 1.0, true] + others)
    try refuses(Date.self, [0, 1.5, "2026-01-01T00:00:00Z", .data(Data())])
    try refuses(Data.self, ["AQID", [1, 2], 1, date])
    try refuses(URL.self, ["", "not a url \u{0}", 1, true, date, [1], nilMarker])
    try refuses(UUID.self, ["", "x", 1, .data(Data(count: 16)), nilMarker])
    try refuses(Decimal.self, ["", "1x", "1,5", 0.5, true, date, nilMarker])
    try refuses([Int].self, [1, ["a": 1], "a", nilMarker])
    try refuses([String: Int].self, [1, [1], "a", nilMarker])
  }

  func testTheFieldsThatFoundationsTypesEncodeElsewhereAreTaken() throws {
    XCTAssertEqual(
      try decode([URL].self, [["relative": "b", "base": ["relative": "https://a.c/"]]]).first?.absoluteString,
      "https://a.c/b")
    XCTAssertEqual(
      try decode(
        Decimal.self,
        [
          "exponent": -1, "length": 1, "isNegative": true, "isCompact": true,
          "mantissa": [15, 0, 0, 0, 0, 0, 0, 0],
        ]), Decimal(string: "-1.5"))
  }

  func testErrorsSayWhatWasFoundAndNeverTheValue() throws {
    for value in [PropertyListValue.string("hunter2"), .integer(424242), .data(Data("hunter2".utf8))] {
      for body in [
        { _ = try self.decode([String: [Bool]].self, ["password": [value]]) },
        { _ = try self.decode([String: [Date]].self, ["password": [value]]) },
        { _ = try self.decode([String: [UUID]].self, ["password": [value]]) },
        { _ = try self.decode([String: [[Int]]].self, ["password": [value]]) },
      ] {
        let fault = try decodingFault { try body() }
        XCTAssertEqual(fault.path, "password[0]")
        XCTAssertFalse("\(fault.error)".contains("hunter2") || "\(fault.error)".contains("424242"), "\(fault.error)")
        XCTAssertTrue(fault.text.contains("property-list"), fault.text)
      }
    }
  }

  func testPathsAreCompleteThroughEveryKindOfContainer() throws {
    struct Inner: Codable { var latitude: Double }
    struct Outer: Codable { var places: [[String: Inner?]] }
    enum Choice: Codable { case first(Outer) }
    let stored: PropertyListValue = ["first": ["_0": ["places": [[:], ["home": ["latitude": "x"]]]]]]
    XCTAssertEqual(try decodingFault { try decode(Choice.self, stored) }.path, "first._0.places[1].home.latitude")
    XCTAssertEqual(try decodingFault { try decode([Int: [Int]].self, ["5": ["x"]]) }.path, "[5][0]")
    XCTAssertEqual(try decodingFault { try decode(Inner.self, [:]) }.path, "latitude")
  }

  func testAnArrayThatEndsEarlyOrFailsSaysWhere() throws {
    struct Pair: Decodable {
      var values: [Int] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        XCTAssertEqual(container.currentIndex, 0)
        while !container.isAtEnd {
          if try container.decodeNil() { continue }
          if let text = try? container.decode(String.self) {
            values.append(text.count)
          } else {
            values.append(try container.decode(Int.self))
          }
        }
        XCTAssertNil(try container.decodeIfPresent(Int.self))
        XCTAssertThrowsError(try container.decodeNil())
        values.append(try container.decode(Int.self))
      }
    }
    let fault = try decodingFault { try decode(Pair.self, [1, "four", nilMarker, 2]) }
    XCTAssertEqual(fault.path, "[4]")
    guard case .valueNotFound = fault.error else { return XCTFail("\(fault.error)") }
    XCTAssertEqual(try decodingFault { try decode(Pair.self, [1, true]) }.path, "[1]")
  }

  func testPropertyListValuesPassThroughAsTheyAre() throws {
    struct Holder: Codable, Equatable { var anything: PropertyListValue, list: [PropertyListValue?] }
    let values: [PropertyListValue] = [
      "a", true, 1, .unsignedInteger(.max), 1.5, .date(Date(timeIntervalSinceReferenceDate: 1.25)), .data(Data([1])),
      [], [:], [1, ["a": [true]]], ["$defaultskit.nil": 0], ["$$defaultskit.schema": ["$defaultskit.value": 1]],
    ]
    for value in values { try assertRoundTrip(Holder(anything: value, list: [value, nil])) }
    try assertForm(["a": ["b": 1]] as PropertyListValue, ["a": ["b": 1]])
  }

  func testPropertyListValuesGoThroughOtherCoders() throws {
    let value: PropertyListValue = ["a": [1, 1.5, "x", true, .unsignedInteger(.max)], "b": [:], "c": []]
    XCTAssertEqual(try JSONDecoder().decode(PropertyListValue.self, from: JSONEncoder().encode(value)), value)
  }

  func testRandomTreesOfEveryShapeComeBack() throws {
    indirect enum Node: Codable, Equatable {
      case flag(Bool), number(Int), real(Double), text(String), date(Date), data(Data), nothing
      case list([Node?]), map([String: Node]), pair(Node, label: Node??)

      static func random(depth: Int, _ generator: inout SeededGenerator) -> Node {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &generator) {
        case 0: .flag(.random(using: &generator))
        case 1: .number(.random(in: .min ... .max, using: &generator))
        case 2: .real(.random(in: -1e9...1e9, using: &generator))
        case 3: .text(["", "$null", "$defaultskit.nil", "한글 🎉"].randomElement(using: &generator) ?? "")
        case 4: .date(Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &generator)))
        case 5: .data(Data([UInt8](repeating: .random(in: 0...255, using: &generator), count: 3)))
        case 7: .list((0..<3).map { $0 == 1 ? nil : random(depth: depth - 1, &generator) })
        case 8: .map(["$defaultskit.nil": random(depth: depth - 1, &generator), "k": .nothing])
        case 9:
          .pair(
            random(depth: depth - 1, &generator),
            label: [nil, .some(nil), .some(random(depth: depth - 1, &generator))].randomElement(using: &generator)
              ?? nil)
        default: .nothing
        }
      }
    }
    var generator = SeededGenerator(state: 42)
    for _ in 0..<300 { try assertRoundTrip(Node.random(depth: 4, &generator)) }
  }
}
