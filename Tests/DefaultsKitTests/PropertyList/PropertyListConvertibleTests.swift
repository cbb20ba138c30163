import XCTest

@testable import DefaultsKit

final class PropertyListConvertibleTests: XCTestCase {
  private enum Theme: String, PropertyListConvertible { case light, dark }
  private enum Level: Int, PropertyListConvertible { case low = 1, high }
  private struct Flags: OptionSet, PropertyListConvertible { let rawValue: UInt8 }

  private func assertComesBack<Value: PropertyListConvertible & Equatable>(
    _ value: Value, as stored: PropertyListValue, file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertEqual(value.propertyListValue, stored, file: file, line: line)
    XCTAssertEqual(Value(propertyListValue: stored), value, file: file, line: line)
  }

  private func assertAllIntegers<Integer: FixedWidthInteger & PropertyListConvertible>(
    _ type: Integer.Type, file: StaticString = #filePath, line: UInt = #line
  ) {
    for value in [Integer.min, 0, 1, Integer.max] {
      XCTAssertEqual(Integer(propertyListValue: value.propertyListValue), value, file: file, line: line)
    }
    XCTAssertEqual(Integer(propertyListValue: 3), 3, file: file, line: line)
    XCTAssertEqual(Integer(propertyListValue: 3.0), 3, file: file, line: line)
    for other in [0.5, true, "7", .real(.nan), .real(.infinity), .real(1e300), [1], .data(Data()), "1e3"]
      as [PropertyListValue]
    {
      XCTAssertNil(Integer(propertyListValue: other), "\(other)", file: file, line: line)
    }
  }

  func testEveryIntegerIsExactOrNothing() {
    assertAllIntegers(Int.self)
    assertAllIntegers(Int8.self)
    assertAllIntegers(Int16.self)
    assertAllIntegers(Int32.self)
    assertAllIntegers(Int64.self)
    assertAllIntegers(Int128.self)
    assertAllIntegers(UInt.self)
    assertAllIntegers(UInt8.self)
    assertAllIntegers(UInt16.self)
    assertAllIntegers(UInt32.self)
    assertAllIntegers(UInt64.self)
    assertAllIntegers(UInt128.self)
    XCTAssertNil(Int8(propertyListValue: 300))
    XCTAssertNil(UInt(propertyListValue: -1))
    XCTAssertNil(Int(propertyListValue: .unsignedInteger(.max)))
  }

  func testIntegersAboveTheSignedRangeAreStoredAsUnsigned() {
    guard case .unsignedInteger(.max) = UInt64.max.propertyListValue else { return XCTFail("signed") }
    guard case .integer(.max) = UInt64(Int64.max).propertyListValue else { return XCTFail("unsigned") }
    guard case .integer(5) = UInt128(5).propertyListValue else { return XCTFail("no integer") }
    assertComesBack(Int128.max, as: .string("170141183460469231731687303715884105727"))
  }

  func testADoubleIsAnyNumberThatItHoldsExactly() {
    assertComesBack(0.1, as: 0.1)
    assertComesBack(-0.0, as: -0.0)
    XCTAssertEqual(Double(propertyListValue: 3), 3)
    XCTAssertEqual(Double(propertyListValue: .unsignedInteger(1 << 63)), 0x1p63)
    XCTAssertNil(Double(propertyListValue: .integer(1 << 53 + 1)))
    for other in [true, "1", .date(Date())] as [PropertyListValue] { XCTAssertNil(Double(propertyListValue: other)) }
  }

  func testAFloatIsTheNearestNumber() {
    assertComesBack(Float(0.1), as: .real(Double(Float(0.1))))
    XCTAssertEqual(Float(propertyListValue: 0.1), 0.1)
    XCTAssertEqual(Float(propertyListValue: 16_777_217), 16_777_216)
    XCTAssertEqual(Float(propertyListValue: .real(.infinity)), .infinity)
    XCTAssertNil(Float(propertyListValue: 1e300))
    XCTAssertNil(Float(propertyListValue: "1"))
  }

  func testKindsDoNotStandForEachOther() {
    XCTAssertNil(Bool(propertyListValue: 1))
    XCTAssertNil(Bool(propertyListValue: 0))
    XCTAssertNil(Bool(propertyListValue: "true"))
    XCTAssertNil(String(propertyListValue: 1))
    XCTAssertNil(Date(propertyListValue: 1.0))
    XCTAssertNil(Data(propertyListValue: "AAEC"))
    XCTAssertNil(UUID(propertyListValue: "no UUID"))
    assertComesBack(true, as: true)
    assertComesBack("text", as: "text")
    assertComesBack(Date(timeIntervalSinceReferenceDate: 0.25), as: .date(Date(timeIntervalSinceReferenceDate: 0.25)))
    assertComesBack(Data([1]), as: .data(Data([1])))
    assertComesBack(PropertyListValue.array([1]), as: [1])
  }

  func testURLsAndUUIDsAreKeptAsText() throws {
    for text in ["https://example.com/a?b=c#d", "file:///tmp/a%20b", "mailto:a@b.c", "relative/path", "//host"] {
      assertComesBack(try XCTUnwrap(URL(string: text)), as: .string(text))
    }
    let relative = try XCTUnwrap(URL(string: "b", relativeTo: URL(string: "https://example.com/a/")))
    XCTAssertEqual(relative.propertyListValue, "https://example.com/a/b")
    for text in ["not a url ", "http://[", "%"] { XCTAssertNil(URL(propertyListValue: .string(text)), text) }
    let uuid = try XCTUnwrap(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    assertComesBack(uuid, as: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    XCTAssertEqual(UUID(propertyListValue: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"), uuid)
  }

  func testDecimalsAreKeptAsTheirDigits() throws {
    for text in ["0", "1", "-1.5", "0.1", "12345678901234567890123456789012345678", "0.00000000000000000001"] {
      assertComesBack(try XCTUnwrap(Decimal(string: text)), as: .string(text))
    }
    var generator = SeededGenerator(state: 6)
    for _ in 0..<500 {
      let significand = Decimal(generator.next()) * Decimal(UInt32.random(in: 1...(.max), using: &generator))
      let exponent = Int.random(in: -100...80, using: &generator)
      let decimal = Decimal(
        sign: Bool.random(using: &generator) ? .plus : .minus, exponent: exponent, significand: significand)
      XCTAssertEqual(Decimal(propertyListValue: decimal.propertyListValue), decimal)
    }
    XCTAssertEqual(Decimal(propertyListValue: Decimal.nan.propertyListValue)?.isNaN, true)
    XCTAssertEqual(Decimal(propertyListValue: -7), -7)
    for other in ["1x", "", "1,5", " 1", 0.5] as [PropertyListValue] { XCTAssertNil(Decimal(propertyListValue: other)) }
  }

  func testOneBadElementFailsTheWhole() {
    assertComesBack([1, 2, 3], as: [1, 2, 3])
    assertComesBack(["a": ["b": [true]]], as: ["a": ["b": [true]]])
    XCTAssertNil([Int](propertyListValue: [1, "2"]))
    XCTAssertNil(Set<Int>(propertyListValue: [1, 0.5]))
    XCTAssertNil([String: Int](propertyListValue: ["a": 1, "b": true]))
    XCTAssertNil([Int](propertyListValue: ["a": 1]))
    XCTAssertNil([String: Int](propertyListValue: [1]))
  }

  func testEqualSetsAreEqualValues() {
    let names = (0..<200).map { "name \($0)" }
    let one = Set(names)
    var other = Set<String>(minimumCapacity: 4096)
    for name in names.reversed() { other.insert(name) }
    XCTAssertEqual(one.propertyListValue, other.propertyListValue)
    XCTAssertEqual(Set<String>(propertyListValue: one.propertyListValue), one)
    assertComesBack(Set([3, 1, 2]), as: [1, 2, 3])
  }

  func testRawValuesStandForTheirTypes() {
    assertComesBack(Theme.dark, as: "dark")
    assertComesBack(Level.high, as: 2)
    assertComesBack(Flags(rawValue: 6), as: 6)
    assertComesBack([Theme.light: 1].keys.map { $0 }, as: ["light"])
    XCTAssertNil(Theme(propertyListValue: "blue"))
    XCTAssertNil(Theme(propertyListValue: true))
    XCTAssertNil(Level(propertyListValue: 3))
    XCTAssertNil(Flags(propertyListValue: 256))
  }
}
