import Foundation

/// Reads the records of a journal one after the other, a piece of the file at a time.
struct JournalScanner {
  private let sidecar: Sidecar
  private let fileSystem: FileSystem
  private var buffer: [UInt8] = []
  /// Where in the file the buffer begins, and where in the buffer the next record does.
  private var base: Int
  private var position = 0
  private var isAtEnd = false
  private let voidOffset: Int

  /// The offset behind the last record that was read.
  var offset: Int { base + position }

  init(_ sidecar: Sidecar, from offset: Int, _ fileSystem: FileSystem) {
    self.sidecar = sidecar
    self.fileSystem = fileSystem
    base = offset
    voidOffset = sidecar.voidOffset
  }

  /// The next record, or nil where there is no valid one.
  mutating func next() throws(SystemError) -> JournalRecord? {
    if offset == voidOffset { return nil }
    var needed = JournalRecord.headerSize
    while true {
      if buffer.count - position < needed {
        try fill(needed)
        if buffer.count - position < needed { return nil }
      }
      let parsed = buffer.withUnsafeBytes { JournalRecord.parse(UnsafeRawBufferPointer(rebasing: $0[position...])) }
      switch parsed {
      case .record(let record, let length):
        position += length
        return record
      case .incomplete(let more): needed = more
      case .invalid: return nil
      }
    }
  }

  /// Whether anything stands behind the last record.
  mutating func hasMore() throws(SystemError) -> Bool {
    if position < buffer.count { return true }
    try fill(1)
    return position < buffer.count
  }

  /// Whether behind the damage a record of this store stands that was written later.
  mutating func findsRecord(of storeID: UInt64, above sequence: UInt64) throws(SystemError) -> Bool {
    try fill(1)  // from here on the buffer begins at the damage
    var start = 1
    while true {
      try fill(buffer.count + Self.piece)
      let (found, next) = buffer.withUnsafeBytes { bytes -> (Bool, Int) in
        for at in start..<max(start, bytes.count - JournalRecord.headerSize)
        where JournalRecord.mayBegin(bytes, at: at, storeID: storeID) {
          if case .record(let record, _) = JournalRecord.parse(UnsafeRawBufferPointer(rebasing: bytes[at...])),
            record.storeID == storeID, record.sequence > sequence
          {
            return (true, at)
          }
        }
        return (false, max(start, bytes.count - JournalRecord.headerSize))
      }
      if found { return true }
      if isAtEnd || buffer.count > Self.searchLimit { return false }
      start = next
    }
  }

  private static let piece = 1 << 14
  /// How far behind damage it is looked for records: no journal grows as long before it is emptied.
  private static let searchLimit = 1 << 24

  /// Has at least `needed` bytes in the buffer from the position on, where the file has them.
  private mutating func fill(_ needed: Int) throws(SystemError) {
    if position > 0 {
      buffer.removeFirst(position)
      base += position
      position = 0
    }
    // In pieces: a length that is not true must not make room for what is not there.
    while buffer.count < needed, !isAtEnd {
      let have = buffer.count
      let room = max(Self.piece, min(needed - have, have))
      buffer.append(contentsOf: repeatElement(0, count: room))
      var failure: SystemError?
      let count = buffer.withUnsafeMutableBytes { bytes -> Int in
        do throws(SystemError) {
          return try fileSystem.read(
            sidecar.descriptor, into: UnsafeMutableRawBufferPointer(rebasing: bytes[have...]), at: base + have)
        } catch {
          failure = error
          return 0
        }
      }
      buffer.removeLast(room - count)
      if let failure { throw failure }
      isAtEnd = count < room
    }
  }
}
