import Foundation

extension BinaryPropertyListReader {
  /// Where an object begins, by its number.
  @inline(__always)
  func offset(ofObject object: Int) throws(PropertyListError) -> Int {
    let entry = trailer.offsetTable + object * trailer.offsetWidth
    let offset = number(at: entry, width: trailer.offsetWidth)
    guard offset >= BinaryPropertyListTrailer.headerLength, offset < trailer.offsetTable else {
      throw PropertyListError(byte: entry, "An object's offset lies outside the objects.")
    }
    return Int(offset)
  }

  /// The number of an object that a container refers to.
  @inline(__always)
  func reference(at offset: Int) throws(PropertyListError) -> Int {
    let object = number(at: offset, width: trailer.referenceWidth)
    guard object < trailer.objectCount else {
      throw PropertyListError(byte: offset, "A reference names an object beyond the last one.")
    }
    return Int(object)
  }

  /// A big-endian number; the caller has checked that its bytes are there.
  @inline(__always)
  func number(at offset: Int, width: Int) -> UInt64 {
    switch width {
    case 1: return UInt64(bytes[offset])
    case 2: return UInt64(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
    case 4: return UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    case 8: return UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    default:
      var number: UInt64 = 0
      for index in offset..<offset + width { number = number << 8 | UInt64(bytes[index]) }
      return number
    }
  }

  /// How many units an object has, and where they begin; they lie within the objects.
  @inline(__always)
  func length(at start: Int, unit: Int) throws(PropertyListError) -> (count: Int, content: Int) {
    var count = Int(bytes[start] & 0xF)
    var content = start + 1
    if count == 0xF {
      guard content < trailer.offsetTable, bytes[content] >> 4 == 1, bytes[content] & 0xF <= 3 else {
        throw PropertyListError(byte: content, "An object's length is no integer of at most 8 bytes.")
      }
      let width = 1 << Int(bytes[content] & 0xF)
      try require(width, at: content + 1)
      guard let long = Int(exactly: number(at: content + 1, width: width)) else {
        throw PropertyListError(byte: content, "An object's length is beyond the end of the objects.")
      }
      (count, content) = (long, content + 1 + width)
    }
    let (size, overflows) = count.multipliedReportingOverflow(by: unit)
    guard !overflows, size <= trailer.offsetTable - content else {
      throw PropertyListError(byte: start, "An object's length is beyond the end of the objects.")
    }
    return (count, content)
  }

  private func require(_ size: Int, at offset: Int) throws(PropertyListError) {
    guard size <= trailer.offsetTable - offset else {
      throw PropertyListError(byte: offset, "An object goes on beyond the end of the objects.")
    }
  }

  /// An integer: of 1, 2 and 4 bytes without a sign, of 8 with one, of 16 only what 64 bits hold.
  func integer(at start: Int) throws(PropertyListError) -> PropertyListValue {
    let exponent = Int(bytes[start] & 0xF)
    guard exponent <= 4 else { throw PropertyListError(byte: start, "An integer is wider than 16 bytes.") }
    let width = 1 << exponent
    try require(width, at: start + 1)
    guard width == 16 else {
      return .integer(Int64(bitPattern: number(at: start + 1, width: width)))
    }
    guard number(at: start + 1, width: 8) == 0 else {
      throw PropertyListError(byte: start, "An integer of 16 bytes is not within the range of 64 bits.")
    }
    return PropertyListValue(unsigned: number(at: start + 9, width: 8))
  }

  func real(at start: Int) throws(PropertyListError) -> Double {
    let real: Double
    switch bytes[start] {
    case 0x22:
      try require(4, at: start + 1)
      real = Double(Float(bitPattern: UInt32(truncatingIfNeeded: number(at: start + 1, width: 4))))
    case 0x23:
      try require(8, at: start + 1)
      real = Double(bitPattern: number(at: start + 1, width: 8))
    default: throw PropertyListError(byte: start, "A real number has neither 4 nor 8 bytes.")
    }
    return real.isNaN && !trailer.keepsNaNBits ? .nan : real
  }

  func date(at start: Int) throws(PropertyListError) -> Date {
    try require(8, at: start + 1)
    let seconds = Double(bitPattern: number(at: start + 1, width: 8))
    guard seconds.isFinite else { throw PropertyListError(byte: start, "A date is no finite number of seconds.") }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  func ascii(at offset: Int, count: Int) throws(PropertyListError) -> String {
    let text = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    guard text.isASCII else {
      throw PropertyListError(byte: offset, "A text that is marked as ASCII holds other bytes.")
    }
    return String(decoding: text, as: UTF8.self)
  }

  func utf16(at offset: Int, count: Int) throws(PropertyListError) -> String {
    let units = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count * 2])
    guard let text = units.utf8(fromUTF16: .big) else {
      throw PropertyListError(byte: offset, "A text in UTF-16 holds half of a surrogate pair.")
    }
    return String(decoding: text, as: UTF8.self)
  }

  func unsupported(_ marker: UInt8, at start: Int) -> PropertyListError {
    let reason =
      switch marker {
      case 0x00: "A null is no value that a preference can have."
      case 0x0F: "A fill byte stands where a value should."
      case 0x80...0x8F: "A UID, which only keyed archives hold, is no value that a preference can have."
      case 0xB0...0xCF: "A set is no value that a preference can have."
      default: "The marker 0x\(String(marker, radix: 16)) begins no known kind of object."
      }
    return PropertyListError(byte: start, reason)
  }
}

extension PropertyListValue {
  /// An integer without a sign: an ``integer(_:)`` wherever it is in that range.
  init(unsigned number: UInt64) {
    self = Int64(exactly: number).map(PropertyListValue.integer) ?? .unsignedInteger(number)
  }
}
