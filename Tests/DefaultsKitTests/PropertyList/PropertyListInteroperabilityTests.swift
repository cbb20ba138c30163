import XCTest

@testable import DefaultsKit

final class PropertyListInteroperabilityTests: XCTestCase {
  private func foundationReads(_ data: Data) throws -> PropertyListValue? {
    PropertyListValue(
      foundationObject: try PropertyListSerialization.propertyList(from: data, options: [], format: nil))
  }

  private func foundationWrites(
    _ value: PropertyListValue, _ format: PropertyListSerialization.PropertyListFormat
  ) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: value.foundationObject, format: format, options: 0)
  }

  func testFoundationReadsWhatIsWritten() throws {
    for seed in 1000..<1080 as Range<UInt64> {
      var generator = SeededGenerator(state: seed)
      let value = generator.propertyList(depth: 3, isForXML: true)
      XCTAssertTrue(try foundationReads(value.serialized(as: .binary)) == value, "binary, seed \(seed)")
      XCTAssertTrue(try foundationReads(value.serialized(as: .xml)) == value, "XML, seed \(seed)")
    }
  }

  func testWhatFoundationWritesIsRead() throws {
    for seed in 2000..<2080 as Range<UInt64> {
      var generator = SeededGenerator(state: seed)
      let value = generator.propertyList(depth: 3, isForXML: true)
      XCTAssertTrue(
        try PropertyListValue(serialized: foundationWrites(value, .binary)) == value, "binary, seed \(seed)")
      XCTAssertTrue(try PropertyListValue(serialized: foundationWrites(value, .xml)) == value, "XML, seed \(seed)")
    }
  }

  func testFoundationReadsEveryNumberThatXMLCarries() throws {
    let reals: [Double] = [
      0, -0.0, 0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e22, 1e-7, .infinity, -.infinity,
    ]
    let value = PropertyListValue.array(
      reals.map { .real($0) } + [.integer(.min), .integer(.max), .unsignedInteger(.max)])
    XCTAssertEqual(try foundationReads(value.serialized(as: .xml)), value)
    XCTAssertEqual(try foundationReads(value.serialized(as: .binary)), value)
    guard let nan = try foundationReads(PropertyListValue.real(.nan).serialized(as: .xml)), case .real(let number) = nan
    else { return XCTFail("no real") }
    XCTAssertEqual(number.bitPattern, Double.nan.bitPattern)
  }

  func testFoundationReadsTheDeepestNestingThatIsWritten() throws {
    let deepest = PropertyListValue.arrays(nested: 512)
    XCTAssertEqual(try foundationReads(deepest.serialized(as: .xml)), deepest)
    XCTAssertEqual(try foundationReads(deepest.serialized(as: .binary)), deepest)
  }

  func testTextThatFoundationWritesWithoutEscapesIsReadAsItWas() throws {
    // No well-formed XML, but what Foundation writes, and what UserDefaults on Linux keeps.
    let value: PropertyListValue = ["control": "\u{1B}[1m\u{7}\u{0}", "line": "a\rb\r\nc", "odd": "\u{FFFE}\u{FFFF}"]
    XCTAssertEqual(try PropertyListValue(serialized: foundationWrites(value, .xml)), value)
  }

  func testDatesThatFoundationWritesBeyondFourDigitsOfYearsAreRead() throws {
    for date in [Date.distantPast, Date(timeIntervalSinceReferenceDate: 1e12)] {
      XCTAssertEqual(try PropertyListValue(serialized: foundationWrites(.date(date), .xml)), .date(date))
    }
  }

  func testDatesOfEveryYearMeanTheSameToFoundation() throws {
    let days = stride(from: -730_485, through: 2_921_574, by: 211)  // 0001-01-01 to 9999-12-31
    let value = PropertyListValue.array(
      days.map { .date(Date(timeIntervalSinceReferenceDate: Double($0) * 86_400 + Double($0 & 0xFFFF))) })
    XCTAssertTrue(try foundationReads(value.serialized(as: .xml)) == value)
    XCTAssertTrue(try PropertyListValue(serialized: foundationWrites(value, .xml)) == value)
  }

  func testAnotherToolsNaNIsReadAsFoundationReadsIt() throws {
    let written = BinaryPropertyListBuilder([[0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 1]]).data
    XCTAssertEqual(try PropertyListValue(serialized: written), .real(.nan))
    guard case .real(let number)? = try foundationReads(written) else { return XCTFail("no real") }
    XCTAssertEqual(number.bitPattern, Double.nan.bitPattern)
  }

  func testOtherReadersDoNotMindAChecksumInTheTrailer() throws {
    let value = PlistlibFixtures.value
    let data = try BinaryPropertyListWriter.data(for: value) { bytes in
      XCTAssertTrue(bytes[BinaryPropertyListTrailer.checksumRange(inByteCount: bytes.count)].allSatisfy { $0 == 0 })
      return 0xDEAD_BEEF
    }
    let range = BinaryPropertyListTrailer.checksumRange(inByteCount: data.count)
    XCTAssertEqual(Array(data[range]), [0xDE, 0xAD, 0xBE, 0xEF])
    XCTAssertEqual(try PropertyListValue(serialized: data), value)
    XCTAssertEqual(try foundationReads(data), value)
    struct Named: Decodable { let string: String }
    XCTAssertEqual(try PropertyListDecoder().decode(Named.self, from: data).string, "text <&> \"quoted\"")
  }

  func testWhatPlistlibWroteIsRead() throws {
    XCTAssertEqual(try PropertyListValue(serialized: PlistlibFixtures.xml), PlistlibFixtures.value)
    XCTAssertEqual(try PropertyListValue(serialized: PlistlibFixtures.binary), PlistlibFixtures.value)
  }

  #if os(Linux) || os(macOS)
    func testPlistlibReadsAndRewritesWhatIsWritten() throws {
      // Python is no part of this package's toolchain; the fixtures above hold where it is missing.
      let python = "/usr/bin/env"
      var values: [PropertyListValue] = [PlistlibFixtures.value]
      for seed in 3000..<3010 as Range<UInt64> {
        var generator = SeededGenerator(state: seed)
        values.append(generator.propertyList(depth: 3, isForXML: true))
      }
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("value.plist")
      let checksummed = try BinaryPropertyListWriter.data(for: .array(values)) { _ in 0x0102_0304 }
      for written in [checksummed, try PropertyListValue.array(values).serialized(as: .xml)] {
        try written.write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["python3", "-c", Self.rewrite, file.path]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus != 127 else { return }
        XCTAssertEqual(process.terminationStatus, 0)
        for name in ["xml", "binary"] {
          let rewritten = try Data(contentsOf: file.appendingPathExtension(name))
          XCTAssertTrue(try PropertyListValue(serialized: rewritten) == .array(values), name)
        }
      }
    }

    private static let rewrite = """
      import plistlib, sys
      value = plistlib.load(open(sys.argv[1], "rb"))
      for name, form in (("xml", plistlib.FMT_XML), ("binary", plistlib.FMT_BINARY)):
          with open(sys.argv[1] + "." + name, "wb") as file: plistlib.dump(value, file, fmt=form)
      """
  #endif
}
