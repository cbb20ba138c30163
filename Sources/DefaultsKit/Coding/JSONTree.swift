import Foundation

/// JSON text as a tree of property-list values.
///
/// Null is a nil marker, a user's key that looks reserved is escaped, and a number is a 64-bit integer, a `Double`, or
/// a ``JSONNumber`` where neither holds it exactly.
struct JSONTree: Decodable {
  let value: PropertyListValue
  /// Whether a null stands anywhere in it.
  let holdsNull: Bool

  /// Reads JSON text; nil where the bytes are none.
  static func parse(_ text: Data) -> JSONTree? {
    guard canBegin(text) else { return nil }
    return try? JSONDecoder().decode(JSONTree.self, from: text)
  }

  // Most values that are no JSON end here, whatever their size. RFC 8259, section 2: white space, then a value; the
  // zero bytes and the marks before it are those of UTF-16 and UTF-32, which Foundation reads too.
  private static func canBegin(_ text: Data) -> Bool {
    let ignored: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0x00, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
    guard let first = text.first(where: { !ignored.contains($0) }) else { return false }
    return "{[\"-0123456789tfn".utf8.contains(first)
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Name.self) {
      var fields: [String: PropertyListValue] = [:]
      var holdsNull = false
      for name in container.allKeys {
        let tree = try container.decode(JSONTree.self, forKey: name)
        fields[ReservedMarker.escaped(name.stringValue)] = tree.value
        holdsNull = holdsNull || tree.holdsNull
      }
      (value, self.holdsNull) = (.dictionary(fields), holdsNull)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [PropertyListValue] = []
      var holdsNull = false
      while !container.isAtEnd {
        let tree = try container.decode(JSONTree.self)
        elements.append(tree.value)
        holdsNull = holdsNull || tree.holdsNull
      }
      (value, self.holdsNull) = (.array(elements), holdsNull)
    } else {
      (value, holdsNull) = try Self.scalar(in: try decoder.singleValueContainer())
    }
  }

  private static func scalar(in container: any SingleValueDecodingContainer) throws -> (PropertyListValue, Bool) {
    if container.decodeNil() { return (ReservedMarker.nilValue(), true) }
    if let value = try? container.decode(String.self) { return (.string(value), false) }
    if let value = try? container.decode(Bool.self) { return (.boolean(value), false) }
    if let value = try? container.decode(Int64.self) {
      if value == 0, let zero = try? container.decode(Double.self), zero.sign == .minus { return (.real(zero), false) }
      return (.integer(value), false)
    }
    if let value = try? container.decode(UInt64.self) { return (.unsignedInteger(value), false) }
    let exact = try? container.decode(Decimal.self)
    let nearest = try? container.decode(Double.self)
    if let nearest, exact == nil || exact == JSONNumber.decimal("\(nearest)") { return (.real(nearest), false) }
    if let exact { return (JSONNumber.value(exact), false) }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: container.codingPath, debugDescription: "No number of any size."))
  }
}
