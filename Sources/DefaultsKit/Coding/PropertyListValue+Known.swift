import Foundation

extension PropertyListValue {
  /// An integer; one beyond 64 bits is kept as its decimal digits, which is the one form that loses nothing.
  init(encoding integer: some BinaryInteger) {
    if let value = Int64(exactly: integer) {
      self = .integer(value)
    } else if let value = UInt64(exactly: integer) {
      self = .unsignedInteger(value)
    } else {
      self = .string(String(integer))
    }
  }

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
      self = .string(value.absoluteString)
    } else if let value = identity(value, as: UUID.self) {
      self = .string(value.uuidString)
    } else if let value = identity(value, as: Decimal.self) {
      self = .string(value.description)
    } else if let value = identity(value, as: PropertyListValue.self) {
      self = ReservedMarker.escaped(value)
    } else {
      return nil
    }
  }
}
