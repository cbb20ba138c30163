import Foundation
import XCTest

import DefaultsKit

final class PropertyListValueEncoderTests: XCTestCase {
  private struct Place: Codable, Equatable {
    var name: String
    var latitude: Double
    var altitude: Int?
  }

  private struct Profile: Codable, Equatable {
    var place: Place
    var tags: [String]
    var visits: [String: Int]
    var nickname: String?
  }

  private struct Empty: Codable, Equatable {}

  func testScalarsStandAtTheTopAsThemselves() throws {
    try assertForm(true, true)
    try assertForm("text", "text")
    try assertForm(1.5, 1.5)
    try assertForm(Float(0.1), .real(Double(Float(0.1))))
    try assertForm(Date(timeIntervalSinceReferenceDate: 0.25), .date(Date(timeIntervalSinceReferenceDate: 0.25)))
    try assertForm(Data([0, 255]), .data(Data([0, 255])))
    try assertForm(XCTUnwrap(URL(string: "https://example.com/a?b#c")), "https://example.com/a?b#c")
    try assertForm(
      XCTUnwrap(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")), "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    try assertForm(XCTUnwrap(Decimal(string: "-12345678901234567890.0123456789")), "-12345678901234567890.0123456789")
  }

  func testAStructIsADictionaryOfItsFields() throws {
    let profile = Profile(
      place: Place(name: "Seoul", latitude: 37.5, altitude: 38), tags: ["a", "b"], visits: ["home": 2], nickname: "k")
    try assertForm(
      profile,
      [
        "place": ["name": "Seoul", "latitude": 37.5, "altitude": 38], "tags": ["a", "b"], "visits": ["home": 2],
        "nickname": "k",
      ])
  }

  func testAnEmptyStructIsAnEmptyDictionary() throws {
    try assertForm(Empty(), [:])
    try assertForm([Empty(), Empty()], [[:], [:]])
  }

  func testEveryNilIsWritten() throws {
    try assertForm(
      Place(name: "x", latitude: 0, altitude: nil), ["name": "x", "latitude": 0.0, "altitude": nilMarker])
    try assertForm(Int?.none, nilMarker)
    try assertForm([1, nil, 3], [1, nilMarker, 3])
    try assertForm(["a": nil, "b": 1] as [String: Int?], ["a": nilMarker, "b": 1])
  }

  func testErrorsHaveTheFullPathAndNeverTheValueInTheirText() throws {
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("hunter2")
        try container.encode("hunter2")
      }
    }
    struct Conflict: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("hunter2")
        _ = encoder.unkeyedContainer()
      }
    }
    func check<T: Encodable>(_ value: T) {
      XCTAssertThrowsError(try PropertyListValueEncoder().encode(["list": [[:], ["key": value]]])) { error in
        guard case EncodingError.invalidValue(_, let context) = error else { return XCTFail("\(error)") }
        XCTAssertEqual(context.codingPath.map(\.stringValue), ["list", "Index 1", "key"])
        XCTAssertFalse("\(error)".contains("hunter2"), "\(error)")
      }
    }
    check(Twice())
    check(Conflict())
  }
}
