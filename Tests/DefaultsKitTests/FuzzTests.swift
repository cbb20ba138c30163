import Foundation
import XCTest

@testable import DefaultsKit

/// Damaged bytes for the readers: each ends, and what it gives can be written and read back as the same.
///
/// The seeds are the same in every run. `DEFAULTSKIT_FUZZ_SECONDS` says for how long each reader is tried; without it,
/// for a moment.
final class FuzzTests: XCTestCase {
  private static let seconds = ProcessInfo.processInfo.environment["DEFAULTSKIT_FUZZ_SECONDS"].flatMap(Double.init)

  private func fuzz(_ body: (inout SeededGenerator) throws -> Void) rethrows {
    let end = Self.seconds.map { monotonicSeconds() + $0 }
    var seed: UInt64 = 0
    while end.map({ monotonicSeconds() < $0 }) ?? (seed < 300) {
      var generator = SeededGenerator(state: seed &* 0x2545_F491_4F6C_DD1D)
      try body(&generator)
      seed += 1
    }
    print("\(seed) seeds")
  }

  func testTheReaderOfBinaryPropertyListsSurvivesAnyDamage() throws {
    try fuzz { generator in
      let value = generator.propertyList(depth: 4, isForXML: false)
      let bytes = generator.damaged(Array(try value.serialized(as: .binary)))
      try checkRead(Data(bytes))
    }
  }

  func testTheReaderOfXMLPropertyListsSurvivesAnyDamage() throws {
    try fuzz { generator in
      let value = generator.propertyList(depth: 3, isForXML: true)
      let bytes = generator.damaged(Array(try value.serialized(as: .xml)))
      try checkRead(Data(bytes))
    }
  }

  private func checkRead(_ data: Data) throws {
    guard let value = try? PropertyListValue(serialized: data) else { return }
    XCTAssertEqual(try PropertyListValue(serialized: value.serialized(as: .binary)), value)
  }

  func testTheReaderOfTheJournalSurvivesAnyDamageUnderARightChecksum() throws {
    try fuzz { generator in
      var changes: [String: PropertyListValue?] = [:]
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        changes[generator.text(isForXML: false)] =
          Bool.random(using: &generator) ? nil : generator.propertyList(depth: 3, isForXML: false)
      }
      let whole = try bytes(of: changes.map { (key: $0.key, value: $0.value) })
      var damaged = generator.damaged(whole)
      if damaged.count > 8 {
        withUnsafeBytes(of: UInt32(damaged.count).littleEndian) { damaged.replaceSubrange(0..<4, with: $0) }
        let sum = damaged[8...].withUnsafeBytes { CRC32C.checksum($0) }
        withUnsafeBytes(of: sum.littleEndian) { damaged.replaceSubrange(4..<8, with: $0) }
      }
      guard case .record(let record, _) = damaged.withUnsafeBytes(JournalRecord.parse) else { return }
      let again = try bytes(of: record.changes.map { (key: $0.name, value: $0.value) })
      guard case .record(let second, _) = again.withUnsafeBytes(JournalRecord.parse) else {
        return XCTFail("a record that cannot be read back")
      }
      XCTAssertTrue(second.changes.elementsEqual(record.changes) { $0.name == $1.name && $0.value == $1.value })
    }
  }

  private func bytes(of changes: [(key: String, value: PropertyListValue?)]) throws -> [UInt8] {
    var buffer = OutputBytes()
    try JournalRecord.write(to: &buffer, sequence: 7, storeID: 9, changes: changes)
    return Array(buffer.bytes)
  }
}

extension SeededGenerator {
  /// Bytes with a few of them changed, left out, put in, doubled or cut off.
  fileprivate mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 0...6, using: &self) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &self)
      let end = min(bytes.count, index + Int.random(in: 1...16, using: &self))
      switch Int.random(in: 0..<6, using: &self) {
      case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      case 1: bytes[index] = UInt8.random(in: 0...255, using: &self)
      case 2: bytes.removeSubrange(index..<end)
      case 3: bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: 0...bytes.count, using: &self))
      case 4: bytes.insert(UInt8.random(in: 0...255, using: &self), at: index)
      default: bytes.removeLast(bytes.count - index)
      }
    }
    return bytes
  }
}
