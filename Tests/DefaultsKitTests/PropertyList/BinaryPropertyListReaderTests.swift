import XCTest

@testable import DefaultsKit

final class BinaryPropertyListReaderTests: XCTestCase {
  private func read(_ objects: [UInt8]...) throws -> PropertyListValue {
    try PropertyListValue(serialized: BinaryPropertyListBuilder(objects).data)
  }

  func testIntegersAreReadWhateverTheirWidth() throws {
    for value in [1, 200] as [UInt64] {
      for exponent in 0...4 as ClosedRange<UInt8> {
        let bytes = BinaryPropertyListBuilder.number(value, width: 1 << Int(exponent))
        XCTAssertEqual(try read([0x10 | exponent] + bytes), .integer(Int64(value)), "\(1 << exponent) bytes")
      }
    }
    XCTAssertEqual(try read([0x11, 0xFF, 0xFF]), 65_535)
    XCTAssertEqual(try read([0x12, 0xFF, 0xFF, 0xFF, 0xFF]), 4_294_967_295)
    XCTAssertEqual(try read([0x13] + [UInt8](repeating: 0xFF, count: 8)), -1)
    let upper = [UInt8](repeating: 0, count: 8)
    XCTAssertEqual(try read([0x14] + upper + [0x80, 0, 0, 0, 0, 0, 0, 0]), .unsignedInteger(1 << 63))
    XCTAssertEqual(try read([0x14] + upper + [UInt8](repeating: 0xFF, count: 8)), .unsignedInteger(.max))
  }

  func testIntegersBeyond64BitsAreRefused() {
    for upper in [1, 1 << 63, .max] as [UInt64] {
      let bytes = BinaryPropertyListBuilder.number(upper, width: 8) + BinaryPropertyListBuilder.number(7, width: 8)
      XCTAssertThrowsError(try read([0x14] + bytes))
    }
    for exponent in 5...15 as ClosedRange<UInt8> {
      XCTAssertThrowsError(try read([0x10 | exponent] + [UInt8](repeating: 0, count: 64)))
    }
  }

  func testRealsOfFourAndEightBytesAreRead() throws {
    XCTAssertEqual(try read([0x22, 0x3F, 0xC0, 0, 0]), 1.5)
    XCTAssertEqual(try read([0x23, 0xBF, 0xF8, 0, 0, 0, 0, 0, 0]), -1.5)
    for marker in [0x20, 0x21, 0x24, 0x2F] as [UInt8] {
      XCTAssertThrowsError(try read([marker] + [UInt8](repeating: 0, count: 16)))
    }
  }

  func testADateThatIsNoFiniteNumberIsRefusedBothWays() {
    for seconds in [Double.nan, .infinity, -.infinity] {
      let bytes = BinaryPropertyListBuilder.number(seconds.bitPattern, width: 8)
      XCTAssertThrowsError(try read([0x33] + bytes))
      for format in [PropertyListFormat.binary, .xml] {
        let value: PropertyListValue = ["a": [.date(Date(timeIntervalSinceReferenceDate: seconds))]]
        XCTAssertThrowsError(try value.serialized(as: format)) {
          XCTAssertEqual(($0 as? PropertyListError)?.location, .path([.key("a"), .index(0)]))
        }
      }
    }
  }

  func testOffsetsAndReferencesOfEveryWidthAreRead() throws {
    for width in 1...8 {
      var builder = BinaryPropertyListBuilder([])
      builder.offsetWidth = width
      for referenceWidth in 1...8 {
        builder.referenceWidth = referenceWidth
        let references = [1, 2, 3].flatMap { BinaryPropertyListBuilder.number($0, width: referenceWidth) }
        builder.objects = [[0xA3] + references, [0x08], [0x10, 5], [0x51, 0x61]]
        XCTAssertEqual(try PropertyListValue(serialized: builder.data), [false, 5, "a"], "\(width) \(referenceWidth)")
      }
    }
    for (offset, reference) in [(0, 1), (1, 0), (9, 1), (1, 9)] {
      var builder = BinaryPropertyListBuilder([[0x09]])
      builder.referenceWidth = reference
      builder.offsetWidth = max(1, offset)
      var data = builder.data
      data[data.count - 26] = UInt8(offset)
      XCTAssertThrowsError(try PropertyListValue(serialized: data), "\(offset) \(reference)")
    }
  }

  func testSharedObjectsAreReadAtEachPlace() throws {
    XCTAssertEqual(try read([0xA4, 1, 1, 2, 2], [0xA2, 2, 2], [0x51, 0x61]), [["a", "a"], ["a", "a"], "a", "a"])
    XCTAssertEqual(try read([0xD2, 1, 2, 2, 1], [0x51, 0x61], [0x51, 0x62]), ["a": "b", "b": "a"])
    let long = [UInt8](repeating: 0x61, count: 100)
    XCTAssertEqual(
      try read([0xA2, 1, 1], [0x5F, 0x10, 100] + long),
      [.string(String(repeating: "a", count: 100)), .string(String(repeating: "a", count: 100))])
  }

  func testTextInUTF16IsRead() throws {
    XCTAssertEqual(try read([0x63, 0x00, 0xE9, 0xD8, 0x3D, 0xDE, 0x00]), "é😀")
    XCTAssertEqual(try read([0x61, 0xFE, 0xFF]), "\u{FEFF}")
    for units in [[0xD8, 0x00], [0xDC, 0x00], [0xD8, 0x00, 0x00, 0x61], [0xD8, 0x00, 0xD8, 0x00]] as [[UInt8]] {
      XCTAssertThrowsError(try read([0x60 | UInt8(units.count / 2)] + units), "half of a pair")
    }
  }

  func testTextThatIsMarkedAsASCIIMustBe() {
    XCTAssertThrowsError(try read([0x52, 0xC3, 0xA9]))
  }

  func testWhatNoPreferenceCanBeIsRefusedByName() {
    let cases: [(bytes: [UInt8], name: String)] = [
      ([0x00], "null"), ([0x0F], "fill"), ([0x80, 1], "UID"), ([0xB1, 0], "set"), ([0xC1, 0], "set"), ([0x70], "0x70"),
      ([0xE0], "0xe0"), ([0x01], "0x1"),
    ]
    for (bytes, name) in cases {
      XCTAssertThrowsError(try read([0xA1, 1], bytes)) {
        XCTAssertTrue("\($0)".contains(name), "\($0)")
        XCTAssertEqual(($0 as? PropertyListError)?.location, .byte(10))
      }
    }
  }

  func testKeysMustBeStrings() {
    XCTAssertThrowsError(try read([0xD1, 1, 1], [0x10, 1]))
    XCTAssertThrowsError(try read([0xD1, 1, 2], [0xA0], [0x08]))
  }

  func testOfAKeyThatStandsTwiceTheLastValueCounts() throws {
    XCTAssertEqual(try read([0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x10, 1], [0x10, 2]), ["a": 2])
    XCTAssertEqual(
      try read([0xD2, 1, 2, 3, 4], [0x61, 0, 0xE9], [0x62, 0, 0x65, 3, 1], [0x10, 1], [0x10, 2]), ["\u{E9}": 2])
  }

  func testAnyVersionZeroIsReadAndNoOther() throws {
    for (header, isRead) in [("bplist0x", true), ("bplist01", true), ("bplist10", false), ("bplistA1", false)] {
      var builder = BinaryPropertyListBuilder([[0x09]])
      builder.header = header
      let value = try? PropertyListValue(serialized: builder.data)
      XCTAssertEqual(value, isRead ? true : nil, header)
    }
  }

  func testUnusedBytesOfTheTrailerMeanNothing() throws {
    var builder = BinaryPropertyListBuilder([[0x09]])
    builder.unused = [1, 2, 3, 4, 5, 6]
    XCTAssertEqual(try PropertyListValue(serialized: builder.data), true)
  }

  func testASliceOfDataIsReadFromItsOwnBeginning() throws {
    let data = Data([1, 2, 3]) + PlistlibFixtures.binary
    XCTAssertEqual(try PropertyListValue(serialized: data.dropFirst(3)), PlistlibFixtures.value)
  }
}
