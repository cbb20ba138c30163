public import Foundation

extension PropertyListValue: PropertyListConvertible {
  /// Creates the value that is stored, or nil where that is of another kind.
  public init?(propertyListValue: PropertyListValue) { self = propertyListValue }

  /// The property-list value of the same kind.
  public var propertyListValue: PropertyListValue { self }
}

extension Bool: PropertyListConvertible {
  /// Creates the value that is stored, or nil where that is of another kind.
  public init?(propertyListValue: PropertyListValue) {
    guard case .boolean(let value) = propertyListValue else { return nil }
    self = value
  }

  /// The property-list value of the same kind.
  public var propertyListValue: PropertyListValue { .boolean(self) }
}

extension String: PropertyListConvertible {
  /// Creates the value that is stored, or nil where that is of another kind.
  public init?(propertyListValue: PropertyListValue) {
    guard case .string(let value) = propertyListValue else { return nil }
    self = value
  }

  /// The property-list value of the same kind.
  public var propertyListValue: PropertyListValue { .string(self) }
}

extension Date: PropertyListConvertible {
  /// Creates the value that is stored, or nil where that is of another kind.
  public init?(propertyListValue: PropertyListValue) {
    guard case .date(let value) = propertyListValue else { return nil }
    self = value
  }

  /// The property-list value of the same kind.
  public var propertyListValue: PropertyListValue { .date(self) }
}

extension Data: PropertyListConvertible {
  /// Creates the value that is stored, or nil where that is of another kind.
  public init?(propertyListValue: PropertyListValue) {
    guard case .data(let value) = propertyListValue else { return nil }
    self = value
  }

  /// The property-list value of the same kind.
  public var propertyListValue: PropertyListValue { .data(self) }
}
