import Foundation

/// One commit as it stands in the journal.
///
/// Layout, little-endian: length (4 bytes), CRC-32C of all that follows it (4), sequence (8), store id (8), kind (1),
/// number of changes, then each change: name, 0 or 1 for removed or set, value. Numbers of things are LEB128.
struct JournalRecord: Equatable, Sendable {
  enum Kind: UInt8, Sendable {
    /// Changes that can be applied to the state before.
    case changes = 0
    /// The base has changed: whoever meets this record reads the plist anew, then applies the changes.
    case reload = 1
    /// Changes that set every value there is: who has them needs no plist before them.
    case whole = 2
  }

  var sequence: UInt64
  var storeID: UInt64
  var kind = Kind.changes
  /// What was set (a value) or removed (nil).
  var changes: [(name: String, value: PropertyListValue?)]

  static let headerSize = 25
  /// Longer than any record that a program would write; shorter than what could exhaust memory.
  static let sizeLimit = 1 << 30

  static func == (lhs: JournalRecord, rhs: JournalRecord) -> Bool {
    lhs.sequence == rhs.sequence && lhs.storeID == rhs.storeID && lhs.kind == rhs.kind
      && lhs.changes.elementsEqual(rhs.changes) { $0.name == $1.name && $0.value == $1.value }
  }
}

// MARK: - Writing

extension JournalRecord {
  /// The bytes of a record.
  static func write<Changes: Collection>(
    to bytes: inout OutputBytes, sequence: UInt64, storeID: UInt64, kind: Kind = .changes, changes: Changes
  ) throws(PropertyListError) where Changes.Element == (key: String, value: PropertyListValue?) {
    bytes.removeAll()
    bytes.append(littleEndian: UInt32(0))
    bytes.append(littleEndian: UInt32(0))
    bytes.append(littleEndian: sequence)
    bytes.append(littleEndian: storeID)
    bytes.append(kind.rawValue)
    bytes.append(count: changes.count)
    for (name, value) in changes {
      bytes.append(text: name)
      if let value {
        bytes.append(1)
        try value.write(to: &bytes)
      } else {
        bytes.append(0)
      }
    }
    bytes.store(littleEndian: UInt32(truncatingIfNeeded: bytes.count), at: 0)
    let checksum = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes.bytes[8...]))
    bytes.store(littleEndian: checksum, at: 4)
  }
}

// MARK: - Reading

extension JournalRecord {
  /// What bytes at a place in the journal are.
  enum Parsed {
    case record(JournalRecord, length: Int)
    /// More bytes are needed, this many in all.
    case incomplete(Int)
    case invalid
  }

  /// Reads the record that begins where the bytes begin.
  static func parse(_ bytes: UnsafeRawBufferPointer) -> Parsed {
    guard bytes.count >= headerSize else { return .incomplete(headerSize) }
    let length = length(bytes, at: 0)
    // Before room is made for so many bytes as a length says that may be no length.
    guard mayBegin(bytes, at: 0) else { return .invalid }
    guard bytes.count >= length else { return .incomplete(length) }
    let checksum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    guard checksum == CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[8..<length])) else { return .invalid }
    var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[8..<length]))
    guard let sequence = reader.readUInt64(), let storeID = reader.readUInt64(),
      let kind = reader.readByte().flatMap(Kind.init(rawValue:)), let count = reader.readCount(),
      sequence < UInt64(Snapshot.sequenceLimit), storeID > 0, storeID <= UInt64(Int64.max)
    else { return .invalid }
    var changes: [(name: String, value: PropertyListValue?)] = []
    for _ in 0..<count {
      guard let name = reader.readString(), let isSet = reader.readByte() else { return .invalid }
      if isSet == 0 {
        changes.append((name, nil))
      } else {
        guard let value = PropertyListValue(&reader, depth: 0) else { return .invalid }
        changes.append((name, value))
      }
    }
    guard reader.isAtEnd else { return .invalid }
    return .record(
      JournalRecord(sequence: sequence, storeID: storeID, kind: kind, changes: changes), length: length)
  }

  /// Whether bytes could begin a record, by its header: a cheap look, before the checksum.
  static func mayBegin(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    guard bytes.count - offset >= headerSize else { return false }
    let length = length(bytes, at: offset)
    let sequence = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    let storeID = storeID(bytes, at: offset)
    return length > headerSize && length <= sizeLimit && sequence < UInt64(Snapshot.sequenceLimit)
      && storeID > 0 && storeID <= UInt64(Int64.max) && Kind(rawValue: bytes[offset + 24]) != nil
  }

  static func length(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
    Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  static func storeID(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
  }
}
