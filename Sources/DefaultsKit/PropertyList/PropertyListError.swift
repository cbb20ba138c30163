/// What is wrong with the bytes of a property list, or with a value that a form cannot carry.
public struct PropertyListError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong and where, as a sentence.
  public let description: String
}
