/// The few dictionaries that the library writes among a user's values, and what keeps them apart from a user's own.
///
/// A dictionary is a marker where one of its keys begins with exactly `$defaultskit.`. A user's key of that look
/// (any number of `$`, then `defaultskit.`) is stored with one more `$`, and loses it when read: so no value of a user
/// can ever be taken for a marker, nor a marker for a value.
@usableFromInline
enum ReservedMarker {
  static let prefix = "$defaultskit."
  /// Stands for nil where nil cannot be left out: in arrays, under a key whose default is something.
  static let nilKey = "$defaultskit.nil"

  /// The marker for nil; `depth` counts the optionals around it, so that `.some(nil)` is not `nil`.
  @usableFromInline
  static func nilValue(depth: Int = 0) -> PropertyListValue { .dictionary([nilKey: .integer(Int64(depth))]) }

  /// The depth of a nil marker, or nil for every other value.
  @usableFromInline
  static func nilDepth(of value: PropertyListValue) -> Int? {
    guard case .dictionary(let fields) = value, fields.count == 1, case .integer(let depth)? = fields[nilKey],
      depth >= 0
    else { return nil }
    return Int(exactly: depth)
  }

  /// What `.some(value)` is stored as, for a value that may be a nil itself.
  static func deeper(_ value: PropertyListValue) -> PropertyListValue {
    nilDepth(of: value).map { nilValue(depth: $0 + 1) } ?? value
  }

  /// What is stored for the value within a stored `.some(value)`.
  static func shallower(_ value: PropertyListValue) -> PropertyListValue {
    guard let depth = nilDepth(of: value), depth > 0 else { return value }
    return nilValue(depth: depth - 1)
  }

  /// A user's key as it is stored.
  static func escaped(_ key: String) -> String { isReserved(key, dollars: 1...) ? "$" + key : key }

  /// A stored key as the user knows it.
  static func unescaped(_ key: String) -> String { isReserved(key, dollars: 2...) ? String(key.dropFirst()) : key }

  /// Whether a stored key is the library's own, and no user's.
  static func isMarker(_ key: String) -> Bool { isReserved(key, dollars: 1...) && !isReserved(key, dollars: 2...) }

  /// A user's value as it is stored: keys that look reserved are escaped, at every depth.
  @usableFromInline
  static func escaped(_ value: PropertyListValue) -> PropertyListValue { renaming(value, by: escaped(_:)) }

  /// A stored value as the user knows it.
  @usableFromInline
  static func unescaped(_ value: PropertyListValue) -> PropertyListValue { renaming(value, by: unescaped(_:)) }

  private static func isReserved(_ key: String, dollars: PartialRangeFrom<Int>) -> Bool {
    let utf8 = key.utf8
    guard utf8.first == UInt8(ascii: "$") else { return false }
    let rest = utf8.drop { $0 == UInt8(ascii: "$") }
    return dollars.contains(utf8.count - rest.count) && rest.starts(with: "defaultskit.".utf8)
  }

  private static func renaming(_ value: PropertyListValue, by rename: (String) -> String) -> PropertyListValue {
    holdsDollarKey(value) ? renamed(value, by: rename) : value
  }

  /// Whether any key could need another name: hardly ever, and then nothing has to be built anew.
  ///
  /// Not recursive, so that a deep value takes no more stack than a flat one.
  private static func holdsDollarKey(_ value: PropertyListValue) -> Bool {
    var rest = value.isContainer ? [value] : []
    while let next = rest.popLast() {
      if case .dictionary(let fields) = next, fields.keys.contains(where: { $0.utf8.first == UInt8(ascii: "$") }) {
        return true
      }
      rest += next.containers
    }
    return false
  }

  private static func renamed(_ value: PropertyListValue, by rename: (String) -> String) -> PropertyListValue {
    switch value {
    case .array(var elements):
      for index in elements.indices where elements[index].isContainer {
        elements[index] = renamed(elements[index], by: rename)
      }
      return .array(elements)
    case .dictionary(let fields):
      var result: [String: PropertyListValue] = [:]
      result.reserveCapacity(fields.count)
      for (key, field) in fields { result[rename(key)] = renamed(field, by: rename) }
      return .dictionary(result)
    default: return value
    }
  }
}
