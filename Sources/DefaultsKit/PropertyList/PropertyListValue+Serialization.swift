public import Foundation

extension PropertyListValue {
  /// Reads a property list in its binary or its XML form.
  ///
  /// The form is told from the first bytes, never from a file's name.
  /// - Parameter data: The bytes of one whole property list.
  /// - Throws: ``PropertyListError`` that says what is wrong and at which byte.
  public init(serialized data: Data) throws {
    throw PropertyListError(description: "not built yet")
  }

  /// The serialized bytes of this value.
  ///
  /// - Parameter format: The form to write.
  /// - Throws: ``PropertyListError`` where the form cannot carry the value exactly.
  public func serialized(as format: PropertyListFormat) throws -> Data {
    throw PropertyListError(description: "not built yet")
  }
}
