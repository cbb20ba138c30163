import Foundation

extension ValueDecoder {
  /// The value of a type that has a stored form of its own, whatever it decodes from elsewhere; nil for other types.
  func known<T>(_ type: T.Type, from stored: PropertyListValue, at step: PathStep) throws -> T? {
    if T.self == String.self { return identity(try string(stored, at: step), as: T.self) }
    if T.self == Int.self { return identity(try integer(Int.self, stored, at: step), as: T.self) }
    if T.self == Double.self { return identity(try double(stored, at: step), as: T.self) }
    if T.self == Bool.self { return identity(try boolean(stored, at: step), as: T.self) }
    if T.self == Date.self { return identity(try date(stored, at: step), as: T.self) }
    if T.self == Data.self { return identity(try data(stored, at: step), as: T.self) }
    if T.self == URL.self { return identity(try text(URL.self, stored, at: step, URL.init(string:)), as: T.self) }
    if T.self == UUID.self {
      return identity(try text(UUID.self, stored, at: step, UUID.init(uuidString:)), as: T.self)
    }
    if T.self == Decimal.self { return identity(try decimal(stored, at: step), as: T.self) }
    if T.self == PropertyListValue.self { return identity(ReservedMarker.unescaped(stored), as: T.self) }
    return nil
  }

  func boolean(_ stored: PropertyListValue, at step: PathStep) throws -> Bool {
    if case .boolean(let value) = unwrapped(stored) { return value }
    throw mismatch(Bool.self, stored, at: step)
  }

  func string(_ stored: PropertyListValue, at step: PathStep) throws -> String {
    if case .string(let value) = unwrapped(stored) { return value }
    throw mismatch(String.self, stored, at: step)
  }

  func double(_ stored: PropertyListValue, at step: PathStep) throws -> Double {
    let stored = unwrapped(stored)
    switch stored {
    case .real(let value): return value
    case .integer(let value): if let exact = Double(exactly: value) { return exact }
    case .unsignedInteger(let value): if let exact = Double(exactly: value) { return exact }
    default: if let number = JSONNumber.decimal(in: stored) { return number.nearestDouble }
    }
    throw mismatch(Double.self, stored, at: step)
  }

  /// The nearest `Float`; a number beyond its range is none.
  func float(_ stored: PropertyListValue, at step: PathStep) throws -> Float {
    let stored = unwrapped(stored)
    let nearest: Float
    switch stored {
    case .real(let value):
      nearest = Float(value)
      if nearest.isInfinite && value.isFinite { throw mismatch(Float.self, stored, at: step) }
    case .integer(let value): nearest = Float(value)
    case .unsignedInteger(let value): nearest = Float(value)
    default:
      guard let number = JSONNumber.decimal(in: stored) else { throw mismatch(Float.self, stored, at: step) }
      nearest = Float(number.nearestDouble)
    }
    return nearest
  }

  func integer<I: FixedWidthInteger>(
    _ type: I.Type, _ stored: PropertyListValue, at step: PathStep
  ) throws -> I {
    let stored = unwrapped(stored)
    let exact: I?
    switch stored {
    case .integer(let value): exact = I(exactly: value)
    case .unsignedInteger(let value): exact = I(exactly: value)
    case .real(let value): exact = I(exactly: value)
    // The form of an integer beyond 64 bits; a smaller one in digits is text, not a number.
    case .string(let digits) where I.bitWidth > 64:
      exact = I(digits).flatMap { PropertyListValue(encoding: $0) == stored ? $0 : nil }
    default: exact = JSONNumber.decimal(in: stored).flatMap { I($0.description) }
    }
    guard let exact else { throw mismatch(type, stored, at: step) }
    return exact
  }

  private func date(_ stored: PropertyListValue, at step: PathStep) throws -> Date {
    if case .date(let value) = unwrapped(stored) { return value }
    // What JSON encoders write unless told otherwise: seconds since the reference date.
    if session.isJSON, let seconds = try? double(stored, at: step) {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    throw mismatch(Date.self, stored, at: step)
  }

  private func data(_ stored: PropertyListValue, at step: PathStep) throws -> Data {
    switch unwrapped(stored) {
    case .data(let value): return value
    case .string(let text) where session.isJSON: if let data = Data(base64Encoded: text) { return data }
    default: break
    }
    throw mismatch(Data.self, stored, at: step)
  }

  /// A value that is kept as text; the fields that the type itself would encode are taken too.
  private func text<T: Decodable>(
    _ type: T.Type, _ stored: PropertyListValue, at step: PathStep, _ parse: (String) -> T?
  ) throws -> T {
    let stored = unwrapped(stored)
    switch stored {
    case .string(let text): if let value = parse(text) { return value }
    case .dictionary where ReservedMarker.nilDepth(of: stored) == nil:
      return try T(from: ValueDecoder(stored, within: self, at: step, subject: type))
    default: break
    }
    throw mismatch(type, stored, at: step)
  }

  private func decimal(_ stored: PropertyListValue, at step: PathStep) throws -> Decimal {
    let stored = unwrapped(stored)
    switch stored {
    case .integer(let value): return Decimal(value)
    case .unsignedInteger(let value): return Decimal(value)
    // The shortest digits that mean this number, which are those that JSON had: more are kept as a `JSONNumber`.
    case .real(let value) where value.isFinite && session.isJSON:
      if let decimal = JSONNumber.decimal("\(value)") { return decimal }
    default: if let number = JSONNumber.decimal(in: stored) { return number }
    }
    return try text(Decimal.self, stored, at: step, JSONNumber.decimal(_:))
  }

  // A scalar of a type that was versioned when it was stored, and is not any more.
  private func unwrapped(_ stored: PropertyListValue) -> PropertyListValue {
    guard case .dictionary = stored else { return stored }
    return SchemaStamp.wrapped(in: stored) ?? stored
  }
}
