/// Every integer: exactly the number that is stored, as an integer or as a real without a fraction, or nothing.
extension PropertyListConvertible where Self: FixedWidthInteger {
  /// Creates the number that is stored, or nil where this type does not hold exactly that.
  public init?(propertyListValue: PropertyListValue) {
    switch propertyListValue {
    case .integer(let value): self.init(exactly: value)
    case .unsignedInteger(let value): self.init(exactly: value)
    case .real(let value): self.init(exactly: value)
    // Text, but for the numbers that have no other form, is no number.
    case .string(let text):
      guard let value = Self(text), value.description == text, case .string = value.propertyListValue
      else { return nil }
      self = value
    default: return nil
    }
  }

  /// The integer; the few of 128 bits that are beyond 64 become their decimal text, as no property list has room.
  public var propertyListValue: PropertyListValue {
    if let value = Int64(exactly: self) { return .integer(value) }
    if let value = UInt64(exactly: self) { return .unsignedInteger(value) }
    return .string(description)
  }
}

extension Int: PropertyListConvertible {}
extension Int8: PropertyListConvertible {}
extension Int16: PropertyListConvertible {}
extension Int32: PropertyListConvertible {}
extension Int64: PropertyListConvertible {}
extension Int128: PropertyListConvertible {}
extension UInt: PropertyListConvertible {}
extension UInt8: PropertyListConvertible {}
extension UInt16: PropertyListConvertible {}
extension UInt32: PropertyListConvertible {}
extension UInt64: PropertyListConvertible {}
extension UInt128: PropertyListConvertible {}

extension Double: PropertyListConvertible {
  /// Creates the number that is stored, as a real or as an integer that a `Double` holds exactly.
  public init?(propertyListValue: PropertyListValue) {
    switch propertyListValue {
    case .real(let value): self = value
    case .integer(let value): self.init(exactly: value)
    case .unsignedInteger(let value): self.init(exactly: value)
    default: return nil
    }
  }

  /// A real.
  public var propertyListValue: PropertyListValue { .real(self) }
}

extension Float: PropertyListConvertible {
  /// Creates the `Float` nearest to the number that is stored, or nil where that number is beyond its range.
  public init?(propertyListValue: PropertyListValue) {
    switch propertyListValue {
    case .real(let value):
      self.init(value)
      if isInfinite, value.isFinite { return nil }
    case .integer(let value): self.init(value)
    case .unsignedInteger(let value): self.init(value)
    default: return nil
    }
  }

  /// A real.
  public var propertyListValue: PropertyListValue { .real(Double(self)) }
}
