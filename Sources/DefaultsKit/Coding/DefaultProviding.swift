/// A type whose missing fields, wherever a value of it stands, take those of its default.
///
/// In an array, in a dictionary, in an optional: a stored value that lacks a field of this release reads it from
/// ``default``. Where the default of a key or of a type around it reaches that place, its fields go first. A
/// hand-written `init(from:)` with `decodeIfPresent(…) ?? zero` for a field that is no optional keeps its zero, and the
/// cases of an enum are taken as they are stored.
///
/// ```swift
/// struct Feed: Codable, DefaultProviding {
///   var title = "untitled"
///   var limit = 20  // new in this release
///
///   static let `default` = Feed()
/// }
/// ```
public protocol DefaultProviding: SendableMetatype {
  /// The value whose fields stand in for missing ones; it has to be `Encodable`.
  static var `default`: Self { get }
}
