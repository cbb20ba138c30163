/// One step from a value to a value within it.
enum PathStep {
  /// The value stands at the top, or is all that the value around it encodes.
  case same
  /// A field, or an entry of a dictionary.
  case key(any CodingKey)
  /// An element of an array.
  case index(Int)

  var codingKey: (any CodingKey)? {
    switch self {
    case .same: nil
    case .key(let key): key
    case .index(let index): IndexKey(index)
    }
  }
}

/// The place of an element, as errors show it.
struct IndexKey: CodingKey {
  let intValue: Int?
  var stringValue: String { "Index \(intValue ?? 0)" }

  init(_ index: Int) { intValue = index }
  init?(intValue: Int) { self.intValue = intValue }
  init?(stringValue: String) { nil }
}

/// The key under which `superEncoder()` keeps what a superclass encodes; the name is the one that Foundation's use.
enum SuperKey: String, CodingKey {
  case `super`
}
