public import Foundation

extension Bool: PropertyListConvertible {
  public init?(propertyListValue: PropertyListValue) {
    guard case .boolean(let value) = propertyListValue else { return nil }
    self = value
  }

  public var propertyListValue: PropertyListValue { .boolean(self) }
}

extension String: PropertyListConvertible {
  public init?(propertyListValue: PropertyListValue) {
    guard case .string(let value) = propertyListValue else { return nil }
    self = value
  }

  public var propertyListValue: PropertyListValue { .string(self) }
}

extension Int: PropertyListConvertible {
  public init?(propertyListValue: PropertyListValue) {
    guard case .integer(let value) = propertyListValue else { return nil }
    self.init(exactly: value)
  }

  public var propertyListValue: PropertyListValue { .integer(Int64(self)) }
}

extension UInt: PropertyListConvertible {
  public init?(propertyListValue: PropertyListValue) {
    guard case .integer(let value) = propertyListValue else { return nil }
    self.init(exactly: value)
  }

  public var propertyListValue: PropertyListValue { .integer(Int64(self)) }
}

extension Date: PropertyListConvertible {
  public init?(propertyListValue: PropertyListValue) {
    guard case .date(let value) = propertyListValue else { return nil }
    self = value
  }

  public var propertyListValue: PropertyListValue { .date(self) }
}
