/// The order of bytes in a unit of UTF-16 or UTF-32.
enum ByteOrder {
  case big, little
}

extension UnsafeRawBufferPointer {
  /// Whether every byte is below 0x80.
  var isASCII: Bool {
    var index = 0
    while index + 8 <= count {
      guard loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 else { return false }
      index += 8
    }
    while index < count {
      guard self[index] < 0x80 else { return false }
      index += 1
    }
    return true
  }

  /// The first byte that is no part of well-formed UTF-8, as table 3-7 of the Unicode standard has it.
  var firstInvalidUTF8: Int? {
    var index = 0
    while index < count {
      let lead = self[index]
      if lead < 0x80 {
        index += 1
        while index + 8 <= count,
          loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        { index += 8 }
        continue
      }
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch lead {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return index
      }
      guard index + length <= count, second ~= self[index + 1] else { return index }
      for next in index + 2..<Swift.max(index + 2, index + length) where self[next] & 0xC0 != 0x80 { return index }
      index += length
    }
    return nil
  }

  /// These units of UTF-16 as UTF-8, or nil where a surrogate has no partner or a unit is cut.
  func utf8(fromUTF16 order: ByteOrder) -> [UInt8]? {
    guard count % 2 == 0 else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(count + count / 2)
    var index = 0
    func unit() -> UInt32 {
      let raw = loadUnaligned(fromByteOffset: index, as: UInt16.self)
      return UInt32(order == .big ? UInt16(bigEndian: raw) : UInt16(littleEndian: raw))
    }
    while index < count {
      var scalar = unit()
      index += 2
      if scalar & 0xF800 == 0xD800 {
        guard scalar < 0xDC00, index < count, case let low = unit(), low & 0xFC00 == 0xDC00 else { return nil }
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + low & 0x3FF
        index += 2
      }
      text.appendUTF8(scalar)
    }
    return text
  }

  /// These units of UTF-32 as UTF-8, or nil where one is no scalar or is cut.
  func utf8(fromUTF32 order: ByteOrder) -> [UInt8]? {
    guard count % 4 == 0 else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(count)
    for index in stride(from: 0, to: count, by: 4) {
      let raw = loadUnaligned(fromByteOffset: index, as: UInt32.self)
      guard let scalar = Unicode.Scalar(order == .big ? UInt32(bigEndian: raw) : UInt32(littleEndian: raw))
      else { return nil }
      text.appendUTF8(scalar.value)
    }
    return text
  }
}

extension [UInt8] {
  /// Appends the UTF-8 of a scalar's number.
  mutating func appendUTF8(_ scalar: UInt32) {
    func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | (scalar >> shift & 0x3F)) }
    switch scalar {
    case ..<0x80: append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      append(tail(0))
    case ..<0x10000:
      append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      append(tail(6))
      append(tail(0))
    default:
      append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      append(tail(12))
      append(tail(6))
      append(tail(0))
    }
  }
}
