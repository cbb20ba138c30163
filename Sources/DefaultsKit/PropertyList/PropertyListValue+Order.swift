import Foundation

extension PropertyListValue {
  /// Whether this value stands before another in an order of all values that tells different ones apart.
  ///
  /// Kinds stand in an order of their own, and numbers, dates, texts and data in the usual one.
  func precedes(_ other: PropertyListValue) -> Bool {
    switch (self, other) {
    case (.string(let a), .string(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.boolean(let a), .boolean(let b)): !a && b
    case (.integer(let a), .integer(let b)): a < b
    case (.unsignedInteger(let a), .unsignedInteger(let b)): a < b
    case (.integer(let a), .unsignedInteger(let b)): a < 0 || UInt64(a) < b
    case (.unsignedInteger(let a), .integer(let b)): b > 0 && a < UInt64(b)
    case (.real(let a), .real(let b)): Self.precedes(a, b)
    case (.date(let a), .date(let b)):
      Self.precedes(a.timeIntervalSinceReferenceDate, b.timeIntervalSinceReferenceDate)
    case (.data(let a), .data(let b)): a.lexicographicallyPrecedes(b)
    case (.array(let a), .array(let b)): a.lexicographicallyPrecedes(b) { $0.precedes($1) }
    case (.dictionary(let a), .dictionary(let b)): Self.precedes(SortedFields(a), SortedFields(b))
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .boolean: 0
    case .integer, .unsignedInteger: 1
    case .real: 2
    case .date: 3
    case .string: 4
    case .data: 5
    case .array: 6
    case .dictionary: 7
    }
  }

  /// Numbers that are equal or no numbers differ in their bits still.
  private static func precedes(_ left: Double, _ right: Double) -> Bool {
    if left < right || left > right { return left < right }
    return left.bitPattern != right.bitPattern && left.isTotallyOrdered(belowOrEqualTo: right)
  }

  private static func precedes(_ left: SortedFields, _ right: SortedFields) -> Bool {
    guard left.count == right.count else { return left.count < right.count }
    for index in 0..<left.count {
      let (a, b) = (left[index], right[index])
      if a.key != b.key { return a.key.utf8.lexicographicallyPrecedes(b.key.utf8) }
      if a.value != b.value { return a.value.precedes(b.value) }
    }
    return false
  }
}
