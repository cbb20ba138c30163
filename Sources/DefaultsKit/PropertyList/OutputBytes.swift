import Foundation

/// Bytes that grow at their end and become a `Data` without a copy.
struct OutputBytes: ~Copyable {
  private(set) var count = 0
  private var capacity: Int
  private var base: UnsafeMutableRawPointer

  init(capacity: Int = 4096) {
    self.capacity = max(64, capacity)
    base = UnsafeMutableRawPointer.allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  /// What has been written so far.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Makes room for as many more bytes.
  @inline(__always)
  mutating func reserve(_ size: Int) {
    if capacity - count < size { grow(by: size) }
  }

  @inline(never)
  private mutating func grow(by size: Int) { reallocate(max(capacity * 2, count + size)) }

  private mutating func reallocate(_ newCapacity: Int) {
    let new = UnsafeMutableRawPointer.allocate(byteCount: newCapacity, alignment: 16)
    new.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = new
    capacity = newCapacity
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  @inline(__always)
  mutating func append(_ source: UnsafeRawBufferPointer) {
    reserve(source.count)
    if let start = source.baseAddress { (base + count).copyMemory(from: start, byteCount: source.count) }
    count += source.count
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(repeating byte: UInt8, count size: Int) {
    reserve(size)
    (base + count).initializeMemory(as: UInt8.self, repeating: byte, count: size)
    count += size
  }

  /// Appends the lowest `width` bytes of a number, the highest of them first.
  @inline(__always)
  mutating func append(_ number: UInt64, width: Int) {
    reserve(8)
    store(number, at: count, width: width)
    count += width
  }

  /// Overwrites bytes that have been written.
  @inline(__always)
  mutating func store(_ number: UInt64, at offset: Int, width: Int) {
    switch width {
    case 1: base.storeBytes(of: UInt8(truncatingIfNeeded: number), toByteOffset: offset, as: UInt8.self)
    case 2:
      base.storeBytes(of: UInt16(truncatingIfNeeded: number).bigEndian, toByteOffset: offset, as: UInt16.self)
    case 4:
      base.storeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian, toByteOffset: offset, as: UInt32.self)
    case 8: base.storeBytes(of: number.bigEndian, toByteOffset: offset, as: UInt64.self)
    default:
      for index in 0..<width {
        let byte = UInt8(truncatingIfNeeded: number >> UInt64(8 * (width - 1 - index)))
        base.storeBytes(of: byte, toByteOffset: offset + index, as: UInt8.self)
      }
    }
  }

  /// Overwrites bytes that have been written, the lowest byte first.
  mutating func store(littleEndian number: UInt32, at offset: Int) {
    base.storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt32.self)
  }

  /// Forgets the bytes, to be filled anew, and gives back what a great many took.
  mutating func removeAll() {
    count = 0
    if capacity > 1 << 16 { reallocate(512) }
  }

  /// The bytes, which this value gives away.
  consuming func data() -> Data {
    let (start, size) = (base, count)
    discard self
    guard size > 0 else {
      start.deallocate()
      return Data()
    }
    return Data(bytesNoCopy: start, count: size, deallocator: .custom { pointer, _ in pointer.deallocate() })
  }
}
