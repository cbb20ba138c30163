import Foundation

extension PropertyListValue: Hashable {
  /// Whether two values are the same, to the bit.
  public static func == (lhs: PropertyListValue, rhs: PropertyListValue) -> Bool {
    switch (lhs, rhs) {
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.unsignedInteger(let a), .unsignedInteger(let b)): a == b
    case (.integer(let a), .unsignedInteger(let b)), (.unsignedInteger(let b), .integer(let a)):
      a >= 0 && UInt64(a) == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.date(let a), .date(let b)):
      a.timeIntervalSinceReferenceDate.bitPattern == b.timeIntervalSinceReferenceDate.bitPattern
    case (.data(let a), .data(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    default: false
    }
  }

  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let value):
      hasher.combine(0)
      var value = value
      value.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(0xFF as UInt8)  // no text holds it, so texts that follow each other cannot run together
    case .boolean(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .integer(let value):
      hasher.combine(2)
      hasher.combine(UInt64(bitPattern: value))
    case .unsignedInteger(let value):
      hasher.combine(2)
      hasher.combine(value)
    case .real(let value):
      hasher.combine(3)
      hasher.combine(value.bitPattern)
    case .date(let value):
      hasher.combine(4)
      hasher.combine(value.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let value):
      hasher.combine(5)
      hasher.combine(value)
    case .array(let value):
      hasher.combine(6)
      hasher.combine(value)
    case .dictionary(let value):
      hasher.combine(7)
      hasher.combine(value)
    }
  }
}
