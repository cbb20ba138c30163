/// The checksum CRC-32C (Castagnoli), as in RFC 3720, appendix B.4.
enum CRC32C {
  /// The checksum of bytes, or of bytes that follow others whose checksum is known.
  static func checksum(_ bytes: UnsafeRawBufferPointer, after seed: UInt32 = 0) -> UInt32 {
    var crc = ~seed
    guard var next = bytes.baseAddress else { return seed }
    let end = next + bytes.count
    let table = tables.start
    // Sixteen bytes at a time: table k holds what a byte adds that k more bytes follow.
    while end - next >= 16 {
      let a = UInt32(littleEndian: next.loadUnaligned(as: UInt32.self)) ^ crc
      let b = UInt32(littleEndian: next.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
      let c = UInt32(littleEndian: next.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
      let d = UInt32(littleEndian: next.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
      crc =
        word(a, table + 12 * 256) ^ word(b, table + 8 * 256) ^ word(c, table + 4 * 256) ^ word(d, table)
      next += 16
    }
    while end - next >= 4 {
      crc = word(UInt32(littleEndian: next.loadUnaligned(as: UInt32.self)) ^ crc, table)
      next += 4
    }
    while next < end {
      crc = crc >> 8 ^ table[Int((crc ^ UInt32(next.load(as: UInt8.self))) & 0xFF)]
      next += 1
    }
    return ~crc
  }

  @inline(__always)
  private static func word(_ word: UInt32, _ table: UnsafePointer<UInt32>) -> UInt32 {
    table[768 + Int(word & 0xFF)] ^ table[512 + Int(word >> 8 & 0xFF)] ^ table[256 + Int(word >> 16 & 0xFF)]
      ^ table[Int(word >> 24)]
  }

  private struct Tables: @unchecked Sendable {  // written once, before anybody can see it
    let start: UnsafePointer<UInt32>
  }

  private static let tables: Tables = {
    let polynomial: UInt32 = 0x82F6_3B78  // 0x1EDC6F41 with its bits reversed
    let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 256)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? polynomial : 0) }
      table[byte] = crc
    }
    for index in 256..<16 * 256 { table[index] = table[index - 256] >> 8 ^ table[Int(table[index - 256] & 0xFF)] }
    return Tables(start: UnsafePointer(table))
  }()
}
