/// The fields of a dictionary in the order of their keys' scalars.
struct SortedFields {
  private let fields: [(key: String, value: PropertyListValue)]
  private var order: [(weight: UInt64, index: Int)]

  /// Sorts the fields of a dictionary.
  ///
  /// Keys are compared by the eight bytes behind what all of them begin with, and as a whole only where those are
  /// equal: comparing strings is most of what sorting costs.
  init(_ dictionary: [String: PropertyListValue]) {
    let fields = Array(dictionary)
    let common = Self.commonPrefix(of: fields)
    order = fields.indices.map { (Self.weight(of: fields[$0].key, from: common), $0) }
    order.sort { left, right in
      if left.weight != right.weight { return left.weight < right.weight }
      return fields[left.index].key.utf8.lexicographicallyPrecedes(fields[right.index].key.utf8)
    }
    self.fields = fields
  }

  /// No fields.
  init() { (fields, order) = ([], []) }

  var count: Int { fields.count }

  subscript(position: Int) -> (key: String, value: PropertyListValue) { fields[order[position].index] }

  /// The length of what all keys begin with.
  private static func commonPrefix(of fields: [(key: String, value: PropertyListValue)]) -> Int {
    guard let first = fields.first.map({ Array($0.key.utf8) }) else { return 0 }
    var length = first.count
    for field in fields.dropFirst() {
      length = withUTF8(of: field.key) { utf8 in
        var index = 0
        while index < min(length, utf8.count), utf8[index] == first[index] { index += 1 }
        return index
      }
    }
    return length
  }

  private static func weight(of key: String, from start: Int) -> UInt64 {
    withUTF8(of: key) { utf8 in
      var weight: UInt64 = 0
      for index in start..<start + 8 { weight = weight << 8 | (index < utf8.count ? UInt64(utf8[index]) : 0) }
      return weight
    }
  }

  /// The bytes of a string, with neither a copy nor a reference taken where it is a native one.
  private static func withUTF8<Result>(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = string.utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(string.utf8).withUnsafeBufferPointer(body)
  }
}
