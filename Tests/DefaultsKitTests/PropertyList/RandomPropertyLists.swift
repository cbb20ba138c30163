import Foundation

@testable import DefaultsKit

extension SeededGenerator {
  /// Makes up a value of any kind.
  mutating func propertyList(depth: Int, isForXML: Bool) -> PropertyListValue {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 8), using: &self) {
    case 0: return .boolean(Bool.random(using: &self))
    case 1: return .integer(Int64(truncatingIfNeeded: next() >> UInt64.random(in: 0..<64, using: &self)))
    case 2: return .unsignedInteger(next() | 1 << 63)
    case 3: return .real(isForXML ? Double.random(in: -1e9...1e9, using: &self) : Double(bitPattern: next()))
    case 4:
      let seconds = Double.random(in: -6e10...2e11, using: &self)
      return .date(Date(timeIntervalSinceReferenceDate: isForXML ? seconds.rounded() : seconds))
    case 5: return .data(Data((0..<Int.random(in: 0..<200, using: &self)).map { UInt8(truncatingIfNeeded: $0 &* 37) }))
    case 6, 7: return .string(text(isForXML: isForXML))
    case 8:
      return .array(
        (0..<Int.random(in: 0..<20, using: &self)).map { _ in propertyList(depth: depth - 1, isForXML: isForXML) })
    default:
      var fields: [String: PropertyListValue] = [:]
      for _ in 0..<Int.random(in: 0..<20, using: &self) {
        fields[text(isForXML: isForXML)] = propertyList(depth: depth - 1, isForXML: isForXML)
      }
      return .dictionary(fields)
    }
  }

  /// A text of ASCII, or of scalars of any plane.
  mutating func text(isForXML: Bool) -> String {
    let isASCII = Bool.random(using: &self)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<40, using: &self) {
      let range: ClosedRange<UInt32> = isASCII ? 0x20...0x7E : isForXML ? 0x20...0xD7FF : 0...0x10FFFF
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) { text.append(scalar) }
    }
    return String(text)
  }
}

extension PropertyListValue {
  /// Arrays within each other, so many of them.
  static func arrays(nested depth: Int) -> PropertyListValue {
    var value: PropertyListValue = "innermost"
    for _ in 0..<depth { value = [value] }
    return value
  }

  /// Dictionaries within each other, so many of them.
  static func dictionaries(nested depth: Int) -> PropertyListValue {
    var value: PropertyListValue = "innermost"
    for _ in 0..<depth { value = ["key": value] }
    return value
  }
}
