/// Reads numbers and texts from bytes, and never beyond them.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }
  var remaining: Int { bytes.count - offset }

  mutating func readByte() -> UInt8? {
    guard remaining >= 1 else { return nil }
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func readUInt64() -> UInt64? {
    guard remaining >= 8 else { return nil }
    defer { offset += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Reads a count of things of at least one byte each.
  mutating func readCount() -> Int? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard let byte = readByte() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value <= UInt64(remaining) ? Int(value) : nil }
    }
    return nil
  }

  mutating func readBytes(_ count: Int) -> UnsafeRawBufferPointer? {
    guard remaining >= count else { return nil }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  mutating func readString() -> String? {
    guard let count = readCount(), let utf8 = readBytes(count) else { return nil }
    return String(validating: utf8, as: UTF8.self)
  }
}
