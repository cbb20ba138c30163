extension Array: PropertyListConvertible where Element: PropertyListConvertible {
  /// Creates the elements of an array, or nil where one of them is no `Element`.
  public init?(propertyListValue: PropertyListValue) {
    guard case .array(let values) = propertyListValue else { return nil }
    self.init()
    reserveCapacity(values.count)
    for value in values {
      guard let element = Element(propertyListValue: value) else { return nil }
      append(element)
    }
  }

  /// An array of the elements.
  public var propertyListValue: PropertyListValue { .array(map(\.propertyListValue)) }
}

extension Set: PropertyListConvertible where Element: PropertyListConvertible {
  /// Creates the set of an array's elements, or nil where one of them is no `Element`.
  public init?(propertyListValue: PropertyListValue) {
    guard let elements = [Element](propertyListValue: propertyListValue) else { return nil }
    self.init(elements)
  }

  /// An array of the elements, in an order that is the same for equal sets.
  public var propertyListValue: PropertyListValue { .array(map(\.propertyListValue).sorted { $0.precedes($1) }) }
}

extension Dictionary: PropertyListConvertible where Key == String, Value: PropertyListConvertible {
  /// Creates the fields of a dictionary, or nil where one of them is no `Value`.
  public init?(propertyListValue: PropertyListValue) {
    guard case .dictionary(let values) = propertyListValue else { return nil }
    self.init(minimumCapacity: values.count)
    for (key, value) in values {
      guard let field = Value(propertyListValue: value) else { return nil }
      self[key] = field
    }
  }

  /// A dictionary of the fields.
  public var propertyListValue: PropertyListValue { .dictionary(mapValues(\.propertyListValue)) }
}

extension PropertyListConvertible where Self: RawRepresentable, RawValue: PropertyListConvertible {
  /// Creates the value of a stored raw value.
  public init?(propertyListValue: PropertyListValue) {
    guard let rawValue = RawValue(propertyListValue: propertyListValue) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// What stands for the raw value.
  public var propertyListValue: PropertyListValue { rawValue.propertyListValue }
}
