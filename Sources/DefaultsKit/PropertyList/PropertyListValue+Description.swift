import Foundation

extension PropertyListValue: CustomStringConvertible {
  /// The value as it would be written in Swift, where it can be: `["volume": 4, "theme": "dark"]`.
  ///
  /// For logs and playgrounds; its form may change. Keys of dictionaries are sorted. Complexity: O(*n*).
  public var description: String {
    switch self {
    case .string(let text): text.debugDescription
    case .boolean(let flag): flag.description
    case .integer(let number): number.description
    case .unsignedInteger(let number): number.description
    case .real(let number): number.description
    case .date(let date): date.description
    case .data(let data): data.description
    case .array(let elements): elements.description
    case .dictionary(let fields):
      fields.isEmpty
        ? "[:]"
        : "["
          + fields.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription): \($0.value)" }.joined(separator: ", ")
          + "]"
    }
  }
}

extension PropertyListValue: CustomDebugStringConvertible {
  /// The same text as ``description``, so that values within collections and optionals read well too.
  public var debugDescription: String { description }
}
