/// The last 32 bytes of a binary property list, which say where everything is.
///
/// Four bytes that no one uses, one more, the "sort version", the widths of offsets and of references, and then,
/// as 64-bit numbers, how many objects there are, which is the outermost, and where the table of their offsets begins.
struct BinaryPropertyListTrailer {
  static let length = 32
  /// `bplist00`: six letters and a version of two characters; readers accept any second one.
  static let header: StaticString = "bplist00"
  static let headerLength = 8

  let offsetWidth: Int
  let referenceWidth: Int
  let objectCount: Int
  let topObject: Int
  let offsetTable: Int
  /// Whether NaNs are told apart by their bits.
  let keepsNaNBits: Bool

  /// Reads and checks the trailer; everything that it names lies within the bytes.
  init(_ bytes: UnsafeRawBufferPointer) throws(PropertyListError) {
    guard bytes.count > Self.headerLength + Self.length else {
      throw PropertyListError(byte: bytes.count, "The bytes end before a binary property list could.")
    }
    guard bytes.starts(with: "bplist0".utf8) else {
      throw PropertyListError(byte: 6, "This version of the binary form is not known; version 0 is.")
    }
    let start = bytes.count - Self.length
    func number(at offset: Int) -> UInt64 {
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: UInt64.self))
    }
    offsetWidth = Int(bytes[start + 6])
    referenceWidth = Int(bytes[start + 7])
    guard 1...8 ~= offsetWidth, 1...8 ~= referenceWidth else {
      throw PropertyListError(byte: start + 6, "The widths of offsets and references must be 1 to 8 bytes.")
    }
    guard let table = Int(exactly: number(at: 24)), table > Self.headerLength, table < start else {
      throw PropertyListError(
        byte: start + 24, "The table of offsets does not lie between the objects and the trailer.")
    }
    let tableLength = start - table
    guard let count = Int(exactly: number(at: 8)), count > 0, tableLength % offsetWidth == 0,
      count == tableLength / offsetWidth
    else {
      throw PropertyListError(byte: start + 8, "The number of objects is not that of the table of offsets.")
    }
    guard let top = Int(exactly: number(at: 16)), top < count else {
      throw PropertyListError(byte: start + 16, "The outermost object is beyond the last one.")
    }
    // A width that cannot number every object or byte is the mark of a damaged trailer.
    guard Self.bytes(for: count - 1) <= referenceWidth, Self.bytes(for: table - 1) <= offsetWidth else {
      throw PropertyListError(byte: start + 6, "Offsets or references are too narrow for the objects there are.")
    }
    (offsetTable, objectCount, topObject) = (table, count, top)
    keepsNaNBits = bytes[start + Self.nanMarkOffset] != 0
  }

  /// How many bytes a number takes.
  static func bytes(for number: Int) -> Int {
    max(1, (Int.bitWidth - number.leadingZeroBitCount + 7) / 8)
  }
}

extension BinaryPropertyListTrailer {
  /// Where a byte that is not zero says that NaNs are told apart by their bits: the last unused one.
  ///
  /// Foundation knows one NaN, and reads any that another tool wrote as that one. So do we, but for files that say
  /// that it matters, which are ours.
  static let nanMarkOffset = 4

  /// The width that numbers below a count take: 1, 2, 4 or 8, and never all of a width's range.
  ///
  /// Foundation refuses 256 objects with references of one byte, though the numbers would fit.
  static func width(toCount count: Int) -> Int {
    switch bytes(for: count) {
    case 1: 1
    case 2: 2
    case 3, 4: 4
    default: 8
    }
  }

  /// Where a checksum of all other bytes may stand: the first four bytes of the trailer, which no reader looks at.
  ///
  /// Zeros, as other writers leave them, mean that there is none.
  static func checksumRange(inByteCount count: Int) -> Range<Int> { count - length..<count - length + 4 }
}
