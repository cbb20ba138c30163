extension PropertyListValue {
  /// What a value is, without the value: safe to print.
  enum Kind: String, Sendable {
    case string, boolean, integer, real, date, data, array, dictionary
  }

  var kind: Kind {
    switch self {
    case .string: .string
    case .boolean: .boolean
    case .integer, .unsignedInteger: .integer
    case .real: .real
    case .date: .date
    case .data: .data
    case .array: .array
    case .dictionary: .dictionary
    }
  }

  /// Whether this is an array or a dictionary.
  var isContainer: Bool {
    switch self {
    case .array, .dictionary: true
    default: false
    }
  }

  /// Whether containers stand within each other more than `limit` times.
  ///
  /// Complexity: O(*n*), and `limit` stack frames.
  func nests(deeperThan limit: Int) -> Bool {
    switch self {
    case .array(let elements):
      limit <= 0 || elements.contains { $0.isContainer && $0.nests(deeperThan: limit - 1) }
    case .dictionary(let fields):
      limit <= 0 || fields.values.contains { $0.isContainer && $0.nests(deeperThan: limit - 1) }
    default: false
    }
  }
}
