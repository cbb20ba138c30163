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

  /// The containers that stand in this one.
  var containers: [PropertyListValue] {
    switch self {
    case .array(let elements): elements.filter(\.isContainer)
    case .dictionary(let fields): fields.values.filter(\.isContainer)
    default: []
    }
  }

  /// Whether containers stand within each other more than `limit` times.
  ///
  /// Complexity: O(*n*); level by level, so that a deep value takes no more stack than a flat one.
  func nests(deeperThan limit: Int) -> Bool {
    var level = isContainer ? [self] : []
    var depth = 0
    while !level.isEmpty {
      depth += 1
      if depth > limit { return true }
      level = level.flatMap(\.containers)
    }
    return false
  }
}
