/// A type that is kept as a property-list value.
///
/// Conversions are exact or they fail: 300 is no `Int8`, 0.5 is no `Int`, 1 is no `Bool`, the text "7" is no `Int`.
/// A type whose raw value is convertible needs an empty conformance:
///
/// ```swift
/// enum Theme: String, PropertyListConvertible { case light, dark }
/// ```
public protocol PropertyListConvertible: Sendable {
  /// Creates the value that a property-list value stands for, or nil where it stands for none of this type.
  init?(propertyListValue: PropertyListValue)
  /// The property-list value that stands for this value.
  var propertyListValue: PropertyListValue { get }
}
