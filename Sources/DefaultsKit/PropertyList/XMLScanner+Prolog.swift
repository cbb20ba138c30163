extension XMLScanner {
  /// Reads the XML declaration, if there is one, and holds the encoding that it names against the actual one.
  mutating func readDeclaration(_ encoding: XMLEncoding) throws(PropertyListError) {
    guard isAt("<?xml"), position + 5 < bytes.count, Self.isWhiteSpace(bytes[position + 5]) else { return }
    position += 5
    var expected: [StaticString] = ["version", "encoding", "standalone"]
    while true {
      skipWhiteSpace()
      if skip("?>") { return }
      guard let index = expected.firstIndex(where: isAt), skip(expected[index]) else {
        throw error("The XML declaration is not well-formed.")
      }
      let isEncoding = index == expected.count - 2
      // They stand in this order, each once.
      expected.removeFirst(index + 1)
      skipWhiteSpace()
      guard skip("=") else { throw error("The XML declaration is not well-formed.") }
      skipWhiteSpace()
      let start = position
      guard skipQuoted() else { throw error("The XML declaration is not well-formed.", at: start) }
      guard isEncoding else { continue }
      let name = String(decoding: bytes[start + 1..<position - 1], as: UTF8.self)
      guard encoding.agrees(withDeclared: name) else {
        throw error("The text is \(encoding.name), but the XML declaration names another encoding.", at: start)
      }
    }
  }

  /// Skips a document type declaration, if there is one.
  ///
  /// One that declares something itself is refused: a property list needs none, and entities could expand without end.
  mutating func skipDoctype() throws(PropertyListError) -> Bool {
    let start = position
    guard skip("<!DOCTYPE") else { return false }
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        return true
      case UInt8(ascii: "["):
        throw error("The document type declares something; a property list may not.")
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard skipQuoted() else { throw error("The document type declaration is not closed.", at: start) }
      case let byte where Self.isWhiteSpace(byte) || Self.isNameByte(byte):
        position += 1
      default: throw error("The document type declaration is not well-formed.")
      }
    }
    throw error("The document type declaration is not closed.", at: start)
  }
}
