import Foundation
import XCTest

@testable import DefaultsKit

final class JSONBlobTests: XCTestCase {
  private struct Everything: Codable, Equatable {
    var flag = true
    var count = -3
    var big = UInt64.max
    var ratio = 0.1
    var small = Float(0.1)
    var text = "한글 \"quoted\" $defaultskit.nil"
    var date = Date(timeIntervalSinceReferenceDate: 776_000_000.5)
    var data = Data([1, 2, 3, 255])
    var url = URL(string: "https://example.com/a?b=c")
    var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    var price = Decimal(string: "19.99")
    var list: [Int?] = [1, nil, 3]
    var byName = ["$defaultskit.nil": 0, "$$defaultskit.schema": 1, "plain": 2]
    var byNumber = [1: "one", 2: "two"]
    var byMode = [Mode.dark: 1]
    var mode = Mode.light
    var nothing: String?
  }

  private enum Mode: String, Codable, CodingKeyRepresentable, PropertyListConvertible { case light, dark }

  private struct Location: Codable, Equatable { var latitude: Double, longitude: Double }
  private struct Profile: Codable, Equatable {
    var name: String
    var location: Location
    var visits = 0
    var nickname: String?
  }

  private enum Shade: String, PropertyListConvertible { case pale, deep }
  private struct Pair: PropertyListConvertible, Equatable {
    var a: Int, b: Double

    init(a: Int, b: Double) { (self.a, self.b) = (a, b) }
    init?(propertyListValue: PropertyListValue) {
      guard case .dictionary(let fields) = propertyListValue, case .integer(let a)? = fields["a"],
        case .real(let b)? = fields["b"]
      else { return nil }
      self.init(a: Int(a), b: b)
    }
    var propertyListValue: PropertyListValue { ["a": .integer(Int64(a)), "b": .real(b)] }
  }

  private func codable<T: Codable & Equatable>(
    _ stored: PropertyListValue, default defaultValue: T, file: StaticString = #filePath, line: UInt = #line
  ) -> T? {
    switch JSONBlob.read(T.self, from: stored, fillingMissingFieldsFrom: defaultValue) {
    case .value(let value): return value
    case .null, .none: return nil
    }
  }

  private func convertible<T: PropertyListConvertible>(_ type: T.Type, _ stored: PropertyListValue) -> T? {
    if case .value(let value) = JSONBlob.read(type, from: stored) { return value }
    return nil
  }

  func testWhatJSONEncoderWritesIsReadAsDataAndAsText() throws {
    let value = Everything(url: URL(string: "a"), nothing: "something")
    let json = try JSONEncoder().encode(value)
    XCTAssertEqual(codable(.data(json), default: Everything()), value)
    XCTAssertEqual(codable(.string(String(decoding: json, as: UTF8.self)), default: Everything()), value)
    let pretty = JSONEncoder()
    pretty.outputFormatting = [.prettyPrinted, .sortedKeys]
    XCTAssertEqual(codable(.data(try pretty.encode(value)), default: Everything()), value)
  }

  func testABlobOfAnEarlierReleaseIsReadAndItsMissingFieldsAreFilled() throws {
    let blob = #"{"name":"Hanna","location":{"latitude":37.5,"longitude":127}}"#
    let fallback = Profile(
      name: "", location: Location(latitude: 0, longitude: 0), visits: 7, nickname: "new here")
    let expected = Profile(
      name: "Hanna", location: Location(latitude: 37.5, longitude: 127), visits: 7, nickname: "new here")
    XCTAssertEqual(codable(.data(Data(blob.utf8)), default: fallback), expected)
    XCTAssertEqual(codable(.string(blob), default: fallback), expected)
    let withNull = #"{"name":"Hanna","location":{"latitude":37.5,"longitude":127},"visits":1,"nickname":null}"#
    XCTAssertEqual(codable(.string(withNull), default: fallback)?.nickname, .some(nil))
  }

  func testScalarsAreReadAsTextOfTheirType() {
    XCTAssertEqual(codable(.string("\"dark\""), default: Mode.light), .dark)
    XCTAssertEqual(convertible(Mode.self, .string("\"dark\"")), .dark)
    XCTAssertEqual(convertible(Shade.self, .data(Data("\"deep\"".utf8))), .deep)
    XCTAssertEqual(codable(.data(Data("7".utf8)), default: 0), 7)
    XCTAssertEqual(convertible(Int.self, .data(Data("7".utf8))), 7)
    XCTAssertEqual(codable(.data(Data("true".utf8)), default: false), true)
    XCTAssertEqual(codable(.data(Data("12.5".utf8)), default: Date()), Date(timeIntervalSinceReferenceDate: 12.5))
    XCTAssertEqual(convertible(Date.self, .data(Data("12".utf8))), Date(timeIntervalSinceReferenceDate: 12))
    XCTAssertEqual(codable(.string("\"AQID\""), default: Data()), Data([1, 2, 3]))
    let url = URL(string: "https://a.b/c")
    XCTAssertEqual(codable(.string(#"["https:\/\/a.b\/c"]"#), default: [URL]()), [url].compactMap { $0 })
    XCTAssertEqual(codable(.string("[1,2,3]"), default: [Int]()), [1, 2, 3])
    XCTAssertEqual(convertible(Pair.self, .string(#"{"a":1,"b":2.5}"#)), Pair(a: 1, b: 2.5))
  }

  func testNullCountsAsUnset() {
    for stored in [PropertyListValue.data(Data("null".utf8)), .data(Data(" null\n".utf8))] {
      guard case .null = JSONBlob.read(Int.self, from: stored, fillingMissingFieldsFrom: 0) else {
        return XCTFail("\(stored)")
      }
      guard case .null = JSONBlob.read(Mode.self, from: stored) else { return XCTFail("\(stored)") }
    }
  }

  func testOtherValuesAreNoBlobs() {
    let strings = ["", "7", "true", "null", " {}", "{", "[1,", "\"open", "plain", "(1)", "\u{FEFF}[1]", "[1] 2"]
    for text in strings {
      XCTAssertNil(codable(.string(text), default: 0), text)
      XCTAssertNil(codable(.string(text), default: [0]), text)
      XCTAssertNil(codable(.string(text), default: ["a": 0]), text)
    }
    for value in [PropertyListValue.integer(1), .real(1), .boolean(true), .date(Date()), ["a": 1], [1], nilMarker] {
      XCTAssertNil(codable(value, default: Mode.light), "\(value)")
    }
    for bytes in [[], [0], [0x7B], [0xFF, 0xFE], [0x80, 0x31], Array(repeating: UInt8(0x5B), count: 100_000)] {
      XCTAssertNil(codable(.data(Data(bytes)), default: [0]), "\(bytes.count)")
    }
  }

  func testJSONOfAnotherTypeIsNoBlob() {
    XCTAssertNil(codable(.string(#"{"a":"b"}"#), default: ["a": 1]))
    XCTAssertNil(codable(.string("[true]"), default: [1]))
    XCTAssertNil(codable(.string("[1]"), default: [true]))
    XCTAssertNil(codable(.string("[1.5]"), default: [1]))
    XCTAssertNil(codable(.string("[256]"), default: [UInt8(1)]))
    XCTAssertNil(codable(.string("[\"7\"]"), default: [1]))
    XCTAssertNil(convertible(Pair.self, .string(#"{"a":1,"b":null}"#)))
    XCTAssertNil(convertible([String: Int].self, .string(#"{"a":null}"#)))
  }

  func testNumbersKeepAllTheirDigits() {
    func read<T: Codable & Equatable>(_ text: String, _ zero: T) -> T? {
      codable(.data(Data("[\(text)]".utf8)), default: [zero])?.first
    }
    let decimals = [
      "0.1", "-0.1", "19.99", "1", "0", "-7", "12345678901234567890", "0.12345678901234567890123456789",
      "123456789012345678.90123456789", "1.00000000000000000001", "99999999999999999999999999999999999999", "1e-20",
    ]
    for text in decimals { XCTAssertEqual(read(text, Decimal(1)), Decimal(string: text), text) }
    let doubles = ["0.1", "-0.0", "1e300", "5e-324", "1.7976931348623157e308", "0.12345678901234567890123456789", "3"]
    for text in doubles { XCTAssertEqual(read(text, 1.0)?.bitPattern, Double(text)?.bitPattern, text) }
    for value: Int64 in [.min, .max, -1, 0, 1, 1 << 53, (1 << 53) + 1] {
      XCTAssertEqual(read("\(value)", Int64(5)), value)
    }
    for value: UInt64 in [.max, .max - 1, 1 << 63, 0] { XCTAssertEqual(read("\(value)", UInt64(5)), value) }
    for value: Int128 in [.max, .min, 1 << 64, -(1 << 64), 1 << 100] {
      XCTAssertEqual(read("\(value)", Int128(5)), value)
    }
    for text in ["0.1", "3.4028235e38", "1e-45", "16777217", "0.3"] {
      XCTAssertEqual(read(text, Float(1)), Float(text), text)
    }
    XCTAssertNil(read("1.00000000000000000001", 5))
    XCTAssertNil(read("1e39", Float(1)))
    XCTAssertEqual(read("3.0", 5), 3)
  }

  func testUsersKeysThatLookReservedAreTheirs() {
    let text = #"[{"$defaultskit.nil":0},{"$defaultskit.number":"1"},{"$defaultskit.schema":9,"$defaultskit.value":1}]"#
    XCTAssertEqual(
      convertible(PropertyListValue.self, .data(Data(text.utf8))),
      [["$defaultskit.nil": 0], ["$defaultskit.number": "1"], ["$defaultskit.schema": 9, "$defaultskit.value": 1]])
    guard case .none = JSONBlob.read(Int?.self, from: #"{"$defaultskit.nil":0}"#, fillingMissingFieldsFrom: nil) else {
      return XCTFail("a user's dictionary was taken for a nil")
    }
  }

  func testAKeyTakesTheBlobAndStoresThePlainFormNext() throws {
    let blob = try JSONEncoder().encode(Profile(name: "Hanna", location: Location(latitude: 1.5, longitude: 2)))
    let store = InMemoryStore(["profile": .data(blob), "mode": "\"dark\""])
    let profile = StoredKey<Profile?>.codable("profile")
    XCTAssertEqual(try store.value(for: profile)?.location.latitude, 1.5)
    try store.update(profile) { profile in profile?.visits += 1 }
    XCTAssertEqual(
      store.value(forKey: "profile"),
      [
        "name": "Hanna", "location": ["latitude": 1.5, "longitude": 2.0], "visits": 1,
        "nickname": nilMarker,
      ])
    let mode = StoredKey("mode", default: Mode.light)
    XCTAssertEqual(try store.value(for: mode), .dark)
    try store.set(.light, for: mode)
    XCTAssertEqual(store.value(forKey: "mode"), "light")
  }
}
