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
    let decoder = JSONDecoder()
    if let stackRoomKey, let room = StackRoom() { decoder.userInfo[stackRoomKey] = room }
    return try? decoder.decode(JSONTree.self, from: text)
  }

  private static let stackRoomKey = CodingUserInfoKey(rawValue: "stackRoom")

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
    if let key = Self.stackRoomKey, let room = decoder.userInfo[key] as? StackRoom, !room.suffices {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: CodingLimit.stackDescription))
    }
    // Numbers first: each wrong guess throws, and they are what long texts are made of.
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      (value, holdsNull) = (ReservedMarker.nilValue(), true)
    } else if let number = Self.number(in: container) {
      (value, holdsNull) = (number, false)
    } else if let text = try? container.decode(String.self) {
      (value, holdsNull) = (.string(text), false)
    } else if let boolean = try? container.decode(Bool.self) {
      (value, holdsNull) = (.boolean(boolean), false)
    } else if let container = try? decoder.container(keyedBy: Name.self) {
      let trees = try container.allKeys.map { ($0.stringValue, try container.decode(JSONTree.self, forKey: $0)) }
      let fields = trees.map { (ReservedMarker.escaped($0.0), $0.1.value) }
      value = .dictionary(Dictionary(fields, uniquingKeysWith: { $1 }))
      holdsNull = trees.contains { $0.1.holdsNull }
    } else {
      var container = try decoder.unkeyedContainer()
      var trees: [JSONTree] = []
      while !container.isAtEnd { trees.append(try container.decode(JSONTree.self)) }
      value = .array(trees.map(\.value))
      holdsNull = trees.contains(where: \.holdsNull)
    }
  }

  private static func number(in container: any SingleValueDecodingContainer) -> PropertyListValue? {
    let nearest = try? container.decode(Double.self)
    if let nearest {
      // Below 2^53 every integer is a `Double` of its own; zero may have a sign that an integer would lose.
      if nearest.magnitude < 0x1p53, nearest != 0 || nearest.sign == .plus, let integer = Int64(exactly: nearest) {
        // Digits that round to an integer are none: 1.00000000000000000001.
        if (try? container.decode(Decimal.self)) == Decimal(integer) { return .integer(integer) }
      } else if let integer = try? container.decode(Int64.self), integer != 0 {
        return .integer(integer)
      } else if let integer = try? container.decode(UInt64.self), integer != 0 {
        return .unsignedInteger(integer)
      }
    }
    let exact = try? container.decode(Decimal.self)
    if let nearest, exact == nil || nearest == 0 || exact == JSONNumber.decimal("\(nearest)") { return .real(nearest) }
    guard let exact else { return nil }
    // 9007199254740993.0 is an integer, though the decoder does not say so.
    if let integer = Int64(exact.description) { return .integer(integer) }
    if let integer = UInt64(exact.description) { return .unsignedInteger(integer) }
    return JSONNumber.value(exact)
  }
}
