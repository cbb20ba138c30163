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
}
