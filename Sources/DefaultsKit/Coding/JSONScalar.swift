import Foundation

/// The scalars that JSON spells in another way than a property list.
enum JSONScalar {
  static func value<T>(of type: T.Type, from stored: PropertyListValue) -> T? {
    if T.self == Date.self { return date(stored).flatMap { identity($0, as: type) } }
    if T.self == Data.self { return data(stored).flatMap { identity($0, as: type) } }
    if T.self == URL.self { return url(stored).flatMap { identity($0, as: type) } }
    if T.self == Decimal.self { return decimal(stored).flatMap { identity($0, as: type) } }
    guard let number = JSONNumber.decimal(in: stored) else { return nil }
    if T.self == Double.self { return identity(number.nearestDouble, as: type) }
    if T.self == Float.self {
      return Float(propertyListValue: .real(number.nearestDouble)).flatMap { identity($0, as: type) }
    }
    // A smaller integer would not have become a `JSONNumber`.
    if T.self == Int128.self { return Int128(number.description).flatMap { identity($0, as: type) } }
    if T.self == UInt128.self { return UInt128(number.description).flatMap { identity($0, as: type) } }
    return nil
  }

  /// What JSON encoders write unless told otherwise: seconds since the reference date.
  private static func date(_ stored: PropertyListValue) -> Date? {
    guard let seconds = Double(propertyListValue: JSONNumber.nearestDoubles(in: stored)) else { return nil }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  private static func data(_ stored: PropertyListValue) -> Data? {
    guard case .string(let text) = stored else { return nil }
    return Data(base64Encoded: text)
  }

  /// Also one that Foundation has to encode first, as its decoder does.
  private static func url(_ stored: PropertyListValue) -> URL? {
    guard case .string(let text) = stored else { return nil }
    return URL(string: text)
  }

  private static func decimal(_ stored: PropertyListValue) -> Decimal? {
    // The shortest digits that mean this number are those that JSON had: more would be a `JSONNumber`.
    if case .real(let value) = stored, value.isFinite { return JSONNumber.decimal("\(value)") }
    return JSONNumber.decimal(in: stored)
  }
}
