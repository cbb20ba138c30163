public import Foundation

extension URL: PropertyListConvertible {
  /// Creates the URL that a string spells, exactly as it spells it.
  public init?(propertyListValue: PropertyListValue) {
    guard case .string(let text) = propertyListValue,
      let url = URL(string: text, encodingInvalidCharacters: false), url.absoluteString == text
    else { return nil }
    self = url
  }

  /// The text of the URL, resolved against its base if it has one.
  public var propertyListValue: PropertyListValue { .string(absoluteString) }
}

extension UUID: PropertyListConvertible {
  /// Creates the UUID that a string spells, in capital or small letters.
  public init?(propertyListValue: PropertyListValue) {
    guard case .string(let text) = propertyListValue else { return nil }
    self.init(uuidString: text)
  }

  /// The text of the UUID, in capital letters.
  public var propertyListValue: PropertyListValue { .string(uuidString) }
}

extension Decimal: PropertyListConvertible {
  /// Creates the number that a string spells in decimal, or that an integer is.
  ///
  /// A real is refused: what it holds is binary, and close to a decimal number at best.
  public init?(propertyListValue: PropertyListValue) {
    switch propertyListValue {
    case .integer(let value): self.init(value)
    case .unsignedInteger(let value): self.init(value)
    case .string("NaN"): self = .nan
    case .string(let text):
      // The parser takes what it can and leaves the rest, so only its own spelling counts.
      guard let value = Decimal(string: text, locale: Self.spelling), value.description == text else { return nil }
      self = value
    default: return nil
    }
  }

  /// The digits of the number, with a point.
  public var propertyListValue: PropertyListValue { .string(description) }

  private static let spelling = Locale(identifier: "en_US_POSIX")
}
