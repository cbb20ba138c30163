/// A type whose encoded values carry the version of their schema, wherever they stand.
///
/// In an array, in an optional, within another versioned type: a value of an older version is migrated before it is
/// decoded; one of a newer version is refused, and stays as it is. A value that this release stored is not migrated
/// again.
///
/// ```swift
/// struct Profile: Codable, SchemaVersioned {
///   var fullName: String
///
///   static let schemaVersion = 1
///   static func migrate(_ stored: inout PropertyListValue, from version: Int) throws {
///     guard case .dictionary(var fields) = stored else { return }
///     fields["fullName"] = fields.removeValue(forKey: "name")
///     stored = .dictionary(fields)
///   }
/// }
/// ```
public protocol SchemaVersioned: SendableMetatype {
  /// The version that this release writes, 1 or more; values of version 0 carry none.
  static var schemaVersion: Int { get }
  /// Brings a stored value of an older version to ``schemaVersion``, over as many steps as it takes.
  ///
  /// The value is as it was stored, without its version. What it holds of other versioned types still has theirs, as
  /// fields that begin with `$defaultskit.`, and is migrated by its own type afterwards: leave it, or move it, as it
  /// is. The same goes for a nil, which is a dictionary with the one key `$defaultskit.nil`.
  /// - Parameters:
  ///   - stored: The value as it was stored, without its version.
  ///   - version: The version it was stored with; 0 where it has none.
  /// - Throws: Any error, where the value cannot be migrated: it stays as it is, and the error of the read names the
  ///   type, the versions and the place, and has this one as its cause.
  static func migrate(_ stored: inout PropertyListValue, from version: Int) throws
}
