/// A type whose encoded values carry the version of their schema, wherever they stand.
///
/// A value of an older version is migrated before it is decoded; one of a newer version is refused, and stays as it is.
public protocol SchemaVersioned: SendableMetatype {
  /// The version that this release writes, 1 or more.
  static var schemaVersion: Int { get }
  /// Brings a stored value of an older version to ``schemaVersion``.
  ///
  /// - Parameters:
  ///   - stored: The value as it was stored, without its version.
  ///   - version: The version it was stored with; 0 where it has none.
  static func migrate(_ stored: inout PropertyListValue, from version: Int) throws
}
