/// The encoded form of a default, with what filling needs to know noted in it under reserved names.
///
/// It never leaves a decoder, and decodes as if the notes were not there.
enum DefaultTree {
  private static let wholeKey = "$defaultskit.whole"

  /// The note that a field was encoded as an optional: only such a one is filled where `decodeIfPresent` misses it.
  ///
  /// A type whose own `init(from:)` has `decodeIfPresent(…) ?? zero` for a field that is no optional has said what it
  /// wants, and gets it.
  static func optionalKey(_ name: String) -> String { "$defaultskit.optional." + name }

  /// Notes what kind of value was encoded.
  ///
  /// An enum is one whole: the fields of one case mean nothing in another, so none of them is ever filled in.
  static func noting<T>(_ encoded: PropertyListValue, of value: T) -> PropertyListValue {
    guard case .dictionary(var fields) = encoded, ReservedMarker.nilDepth(of: encoded) == nil,
      Mirror(reflecting: value).displayStyle == .enum
    else { return encoded }
    fields[wholeKey] = .boolean(true)
    return .dictionary(fields)
  }

  /// What stands in a default under a stored name, to fill a missing field from.
  static func field(_ name: String, of tree: PropertyListValue, optionalOnly: Bool) -> PropertyListValue? {
    guard case .dictionary(let fields) = SchemaStamp.wrapped(in: tree) ?? tree, fields[wholeKey] == nil,
      !optionalOnly || fields[optionalKey(name)] != nil
    else { return nil }
    return fields[name]
  }
}
