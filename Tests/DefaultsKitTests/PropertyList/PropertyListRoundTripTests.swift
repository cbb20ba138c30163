import XCTest

@testable import DefaultsKit

final class PropertyListRoundTripTests: XCTestCase {
  /// What is read from what is written.
  private func roundTrip(_ value: PropertyListValue, as format: PropertyListFormat) throws -> PropertyListValue {
    try PropertyListValue(serialized: value.serialized(as: format))
  }

  /// Texts of 32 scalars each.
  private func texts(of scalars: [Unicode.Scalar]) -> [String] {
    stride(from: 0, to: scalars.count, by: 32).map { start in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[start..<min(start + 32, scalars.count)])
      return String(text)
    }
  }

  func testEveryUnicodeScalarComesBackFromBinary() throws {
    let everything = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    XCTAssertEqual(everything.count, 0x110000 - 0x800)
    let value = PropertyListValue.array(texts(of: everything).map { .string($0) })
    XCTAssertTrue(try roundTrip(value, as: .binary) == value)
  }

  func testEveryUnicodeScalarComesBackFromXMLOrIsRefusedByIt() throws {
    let everything = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
      (scalar.value < 0x20 && ![0x09, 0x0A, 0x0D].contains(scalar.value)) || (0xFFFE...0xFFFF).contains(scalar.value)
    }
    let allowed = PropertyListValue.array(texts(of: everything.filter { !isForbidden($0) }).map { .string($0) })
    XCTAssertTrue(try roundTrip(allowed, as: .xml) == allowed)
    for scalar in everything where isForbidden(scalar) {
      XCTAssertThrowsError(try PropertyListValue.string("a\(scalar)b").serialized(as: .xml), "\(scalar.value)")
      XCTAssertThrowsError(try PropertyListValue.dictionary(["\(scalar)": 1]).serialized(as: .xml), "\(scalar.value)")
    }
  }

  func testScalarsOfKeysComeBackAsTheyAre() throws {
    // A dictionary each, as two Unicode forms of one text are one key.
    let keys = (0x20...0x2FFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).map(String.init)
    let value = PropertyListValue.array(keys.map { [$0: 1] })
    for format in [PropertyListFormat.binary, .xml] {
      guard case .array(let fields) = try roundTrip(value, as: format) else { return XCTFail("no array") }
      for (key, field) in zip(keys, fields) {
        guard case .dictionary(let dictionary) = field, let found = dictionary.keys.first else { return XCTFail(key) }
        if !found.utf8.elementsEqual(key.utf8) { XCTFail("\(format): \(key.debugDescription)") }
      }
    }
  }

  func testWhiteSpaceAndLineEndsOfTextSurvive() throws {
    for text in [
      "", " ", "\n", "\t", "\r", "\r\n", " a ", "\n\na\r\rb\r\n", "]]>", "<![CDATA[x]]>", "&amp;", "<!-- -->",
    ] {
      let value: PropertyListValue = [.string(text), [text: .string(text)]]
      XCTAssertEqual(try roundTrip(value, as: .xml), value)
      XCTAssertEqual(try roundTrip(value, as: .binary), value)
    }
  }

  func testIntegersOfEveryWidthAndSignComeBack() throws {
    var numbers: [PropertyListValue] = [.integer(.min), .integer(.max), .unsignedInteger(.max), .integer(0)]
    for shift in 0..<63 {
      for offset in [-1, 0, 1] as [Int64] {
        numbers.append(.integer(1 << Int64(shift) + offset))
        numbers.append(.integer(-(1 << Int64(shift)) + offset))
      }
    }
    numbers += [.unsignedInteger(1 << 63), .unsignedInteger(1 << 63 + 1)]
    for format in [PropertyListFormat.binary, .xml] {
      XCTAssertEqual(try roundTrip(.array(numbers), as: format), .array(numbers))
    }
  }

  func testAnUnsignedIntegerWithinTheSignedRangeIsReadAsSigned() throws {
    for format in [PropertyListFormat.binary, .xml] {
      guard case .integer(7) = try roundTrip(.unsignedInteger(7), as: format) else { return XCTFail("\(format)") }
    }
  }

  func testRealsOfEveryClassComeBackToTheBit() throws {
    var generator = SeededGenerator(state: 3)
    var numbers: [Double] = [
      0, -0.0, 1, -1, 0.1, 1 / 3, .pi, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNormalMagnitude,
      .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .ulpOfOne, .infinity, -.infinity, .nan, 1e22, 1e-7, 1e16,
      123_456_789.123_456_789,
    ]
    numbers += (0..<20_000).map { _ in Double(bitPattern: generator.next()) }.filter { !$0.isNaN }
    let value = PropertyListValue.array(numbers.map { .real($0) })
    for format in [PropertyListFormat.binary, .xml] { XCTAssertTrue(try roundTrip(value, as: format) == value) }
  }

  func testTheBitsOfUnusualNaNsSurviveInBinaryAndAreRefusedByXML() throws {
    let unusual = [Double(nan: 1, signaling: false), Double(nan: 7, signaling: true), -Double.nan]
    let value = PropertyListValue.array(unusual.map { .real($0) } + [.real(.nan)])
    XCTAssertEqual(try roundTrip(value, as: .binary), value)
    for number in unusual { XCTAssertThrowsError(try PropertyListValue.real(number).serialized(as: .xml)) }
  }

  func testDatesComeBackToTheBit() throws {
    var generator = SeededGenerator(state: 4)
    let seconds = (0..<20_000).map { _ in Double.random(in: -63_113_904_000...252_423_993_599, using: &generator) }
    let exact = PropertyListValue.array(seconds.map { .date(Date(timeIntervalSinceReferenceDate: $0)) })
    XCTAssertTrue(try roundTrip(exact, as: .binary) == exact)
    let whole = PropertyListValue.array(seconds.map { .date(Date(timeIntervalSinceReferenceDate: $0.rounded(.down))) })
    XCTAssertTrue(try roundTrip(whole, as: .xml) == whole)
    for extreme in [-0.0, 1e300, -1e300, .leastNonzeroMagnitude, Date.distantPast.timeIntervalSinceReferenceDate] {
      let value = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: extreme))
      XCTAssertEqual(try roundTrip(value, as: .binary), value)
      XCTAssertThrowsError(try value.serialized(as: .xml), "\(extreme)")
    }
  }

  func testDataOfEveryLengthComesBack() throws {
    let value = PropertyListValue.array((0...260).map { .data(Data((0..<$0).map { UInt8(truncatingIfNeeded: $0) })) })
    for format in [PropertyListFormat.binary, .xml] { XCTAssertTrue(try roundTrip(value, as: format) == value) }
  }

  func testContainersOfEverySizeUpToThreeWidthsOfReferencesComeBack() throws {
    for count in [0, 1, 14, 15, 16, 127, 128, 254, 255, 256, 257, 65_534, 65_535, 65_536] {
      let array = PropertyListValue.array((0..<count).map { .integer(Int64($0)) })
      let fields = PropertyListValue.dictionary(
        Dictionary(uniqueKeysWithValues: (0..<count / 2).map { ("\($0)", .integer(Int64($0))) }))
      for format in [PropertyListFormat.binary, .xml] {
        XCTAssertTrue(try roundTrip(array, as: format) == array, "\(count)")
        XCTAssertTrue(try roundTrip(fields, as: format) == fields, "\(count)")
      }
    }
  }

  func testRandomTreesComeBack() throws {
    for seed in 0..<60 as Range<UInt64> {
      var generator = SeededGenerator(state: seed)
      let any = generator.propertyList(depth: 4, isForXML: false)
      XCTAssertTrue(try roundTrip(any, as: .binary) == any, "seed \(seed)")
      let plain = generator.propertyList(depth: 4, isForXML: true)
      XCTAssertTrue(try roundTrip(plain, as: .xml) == plain, "seed \(seed)")
      XCTAssertTrue(try roundTrip(plain, as: .binary) == plain, "seed \(seed)")
    }
  }

  func testKeysOfInnerDictionariesAreWrittenOnce() throws {
    let record: PropertyListValue = ["identifier": 1, "a rather long description": true]
    let one = try PropertyListValue.array([record]).serialized(as: .binary).count
    let many = PropertyListValue.array(Array(repeating: record, count: 100))
    XCTAssertLessThan(try many.serialized(as: .binary).count, one + 100 * 20)
    XCTAssertEqual(try roundTrip(many, as: .binary), many)
  }

  func testKeysThatOnlySwiftCallsEqualKeepTheirScalars() throws {
    let value: PropertyListValue = [["\u{E9}": 1], ["e\u{301}": 1], ["\u{212A}": 1], ["K": 1]]
    guard case .array(let fields) = try roundTrip(value, as: .binary) else { return XCTFail("no array") }
    let scalars = fields.compactMap { field -> [UInt32]? in
      guard case .dictionary(let dictionary) = field else { return nil }
      return dictionary.keys.first?.unicodeScalars.map(\.value)
    }
    XCTAssertEqual(scalars, [[0xE9], [0x65, 0x301], [0x212A], [0x4B]])
  }
}
