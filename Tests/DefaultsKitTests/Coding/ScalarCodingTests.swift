import Foundation
import XCTest

@testable import DefaultsKit

/// Every scalar that Swift's containers name, in every place where one can stand.
final class ScalarCodingTests: XCTestCase {
  private struct Scalars: Codable, Equatable {
    var boolean: Bool
    var text: String
    var double: Double
    var float: Float
    var int: Int
    var int8: Int8
    var int16: Int16
    var int32: Int32
    var int64: Int64
    var int128: Int128
    var uint: UInt
    var uint8: UInt8
    var uint16: UInt16
    var uint32: UInt32
    var uint64: UInt64
    var uint128: UInt128

    static let highest = Scalars(
      boolean: true, text: "🎈", double: .greatestFiniteMagnitude, float: .greatestFiniteMagnitude, int: .max,
      int8: .max, int16: .max, int32: .max, int64: .max, int128: .max, uint: .max, uint8: .max, uint16: .max,
      uint32: .max, uint64: .max, uint128: .max)
    static let lowest = Scalars(
      boolean: false, text: "", double: -0.0, float: .leastNonzeroMagnitude, int: .min, int8: .min, int16: .min,
      int32: .min, int64: .min, int128: .min, uint: .min, uint8: .min, uint16: .min, uint32: .min, uint64: .min,
      uint128: .min)
  }

  private struct OptionalScalars: Codable, Equatable {
    var boolean: Bool?
    var text: String?
    var double: Double?
    var float: Float?
    var int: Int?
    var int8: Int8?
    var int16: Int16?
    var int32: Int32?
    var int64: Int64?
    var int128: Int128?
    var uint: UInt?
    var uint8: UInt8?
    var uint16: UInt16?
    var uint32: UInt32?
    var uint64: UInt64?
    var uint128: UInt128?
  }

  /// The same fields, one after the other, by a hand-written coder.
  private struct Row: Codable, Equatable {
    var fields: Scalars

    init(_ fields: Scalars) { self.fields = fields }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      fields = try Scalars(
        boolean: container.decode(Bool.self), text: container.decode(String.self),
        double: container.decode(Double.self), float: container.decode(Float.self), int: container.decode(Int.self),
        int8: container.decode(Int8.self), int16: container.decode(Int16.self), int32: container.decode(Int32.self),
        int64: container.decode(Int64.self), int128: container.decode(Int128.self), uint: container.decode(UInt.self),
        uint8: container.decode(UInt8.self), uint16: container.decode(UInt16.self),
        uint32: container.decode(UInt32.self), uint64: container.decode(UInt64.self),
        uint128: container.decode(UInt128.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(fields.boolean)
      try container.encode(fields.text)
      try container.encode(fields.double)
      try container.encode(fields.float)
      try container.encode(fields.int)
      try container.encode(fields.int8)
      try container.encode(fields.int16)
      try container.encode(fields.int32)
      try container.encode(fields.int64)
      try container.encode(fields.int128)
      try container.encode(fields.uint)
      try container.encode(fields.uint8)
      try container.encode(fields.uint16)
      try container.encode(fields.uint32)
      try container.encode(fields.uint64)
      try container.encode(fields.uint128)
    }
  }

  private func optional(_ scalars: Scalars) throws -> OptionalScalars {
    let stored = try PropertyListValueEncoder().encode(scalars)
    return try PropertyListValueDecoder().decode(OptionalScalars.self, from: stored)
  }

  func testEveryScalarComesBackAsAField() throws {
    for scalars in [Scalars.highest, .lowest] { try assertRoundTrip(scalars) }
    let stored = try PropertyListValueEncoder().encode(Scalars.highest)
    guard case .dictionary(let fields) = stored else { return XCTFail("\(stored)") }
    XCTAssertEqual(fields.count, 16)
    XCTAssertEqual(fields["int8"], 127)
    XCTAssertEqual(fields["uint64"], .unsignedInteger(.max))
    XCTAssertEqual(fields["float"], .real(Double(Float.greatestFiniteMagnitude)))
    XCTAssertEqual(fields["boolean"], true)
  }

  func testEveryScalarComesBackAsAnOptionalField() throws {
    for scalars in [Scalars.highest, .lowest] {
      let optional = try optional(scalars)
      XCTAssertEqual(optional.uint128, scalars.uint128)
      XCTAssertEqual(optional.int8, scalars.int8)
      try assertRoundTrip(optional)
      XCTAssertEqual(try PropertyListValueEncoder().encode(optional), try PropertyListValueEncoder().encode(scalars))
    }
    try assertRoundTrip(OptionalScalars())
  }

  func testEveryScalarComesBackAsAnElement() throws {
    for scalars in [Scalars.highest, .lowest] { try assertRoundTrip(Row(scalars)) }
    let stored = try PropertyListValueEncoder().encode(Row(.lowest))
    guard case .array(let elements) = stored else { return XCTFail("\(stored)") }
    XCTAssertEqual(elements.count, 16)
    XCTAssertEqual(elements[5], -128)
  }

  func testANumberThatItsTypeCannotHoldIsAnErrorThatNamesTheField() throws {
    for (name, value) in [
      ("int8", PropertyListValue.integer(128)), ("int16", .integer(-32769)), ("int32", .integer(1 << 31)),
      ("int64", .unsignedInteger(1 << 63)), ("uint", -1), ("uint8", 256), ("uint16", 65536),
      ("uint32", .integer(1 << 32)), ("uint64", -1), ("uint128", "-1"), ("int128", "x"), ("int", 1.5),
    ] {
      var stored = try PropertyListValueEncoder().encode(Scalars.lowest)
      guard case .dictionary(var fields) = stored else { return XCTFail("\(stored)") }
      fields[name] = value
      stored = .dictionary(fields)
      let decoder = PropertyListValueDecoder()
      XCTAssertEqual(try decodingFault { try decoder.decode(Scalars.self, from: stored) }.path, name)
      XCTAssertEqual(try decodingFault { try decoder.decode(OptionalScalars.self, from: stored) }.path, name)
    }
  }
}
