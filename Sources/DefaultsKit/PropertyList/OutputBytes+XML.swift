extension OutputBytes {
  /// What a byte of text is to XML.
  private enum ByteClass: UInt8 {
    case plain, forbidden, escaped
    /// 0xEF, with which U+FFFE and U+FFFF begin.
    case suspicious
  }

  private static let classes: [UInt8] = (0...255).map { (byte: UInt8) in
    let kind: ByteClass =
      switch byte {
      case 0x09, 0x0A: .plain
      case 0x0D, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"): .escaped
      case 0x00..<0x20: .forbidden
      case 0xEF: .suspicious
      default: .plain
      }
    return kind.rawValue
  }

  /// Appends text with what stands for something else escaped.
  ///
  /// - Parameter text: Well-formed UTF-8.
  /// - Returns: What in it XML 1.0 has no way to write; nothing is of use then.
  mutating func append(xmlText text: UnsafeRawBufferPointer) -> String? {
    Self.classes.withUnsafeBufferPointer { classes in
      var start = 0
      var index = 0
      while index < text.count {
        let byte = text[index]
        guard classes[Int(byte)] != ByteClass.plain.rawValue else {
          index += 1
          continue
        }
        switch byte {
        case 0xEF:
          if text[index + 1] == 0xBF, text[index + 2] >= 0xBE {
            return text[index + 2] == 0xBE ? "the character U+FFFE" : "the character U+FFFF"
          }
          index += 3
          continue
        case 0x00..<0x20 where byte != 0x0D: return "a control character"
        default: break
        }
        append(UnsafeRawBufferPointer(rebasing: text[start..<index]))
        switch byte {
        case UInt8(ascii: "<"): append("&lt;")
        case UInt8(ascii: ">"): append("&gt;")
        case UInt8(ascii: "&"): append("&amp;")
        default: append("&#13;")  // readers make a literal carriage return a line feed
        }
        index += 1
        start = index
      }
      append(UnsafeRawBufferPointer(rebasing: text[start..<index]))
      return nil
    }
  }

  /// Appends a number in decimal, with leading zeros up to a number of digits.
  mutating func append(decimal number: UInt64, digits: Int = 1) {
    reserve(20)
    var rest = number
    var size = digits
    var power: UInt64 = 1
    for _ in 1..<max(digits, 2) where digits > 1 { power *= 10 }
    while rest / power >= 10 {
      power *= 10
      size += 1
    }
    for _ in 0..<size {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / power))
      rest %= power
      power = max(1, power / 10)
    }
  }

  /// Appends bytes in base64.
  mutating func append(base64 bytes: UnsafeRawBufferPointer) {
    func append(_ bits: UInt32, characters: Int) {
      for index in 0..<4 {
        let sextet = Int(bits >> UInt32(18 - 6 * index) & 0x3F)
        self.append(index < characters ? Base64.alphabet.utf8Start[sextet] : UInt8(ascii: "="))
      }
    }
    var index = 0
    while index + 3 <= bytes.count {
      append(UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]), characters: 4)
      index += 3
    }
    switch bytes.count - index {
    case 2: append(UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8, characters: 3)
    case 1: append(UInt32(bytes[index]) << 16, characters: 2)
    default: break
    }
  }
}
