import DefaultsKit
import Foundation
import XCTest

/// The stored form is as the article 'File format' has it: what is read here was written by hand, and what the library
/// writes is taken apart by nothing but what the article says.
final class FileFormatTests: FileStoreTestCase {
  private struct Track: Codable, SchemaVersioned, Equatable {
    var title = ""
    var length: Double?

    static let schemaVersion = 2
    static func migrate(_ stored: inout PropertyListValue, from version: Int) throws {
      XCTAssertEqual(version, 1)
      guard case .dictionary(var fields) = stored else { return }
      fields["title"] = fields.removeValue(forKey: "name")
      stored = .dictionary(fields)
    }
  }

  /// A file of the first form, by hand.
  private let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>volume</key><integer>7</integer>
    <key>none</key><dict><key>$defaultskit.nil</key><integer>0</integer></dict>
    <key>escaped</key><dict><key>$$defaultskit.nil</key><integer>0</integer></dict>
    <key>track</key><dict>
      <key>$defaultskit.schema</key><integer>1</integer><key>name</key><string>One</string>
      <key>length</key><dict><key>$defaultskit.nil</key><integer>0</integer></dict>
    </dict>
    <key>users/a%2Fb/seen</key><integer>3</integer>
    <key>$defaultskit</key><dict>
      <key>version</key><integer>1</integer><key>store</key><integer>81985529216486895</integer>
      <key>sequence</key><integer>41</integer>
      <key>migrations</key><array><string>first</string></array>
      <key>displaced</key><dict><key>theme</key><string>old</string></dict>
      <key>later</key><true/>
    </dict>
    </dict></plist>
    """

  func testAFileOfTheFirstFormIsRead() throws {
    try Data(plist.utf8).write(to: file)
    let store = try PropertyListStore(url: file)
    XCTAssertEqual(try store.keys, ["volume", "none", "escaped", "track", "users/a%2Fb/seen"])
    XCTAssertEqual(try store.value(for: StoredKey<Int?>("none", default: 4)), nil)
    XCTAssertEqual(try store.value(for: StoredKey("escaped", default: ["": 0])), ["$defaultskit.nil": 0])
    XCTAssertEqual(try store.value(for: StoredKey.codable("track", default: Track())), Track(title: "One", length: nil))
    XCTAssertEqual(try store.value(for: StoredKey("seen", default: 0, scope: .user("a/b"))), 3)
    XCTAssertEqual(try store.displacedValues, ["theme": "old"])
    XCTAssertEqual(try StoreMigrator().appliedIdentifiers(in: store), ["first"])

    try store.setValue(8, forKey: "volume")
    try store.flush()
    let record = try XCTUnwrap(foundationValues()["$defaultskit"] as? [String: Any])
    XCTAssertEqual(record["later"] as? Bool, true)  // what it does not know it carries on
    XCTAssertEqual(record["store"] as? Int, 81_985_529_216_486_895)
  }

  func testAJournalOfTheFirstFormIsReplayedOverItsFile() throws {
    try Data(plist.utf8).write(to: file)
    var record: [UInt8] = [42, 0, 0, 0, 0, 0, 0, 0]  // the sequence
    record += [0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45, 0x23, 0x01]  // the store's id
    record += [0]  // changes to the state before
    record += [2]  // two of them
    record += [6] + Array("volume".utf8) + [1, 4, 9, 0, 0, 0, 0, 0, 0, 0]
    record += [4] + Array("none".utf8) + [0]
    record = little(UInt32(record.count + 8)) + little(checksum(record)) + record
    let sidecar = [UInt8](repeating: 0, count: 4096) + record
    try Data(sidecar).write(to: folder.appending(path: ".Settings.plist.lock"))
    let store = try PropertyListStore(url: file)
    XCTAssertEqual(try store.value(forKey: "volume"), 9)
    XCTAssertEqual(try store.keys, ["volume", "escaped", "track", "users/a%2Fb/seen"])
  }

  func testABinaryFileHasTheChecksumOfTheArticle() throws {
    let store = try PropertyListStore(url: file)
    for number in 0..<20 {
      try store.setValue(.string("value \(number)"), forKey: "key\(number)")
      try store.flush()
      var bytes = Array(try Data(contentsOf: file))
      let place = bytes.count - 32..<bytes.count - 28
      let stored = bytes[place].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      bytes.replaceSubrange(place, with: [0, 0, 0, 0])
      XCTAssertEqual(stored, checksum(bytes))
    }
  }

  func testTheSidecarIsLaidOutAsInTheArticle() throws {
    let bytes = try sidecarWithARecord()
    func word(_ offset: Int) -> UInt64 {
      bytes[offset..<offset + 8].withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }
    XCTAssertEqual(word(8), 2)  // two commits
    XCTAssertEqual([word(24), word(32)], [0, 0])
    let copies = [64, 192].filter { start in
      word(start + 15 * 8) == UInt64(checksum(Array(bytes[start..<start + 15 * 8]))) | 0x444B_3031 << 32
    }
    let header = try XCTUnwrap(copies.max { word($0) < word($1) })
    XCTAssertEqual(word(header), word(16))
    XCTAssertEqual(word(header + 2 * 8), 1)  // the plist holds one of them
    XCTAssertEqual(word(header + 3 * 8), 0)
    let identity = try FileManager.default.attributesOfItem(atPath: file.path)
    XCTAssertEqual(word(header + 7 * 8), identity[.systemFileNumber] as? UInt64)
    XCTAssertEqual(word(header + 8 * 8), identity[.size] as? UInt64)

    let record = Array(bytes[4096...])
    XCTAssertEqual(Array(record[..<4]), little(UInt32(record.count)))
    XCTAssertEqual(Array(record[4..<8]), little(checksum(Array(record[8...]))))
    XCTAssertEqual(Array(record[8..<16]), little(2 as UInt64))
    XCTAssertEqual(Array(record[16..<24]), little(word(header + 5 * 8)))
    let removed = [1] + Array("a".utf8) + [0]
    let set =
      [1] + Array("b".utf8) + [1, 9, 4, 1, 2, 0xC3, 0xA9, 3, 5] + [UInt8](repeating: 255, count: 8) + [6]
      + little((-0.5).bitPattern)
    let changes = Array(record[24...])
    XCTAssertTrue([[0, 2] + removed + set, [0, 2] + set + removed].contains(changes), "\(changes)")
  }

  /// The bytes of a sidecar whose journal holds the second commit; the plist beside it holds the first.
  private func sidecarWithARecord() throws -> [UInt8] {
    var bytes: [UInt8] = []
    // On a slow machine the record may have gone into the plist already.
    try eventually("a record is seen in the journal") {
      try moveToNewFolder()
      let store = try PropertyListStore(url: file)
      try store.setValue(1, forKey: "a")
      try store.flush()
      try store.transaction { transaction in
        transaction["a"] = nil
        transaction["b"] = ["é", true, .unsignedInteger(.max), -0.5]
      }
      bytes = Array(try Data(contentsOf: folder.appending(path: ".Settings.plist.lock")))
      return bytes.count > 4096
    }
    return bytes
  }

  private func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// CRC-32C bit by bit, as the standard has it.
  private func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0x82F6_3B78 : 0) }
    }
  }
}
