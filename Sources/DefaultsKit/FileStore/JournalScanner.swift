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
      case .incomplete(let more):
        // Before room is made for it: what seems to be a long record may be a hole in a file.
        if more > Self.longRecord, try !holdsRecord(ofLength: more) { return nil }
        needed = more
      case .invalid: return nil
      }
    }
  }

  /// Whether the bytes behind the last record have its checksum, by reading them a piece at a time.
  private func holdsRecord(ofLength length: Int) throws(SystemError) -> Bool {
    let stored = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self).littleEndian }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    defer { piece.deallocate() }
    var (checksum, done) = (UInt32(0), 8)
    while done < length {
      let part = UnsafeMutableRawBufferPointer(rebasing: piece[..<min(piece.count, length - done)])
      let count = try fileSystem.read(sidecar.descriptor, into: part, at: offset + done)
      if count < part.count { return false }
      checksum = CRC32C.checksum(UnsafeRawBufferPointer(part), after: checksum)
      done += count
    }
    return checksum == stored
  }

  /// Whether anything stands behind the last record.
  mutating func hasMore() throws(SystemError) -> Bool {
    if position < buffer.count { return true }
    try fill(1)
    return position < buffer.count
  }

  /// Whether behind the damage a record of this store stands, or may stand, that was written later.
  ///
  /// Bytes can be made so that at each place a record seems to begin: once the budget is spent the answer is yes. That
  /// loses nothing: what stands there is copied aside and reported, as damage is, instead of being cut off silently.
  mutating func mayHoldRecord(of storeID: UInt64, above sequence: UInt64) throws(SystemError) -> Bool {
    try fill(Self.searchLimit)  // from here on the buffer begins at the damage
    return buffer.withUnsafeBytes { bytes in
      var budget = Self.checksumBudget
      for at in 1..<max(1, bytes.count - JournalRecord.headerSize)
      where JournalRecord.storeID(bytes, at: at) == storeID && JournalRecord.mayBegin(bytes, at: at) {
        let length = JournalRecord.length(bytes, at: at)
        if bytes.count - at < length {
          // Torn where the file ends; where it goes on nobody looks.
          if isAtEnd { continue }
          return true
        }
        budget -= length
        if budget < 0 { return true }
        if case .record(let record, _) = JournalRecord.parse(UnsafeRawBufferPointer(rebasing: bytes[at...])),
          record.sequence > sequence
        {
          return true
        }
      }
      return false
    }
  }

  private static let piece = 1 << 14
  /// From how many bytes on a record is checked before it is read as a whole.
  private static let longRecord = 1 << 20
  /// How far behind damage it is looked for records: no journal grows as long before it is emptied.
  private static let searchLimit = 1 << 24
  /// How many bytes are checksummed in that search, at most: some hundredths of a second's work.
  private static let checksumBudget = 4 * searchLimit

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
