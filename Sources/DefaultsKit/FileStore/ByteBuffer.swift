import Foundation

/// Bytes that grow at their end and are written over again and again without being allocated anew.
struct ByteBuffer: ~Copyable {
  private var storage: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 512) {
    storage = .allocate(byteCount: capacity, alignment: 8)
    self.capacity = capacity
  }

  deinit { storage.deallocate() }

  /// The bytes; valid until the buffer is next changed.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: storage, count: count) }

  /// Empties the buffer, and gives back what a large record took.
  mutating func removeAll() {
    count = 0
    if capacity > 1 << 16 { reallocate(512) }
  }

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    reserve(MemoryLayout<Number>.size)
    storage.storeBytes(of: number.littleEndian, toByteOffset: count, as: Number.self)
    count += MemoryLayout<Number>.size
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    if let base = bytes.baseAddress { (storage + count).copyMemory(from: base, byteCount: bytes.count) }
    count += bytes.count
  }

  /// Appends a count as LEB128: seven bits a byte, the lowest first.
  mutating func appendCount(_ value: Int) {
    var rest = UInt64(truncatingIfNeeded: value)
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends the length of a text and its UTF-8.
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      appendCount(utf8.count)
      append(UnsafeRawBufferPointer(utf8))
    }
  }

  mutating func store(_ number: UInt32, at offset: Int) {
    storage.storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt32.self)
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if capacity - count < more { reallocate(max(capacity * 2, count + more)) }
  }

  private mutating func reallocate(_ newCapacity: Int) {
    let new = UnsafeMutableRawPointer.allocate(byteCount: newCapacity, alignment: 8)
    new.copyMemory(from: storage, byteCount: count)
    storage.deallocate()
    storage = new
    capacity = newCapacity
  }
}

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
