import Foundation

extension PropertyListValue {
  /// A value of a type that has a form of its own here, whatever it encodes to elsewhere; nil for any other.
  init?<T>(encodingKnown value: T) {
    if let value = identity(value, as: String.self) {
      self = .string(value)
    } else if let value = identity(value, as: Int.self) {
      self = .integer(Int64(value))
    } else if let value = identity(value, as: Double.self) {
      self = .real(value)
    } else if let value = identity(value, as: Bool.self) {
      self = .boolean(value)
    } else if let value = identity(value, as: Date.self) {
      self = .date(value)
    } else if let value = identity(value, as: Data.self) {
      self = .data(value)
    } else if let value = identity(value, as: URL.self) {
      self = value.propertyListValue
    } else if let value = identity(value, as: UUID.self) {
      self = value.propertyListValue
    } else if let value = identity(value, as: Decimal.self) {
      self = value.propertyListValue
    } else {
      return nil
    }
  }
}
