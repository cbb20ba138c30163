import Foundation

/// Numbers, dates and data from the text of their elements.
enum XMLScalar {
  /// The value of an element's text, or nil where it stands for none.
  static func value(of element: PropertyListElement, text: UnsafeRawBufferPointer) -> PropertyListValue? {
    switch element {
    case .integer: integer(text)
    case .real: real(text).map(PropertyListValue.real)
    case .date: XMLDate.date(from: trimmed(text)).map(PropertyListValue.date)
    case .data: Base64.bytes(from: text).map { .data(Data($0)) }
    default: nil
    }
  }

  private static func trimmed(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var (start, end) = (0, text.count)
    while start < end, XMLScanner.isWhiteSpace(text[start]) { start += 1 }
    while start < end, XMLScanner.isWhiteSpace(text[end - 1]) { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: text[start..<end])
  }

  /// Decimal, or hexadecimal after `0x`; white space may stand around it and behind its sign, as Foundation has it.
  private static func integer(_ text: UnsafeRawBufferPointer) -> PropertyListValue? {
    var digits = trimmed(text)
    var isNegative = false
    if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      digits = trimmed(UnsafeRawBufferPointer(rebasing: digits[1...]))
    }
    var radix: UInt64 = 10
    if digits.count > 2, digits[0] == UInt8(ascii: "0"), digits[1] | 0x20 == UInt8(ascii: "x") {
      radix = 16
      digits = UnsafeRawBufferPointer(rebasing: digits[2...])
    }
    guard !digits.isEmpty else { return nil }
    var magnitude: UInt64 = 0
    for byte in digits {
      let digit: UInt64
      switch byte {
      case 0x30...0x39: digit = UInt64(byte - 0x30)
      case 0x41...0x46 where radix == 16, 0x61...0x66 where radix == 16: digit = UInt64((byte | 0x20) - 0x61) + 10
      default: return nil
      }
      let (product, overflows) = magnitude.multipliedReportingOverflow(by: radix)
      let (sum, overflowsToo) = product.addingReportingOverflow(digit)
      guard !overflows, !overflowsToo else { return nil }
      magnitude = sum
    }
    guard isNegative else { return PropertyListValue(unsigned: magnitude) }
    guard magnitude <= Int64.min.magnitude else { return nil }
    return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
  }

  /// A decimal number, or "nan", "inf", "infinity" in any case; white space may stand before it, as Foundation has it.
  private static func real(_ text: UnsafeRawBufferPointer) -> Double? {
    var start = 0
    while start < text.count, XMLScanner.isWhiteSpace(text[start]) { start += 1 }
    let number = UnsafeRawBufferPointer(rebasing: text[start...])
    // The longest that `Double` writes has 24 characters; people may write more digits than count.
    guard number.count < 1024, number.isASCII else { return nil }
    let word = String(decoding: number, as: UTF8.self).lowercased()
    switch word {
    case "nan", "+nan", "-nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: break
    }
    guard isDecimal(number), let value = Double(word), value.isFinite else { return nil }
    return value
  }

  /// Whether text is digits with at most one point among, before or behind them, and perhaps an exponent.
  private static func isDecimal(_ text: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    func digits() -> Int {
      let start = index
      while index < text.count, 0x30...0x39 ~= text[index] { index += 1 }
      return index - start
    }
    func skip(_ characters: UInt8...) -> Bool {
      guard index < text.count, characters.contains(text[index]) else { return false }
      index += 1
      return true
    }
    _ = skip(UInt8(ascii: "-"), UInt8(ascii: "+"))
    var count = digits()
    if skip(UInt8(ascii: ".")) { count += digits() }
    guard count > 0 else { return false }
    if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "-"), UInt8(ascii: "+"))
      guard digits() > 0 else { return false }
    }
    return index == text.count
  }
}
