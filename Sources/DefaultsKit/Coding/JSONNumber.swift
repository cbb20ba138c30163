import Foundation

/// A JSON number that neither a 64-bit integer nor a `Double` can hold exactly, kept with all its digits.
///
/// It stands in a tree that was read from JSON, under a reserved name, and never leaves the decoder.
enum JSONNumber {
  private static let key = "$defaultskit.number"

  static func value(_ number: Decimal) -> PropertyListValue { .dictionary([key: .string(number.description)]) }

  /// The number that a value stands for, or nil where it is none of this kind.
  static func decimal(in value: PropertyListValue) -> Decimal? {
    guard case .dictionary(let fields) = value, case .string(let digits)? = fields[key] else { return nil }
    return decimal(digits)
  }

  /// A tree in which every number is the nearest that a property list can hold.
  static func nearestDoubles(in value: PropertyListValue) -> PropertyListValue {
    if let number = decimal(in: value) { return .real(number.nearestDouble) }
    return switch value {
    case .array(let elements): .array(elements.map(nearestDoubles(in:)))
    case .dictionary(let fields): .dictionary(fields.mapValues(nearestDoubles(in:)))
    default: value
    }
  }

  /// The number that digits stand for, in any locale; nil where they are anything else.
  static func decimal(_ digits: String) -> Decimal? {
    // `Decimal(string:)` takes a prefix that it understands for the whole.
    guard !digits.isEmpty, digits.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    return Decimal(string: digits, locale: Locale(identifier: "en_US_POSIX"))
  }
}

extension Decimal {
  /// The nearest `Double`: parsed from the digits, for Foundation's own conversion is off by a little at times.
  var nearestDouble: Double { Double(description) ?? .nan }
}
