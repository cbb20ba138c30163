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
    // One comparison of pointers for each type; a cast of each value would be much dearer.
    if T.self == String.self, let value = value as? String {
      self = .string(value)
    } else if T.self == Int.self, let value = value as? Int {
      self = .integer(Int64(value))
    } else if T.self == Double.self, let value = value as? Double {
      self = .real(value)
    } else if T.self == Bool.self, let value = value as? Bool {
      self = .boolean(value)
    } else if T.self == Date.self, let value = value as? Date {
      self = .date(value)
    } else if T.self == Data.self, let value = value as? Data {
      self = .data(value)
    } else if T.self == URL.self, let value = value as? URL {
      self = .string(value.absoluteString)
    } else if T.self == UUID.self, let value = value as? UUID {
      self = .string(value.uuidString)
    } else if T.self == Decimal.self, let value = value as? Decimal {
      self = .string(value.description)
    } else if T.self == PropertyListValue.self, let value = value as? PropertyListValue {
      self = ReservedMarker.escaped(value)
    } else {
      return nil
    }
  }
}
