/// The fields of a dictionary in the order of their keys' scalars.
enum SortedFields {
  typealias Field = (key: String, value: PropertyListValue)

  /// The fields in order.
  ///
  /// Keys are compared by the eight bytes behind what all of them begin with, and as a whole only where those are
  /// equal: comparing strings is most of what sorting costs.
  static func of(_ dictionary: [String: PropertyListValue]) -> [Field] {
    let fields = Array(dictionary)
    guard fields.count > 1 else { return fields.map { ($0.key, $0.value) } }
    let common = commonPrefix(of: fields)
    var order = fields.indices.map { (weight: weight(of: fields[$0].key, from: common), index: $0) }
    order.sort { left, right in
      if left.weight != right.weight { return left.weight < right.weight }
      return precedes(fields[left.index].key, fields[right.index].key)
    }
    return order.map { (fields[$0.index].key, fields[$0.index].value) }
  }

  private static func commonPrefix(of fields: [(key: String, value: PropertyListValue)]) -> Int {
    let first = Array(fields[0].key.utf8)
    var length = first.count
    for field in fields.dropFirst() {
      var key = field.key
      length = key.withUTF8 { utf8 in
        var index = 0
        while index < min(length, utf8.count), utf8[index] == first[index] { index += 1 }
        return index
      }
    }
    return length
  }

  private static func weight(of key: String, from start: Int) -> UInt64 {
    var key = key
    return key.withUTF8 { utf8 in
      var weight: UInt64 = 0
      for index in start..<start + 8 { weight = weight << 8 | (index < utf8.count ? UInt64(utf8[index]) : 0) }
      return weight
    }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
