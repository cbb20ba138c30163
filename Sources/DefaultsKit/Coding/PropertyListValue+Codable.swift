import Foundation

/// A value as it is among other `Codable` values.
///
/// The coders of this library keep it exactly. Other coders keep what their format has: JSON has no dates and no bytes,
/// so there a date comes back as a number, and bytes as a string.
extension PropertyListValue: Codable {
  /// Decodes whichever kind of value another coder finds.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` where it holds none of the kinds, a nil for one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .unsignedInteger(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Data.self) {
      self = .data(value)
    } else if let value = try? container.decode(Date.self) {
      self = .date(value)
    } else if let value = try? container.decode([PropertyListValue].self) {
      self = .array(value)
    } else {
      self = .dictionary(try container.decode([String: PropertyListValue].self))
    }
  }

  /// Encodes the value as one of the type that it holds.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: `EncodingError` where the coder's format cannot hold it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let value): try container.encode(value)
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsignedInteger(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    case .data(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .dictionary(let value): try container.encode(value)
    }
  }
}
