// The journal's numbers stand the lowest byte first, as every processor that Swift runs on has them.
extension OutputBytes {
  @inline(__always)
  mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
    withUnsafeBytes(of: number.littleEndian) { append($0) }
  }

  /// Appends a count as LEB128: seven bits a byte, the lowest first.
  mutating func append(count value: Int) {
    var rest = UInt64(truncatingIfNeeded: value)
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends the length of a text and its UTF-8.
  mutating func append(text: String) {
    var text = text
    text.withUTF8 { utf8 in
      append(count: utf8.count)
      append(UnsafeRawBufferPointer(utf8))
    }
  }
}
