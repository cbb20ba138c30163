/// The version that stands with a stored value of a ``SchemaVersioned`` type.
///
/// A dictionary has it as a field of its own; every other value, and a dictionary that has the stamp of another type
/// or is a nil marker, is wrapped. User's fields never have these names: see ``ReservedMarker``.
enum SchemaStamp {
  static let versionKey = "$defaultskit.schema"
  static let valueKey = "$defaultskit.value"

  /// A value with its version; version 0 is that of a value without one.
  static func stamped(_ value: PropertyListValue, version: Int) -> PropertyListValue {
    guard version > 0 else { return value }
    let stamp = PropertyListValue.integer(Int64(version))
    if case .dictionary(var fields) = value, fields[versionKey] == nil, fields[ReservedMarker.nilKey] == nil {
      fields[versionKey] = stamp
      return .dictionary(fields)
    }
    return .dictionary([versionKey: stamp, valueKey: value])
  }

  /// A stored value without its version.
  static func split(_ stored: PropertyListValue) -> (value: PropertyListValue, version: Int) {
    guard case .dictionary(var fields) = stored, case .integer(let version)? = fields[versionKey] else {
      return (stored, 0)
    }
    if let value = fields[valueKey] { return (value, Int(clamping: version)) }
    fields[versionKey] = nil
    return (.dictionary(fields), Int(clamping: version))
  }

  /// What is wrapped with a version, for a type that is not versioned any more; nil for every other value.
  static func wrapped(in stored: PropertyListValue) -> PropertyListValue? {
    guard case .dictionary(let fields) = stored, fields.count >= 2, fields[versionKey] != nil else { return nil }
    return fields[valueKey]
  }
}

/// A stored value was written by a later release, whose schema this one does not know.
struct SchemaTooNewError: Error, Sendable, CustomStringConvertible {
  let typeName: String
  let storedVersion: Int
  let knownVersion: Int

  var description: String {
    "\(typeName) was stored with schema version \(storedVersion); this release knows versions up to \(knownVersion)."
  }
}
