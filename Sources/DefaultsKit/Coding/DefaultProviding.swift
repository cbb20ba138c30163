/// A type whose missing fields, wherever a value of it stands, take those of its default.
///
/// In an array, in a dictionary, in an optional: a stored value that lacks a field of this release reads it from
/// ``default``.
public protocol DefaultProviding: SendableMetatype {
  /// The value whose fields stand in for missing ones.
  static var `default`: Self { get }
}
