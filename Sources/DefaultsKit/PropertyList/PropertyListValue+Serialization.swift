public import Foundation

extension PropertyListValue {
  /// The deepest nesting of arrays and dictionaries that is read or written.
  ///
  /// Enough for any preference, and small enough for code that recurses over what it is given.
  static let serializedNestingLimit = 512

  /// Reads a property list in its binary or its XML form.
  ///
  /// The form is told from the first bytes, never from a file's name.
  /// - Parameter data: The bytes of one whole property list.
  /// - Throws: ``PropertyListError`` that says what is wrong and where: bytes that are no property list, a value that
  ///   no preference can be (a UID, a set, a null), nesting above 512 levels.
  public init(serialized data: Data) throws {
    self = try data.withUnsafeBytes { (bytes) throws(PropertyListError) in
      if bytes.isEmpty { throw PropertyListError(reason: "There are no bytes, not even an empty property list.") }
      if bytes.starts(with: "bplist".utf8) { return try BinaryPropertyListReader.value(in: bytes) }
      return try XMLPropertyListReader.value(in: bytes)
    }
  }

  /// The serialized bytes of this value.
  ///
  /// - Parameter format: The form to write.
  /// - Returns: The bytes of one whole property list, with the keys of dictionaries in order (XML) or in none (binary).
  /// - Throws: ``PropertyListError`` where the form cannot carry the value exactly, with the way to the part at fault.
  ///   Neither form carries nesting above 512 levels or a date that is no finite number; see
  ///   ``PropertyListFormat/xml`` for what XML cannot carry.
  public func serialized(as format: PropertyListFormat) throws -> Data {
    switch format {
    case .binary: try BinaryPropertyListWriter.data(for: self)
    case .xml: try XMLPropertyListWriter.data(for: self)
    }
  }
}
