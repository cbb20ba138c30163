import DefaultsKitTesting
import Foundation
import XCTest

@testable import DefaultsKit

final class JournalRecordTests: XCTestCase {
  private func bytes(of changes: [String: PropertyListValue?], sequence: UInt64 = 7) throws -> [UInt8] {
    var buffer = OutputBytes()
    try JournalRecord.write(to: &buffer, sequence: sequence, storeID: 9, changes: changes)
    return Array(buffer.bytes)
  }

  private func parse(_ bytes: [UInt8]) -> JournalRecord.Parsed { bytes.withUnsafeBytes { JournalRecord.parse($0) } }

  func testChecksumsAreThoseOfTheStandard() {
    // RFC 3720, appendix B.4.
    let zeros = [UInt8](repeating: 0, count: 32)
    let ones = [UInt8](repeating: 0xFF, count: 32)
    let rising = Array(0..<32 as Range<UInt8>)
    for (bytes, sum) in [(zeros, 0x8A91_36AA), (ones, 0x62A8_AB43), (rising, 0x46DD_794E)] as [([UInt8], UInt32)] {
      XCTAssertEqual(bytes.withUnsafeBytes { CRC32C.checksum($0) }, sum)
      for split in 0...32 {
        let first = bytes[..<split].withUnsafeBytes { CRC32C.checksum($0) }
        XCTAssertEqual(bytes[split...].withUnsafeBytes { CRC32C.checksum($0, after: first) }, sum)
      }
    }
    XCTAssertEqual(Array("123456789".utf8).withUnsafeBytes { CRC32C.checksum($0) }, 0xE306_9283)
  }

  func testEveryValueIsReadBackBitForBit() throws {
    var changes: [String: PropertyListValue?] = StoreLaw.sampleValues.mapValues { .some($0) }
    changes["removed"] = .some(nil)
    guard case .record(let record, let length) = try parse(bytes(of: changes)) else { return XCTFail("no record") }
    XCTAssertEqual(length, try bytes(of: changes).count)
    XCTAssertEqual(record.sequence, 7)
    XCTAssertEqual(record.storeID, 9)
    XCTAssertEqual(Dictionary(record.changes.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }), changes)
  }

  func testTheDeepestValueThatIsStoredIsReadBackOnASmallStack() throws {
    var value: PropertyListValue = 1
    for level in 0..<PropertyListValue.nestingLimit { value = level % 2 == 0 ? [value] : ["k": value] }
    let (bytes, deep) = (try bytes(of: ["deep": value]), value)
    let isRead = try onSmallStack {
      let parsed = bytes.withUnsafeBytes { JournalRecord.parse($0) }
      if case .record(let record, _) = parsed { return record.changes.first?.value == deep }
      return false
    }
    XCTAssertTrue(isRead)
  }

  func testNoFlippedBitAndNoTruncationMakesARecord() throws {
    let whole = try bytes(of: ["name": "value", "other": [1, true, ["k": .data(Data([1, 2, 3]))]]])
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << bit
        if case .record = parse(bytes) { XCTFail("bit \(bit) of byte \(index)") }
      }
      if case .record = parse(Array(whole[..<index])) { XCTFail("\(index) bytes") }
    }
  }

  func testBytesWithARightChecksumAndAWrongInsideAreNoRecord() throws {
    var generator = SeededGenerator()
    for _ in 0..<3000 {
      var bytes = try bytes(of: ["name": "value", "list": [1, "two", 3.0]])
      let index = Int.random(in: 24..<bytes.count, using: &generator)
      bytes[index] = .random(in: 0...255, using: &generator)
      let sum = bytes[8...].withUnsafeBytes { CRC32C.checksum($0) }
      withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(4..<8, with: $0) }
      _ = parse(bytes)  // whatever it is, it ends
    }
  }
}
