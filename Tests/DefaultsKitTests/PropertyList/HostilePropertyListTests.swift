import XCTest

@testable import DefaultsKit

/// Bytes that are no property list, or a trap: an error, never a crash, a hang or a memory that fills.
final class HostilePropertyListTests: XCTestCase {
  /// Reads, and expects any answer at all; what was read can be written, and compares as itself.
  private func survive(_ data: Data, file: StaticString = #filePath, line: UInt = #line) {
    guard let value = try? PropertyListValue(serialized: data) else { return }
    do {
      let again = try PropertyListValue(serialized: value.serialized(as: .binary))
      XCTAssertTrue(again == value, "what was read does not come back", file: file, line: line)
    } catch {
      XCTFail("what was read cannot be written: \(error)", file: file, line: line)
    }
  }

  private func refuse(_ data: Data, _ message: String = "", file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertThrowsError(try PropertyListValue(serialized: data), message, file: file, line: line) {
      XCTAssertTrue($0 is PropertyListError, file: file, line: line)
    }
  }

  private func samples() throws -> [Data] {
    let value: PropertyListValue = [
      "text": "é & \r <ü>", "data": .data(Data(0..<20)), "date": .date(Date(timeIntervalSinceReferenceDate: 86_400)),
      "list": [1, -2, 300, 70_000, 0.5, true, false, [:], []], "wide": .unsignedInteger(.max), "inner": ["text": "b"],
    ]
    return [
      BrokenPropertyLists.whole, try value.serialized(as: .binary), try value.serialized(as: .xml),
      PlistlibFixtures.binary, PlistlibFixtures.xml,
    ]
  }

  func testEveryTruncationIsRefused() throws {
    for sample in try samples() {
      // An XML document is whole without the white space at its end.
      let whole = sample.last == UInt8(ascii: "\n") ? sample.count - 1 : sample.count
      XCTAssertNoThrow(try PropertyListValue(serialized: sample))
      for length in 0..<whole { refuse(sample.prefix(length), "\(length) bytes") }
    }
  }

  func testEveryFlippedBitIsSurvived() throws {
    for sample in try samples().prefix(3) {
      for index in sample.indices {
        for bit in 0..<8 { survive(sample.flipping(bit: bit, ofByte: index)) }
      }
    }
  }

  func testInputsThatBreakOtherReadersAreSurvived() throws {
    guard case .dictionary = try PropertyListValue(serialized: BrokenPropertyLists.whole) else {
      return XCTFail("no dictionary")
    }
    for (name, data) in BrokenPropertyLists.flipped {
      if name.hasSuffix("hang") { refuse(data, name) } else { survive(data) }
    }
  }

  func testRandomDamageIsSurvived() throws {
    var generator = SeededGenerator(state: 5)
    let samples = try samples()
    for _ in 0..<4000 {
      var data = samples[Int.random(in: 0..<samples.count, using: &generator)]
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: 0..<data.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: data[index] = UInt8(truncatingIfNeeded: generator.next())
        case 1: data.remove(at: index)
        case 2: data.insert(UInt8(truncatingIfNeeded: generator.next()), at: index)
        default: data.replaceSubrange(index..., with: data[..<index].suffix(data.count - index))
        }
        if data.isEmpty { break }
      }
      survive(data)
    }
  }

  func testNestingIsReadAndWrittenUpTo512Levels() throws {
    for make in [PropertyListValue.arrays, PropertyListValue.dictionaries] {
      for format in [PropertyListFormat.binary, .xml] {
        for depth in [511, 512] {
          let value = make(depth)
          XCTAssertEqual(try PropertyListValue(serialized: value.serialized(as: format)), value)
        }
        XCTAssertThrowsError(try make(513).serialized(as: format)) { error in
          XCTAssertTrue("\(error)".contains("512 levels"), "\(error)")
        }
      }
    }
    XCTAssertEqual(try PropertyListValue(serialized: BinaryPropertyListBuilder.arrays(nested: 512)).depth, 512)
    XCTAssertEqual(try PropertyListValue(serialized: xml(nested: 512)).depth, 512)
    for data in [BinaryPropertyListBuilder.arrays(nested: 513), xml(nested: 513)] {
      XCTAssertThrowsError(try PropertyListValue(serialized: data)) { error in
        XCTAssertTrue("\(error)".contains("512 levels"), "\(error)")
      }
    }
  }

  private func xml(nested depth: Int) -> Data {
    Data(
      ("<plist>" + String(repeating: "<array>", count: depth) + "<string>x</string>"
        + String(repeating: "</array>", count: depth) + "</plist>").utf8)
  }

  func testBytesThatNest100000DeepAreRefusedOnASmallStack() throws {
    let inputs = [
      BinaryPropertyListBuilder.arrays(nested: 100_000), xml(nested: 100_000),
      Data(String(repeating: "<dict><key>k</key>", count: 100_000).utf8),
    ]
    try onSmallStack { Self.readAndWriteAtTheLimit(refusing: inputs) }
  }

  private static func readAndWriteAtTheLimit(refusing inputs: [Data]) {
    for input in inputs { XCTAssertThrowsError(try PropertyListValue(serialized: input)) }
    for format in [PropertyListFormat.binary, .xml] {
      let value = PropertyListValue.arrays(nested: 512)
      XCTAssertEqual(try PropertyListValue(serialized: value.serialized(as: format)), value)
      XCTAssertThrowsError(try PropertyListValue.arrays(nested: 513).serialized(as: format))
    }
  }

  func testWhatHoldsItselfIsRefused() {
    refuse(BinaryPropertyListBuilder([[0xA1, 0]]).data, "an array that holds itself")
    refuse(BinaryPropertyListBuilder([[0xD1, 1, 0], [0x51, 0x61]]).data, "a dictionary that holds itself")
    refuse(BinaryPropertyListBuilder([[0xD1, 0, 1], [0x08]]).data, "a dictionary that is its own key")
    refuse(BinaryPropertyListBuilder([[0xA1, 1], [0xA1, 2], [0xA1, 0]]).data, "three arrays in a ring")
  }

  func testSharingThatDoublesAtEachLevelIsRefused() {
    // 2^40 values in 150 bytes, and 16^8 in 160.
    let doubled = (0..<40).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } + [[0x09]]
    refuse(BinaryPropertyListBuilder(doubled).data)
    let fields =
      (0..<30).map { [0xD2, 31, 32, UInt8($0 + 1), UInt8($0 + 1)] } + [[0x09], [0x51, 0x61], [0x51, 0x62]]
    refuse(BinaryPropertyListBuilder(fields).data)
  }

  func testOneTextSharedByManyIsBoundedByWhatItStandsFor() {
    // 20,000 references to a text of 100,000 bytes would be written as two billion.
    var builder = BinaryPropertyListBuilder([])
    let references = (0..<20_000).map { _ in UInt8(1) }
    let text = [UInt8](repeating: 0x61, count: 100_000)
    builder.objects = [
      [0xAF, 0x11] + BinaryPropertyListBuilder.number(20_000, width: 2) + references,
      [0x5F, 0x12] + BinaryPropertyListBuilder.number(100_000, width: 4) + text,
    ]
    builder.offsetWidth = 4
    refuse(builder.data)
  }

  func testObjectsThatOverlapAreBounded() {
    // 30,000 objects that are all one array of references to each other.
    var builder = BinaryPropertyListBuilder([])
    let count = 30_000
    builder.objects = [
      [0xAF, 0x11] + BinaryPropertyListBuilder.number(UInt64(count - 1), width: 2)
        + (1..<count).flatMap { BinaryPropertyListBuilder.number(UInt64($0), width: 2) }
    ]
    builder.objects += Array(repeating: [], count: count - 1)
    builder.statedOffsets = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 8) })
    builder.offsetWidth = 4
    builder.referenceWidth = 2
    refuse(builder.data)
  }

  func testCountsAndPlacesBeyondTheBytesAreRefused() {
    for kind in [0x40, 0x50, 0x60, 0xA0, 0xD0] as [UInt8] {
      for width in 0...3 as ClosedRange<UInt8> {
        for count in [0x7F, 0xFF] as [UInt8] {
          let stated = [UInt8](repeating: 0xFF, count: 1 << Int(width) - 1)
          refuse(BinaryPropertyListBuilder([[kind | 0xF, 0x10 | width, count] + stated]).data, "\(kind) \(width)")
        }
      }
    }
    let sound = BinaryPropertyListBuilder([[0xA1, 1], [0x09]])
    XCTAssertEqual(try? PropertyListValue(serialized: sound.data), [true])
    for count in [0, 1, 3, 1 << 20, 1 << 32, 1 << 63, .max] as [UInt64] {
      var builder = sound
      builder.statedCount = count
      refuse(builder.data, "\(count) objects")
    }
    for top in [2, 1 << 32, .max] as [UInt64] {
      var builder = sound
      builder.top = top
      refuse(builder.data, "top \(top)")
    }
    for table in [0, 7, 8, 12, 14, 1 << 20, 1 << 63, .max] as [UInt64] {
      var builder = sound
      builder.statedTable = table
      refuse(builder.data, "table at \(table)")
    }
    for offset in [0, 7, 11, 1000] as [UInt64] {
      var builder = sound
      builder.statedOffsets = [1: offset]
      refuse(builder.data, "object at \(offset)")
    }
    refuse(BinaryPropertyListBuilder([[0xA1, 2], [0x09]]).data, "a reference beyond the last object")
  }

  func testDocumentsThatExpandAreRefused() {
    let bomb = """
      <?xml version="1.0"?>
      <!DOCTYPE plist [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
      <plist><string>&b;</string></plist>
      """
    refuse(Data(bomb.utf8))
    refuse(Data("<!DOCTYPE plist SYSTEM \"a\" [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><plist><true/></plist>".utf8))
    refuse(Data("<plist><string>&undeclared;</string></plist>".utf8))
  }

  func testWhatIsNoPropertyListIsSaidToBeNone() {
    for text in [
      "", " ", "hello", "{ a = b; }", "(1, 2)", "\0\0\0\0", "bplist", "bplist00", "bplist10", "<", "<a/>", "PK\u{3}",
    ] {
      refuse(Data(text.utf8), text)
    }
    XCTAssertThrowsError(try PropertyListValue(serialized: Data("{ a = b; }".utf8))) {
      XCTAssertTrue("\($0)".contains("neither"), "\($0)")
    }
  }
}

extension PropertyListValue {
  /// How many first elements of arrays stand within each other.
  fileprivate var depth: Int {
    var depth = 0
    var value = self
    while case .array(let elements) = value, let first = elements.first { (depth, value) = (depth + 1, first) }
    return depth
  }
}
