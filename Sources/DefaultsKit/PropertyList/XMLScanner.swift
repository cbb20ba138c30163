/// The elements that a property list is made of.
enum PropertyListElement: String {
  case plist, dict, array, key, string, integer, real, date, data, `true`, `false`
}

/// An opening tag.
struct XMLTag {
  let element: PropertyListElement
  /// Whether it closes itself: `<array/>`.
  let isEmpty: Bool
}

/// Reads the marks of XML, one after the other, from well-formed UTF-8.
struct XMLScanner {
  let bytes: UnsafeRawBufferPointer
  var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

  var isAtEnd: Bool { position == bytes.count }
  var isAtClosingTag: Bool { isAt("</") }

  /// Whether the first character that is no white space begins a mark.
  var looksLikeXML: Bool { bytes.first { !Self.isWhiteSpace($0) } == UInt8(ascii: "<") }

  // Inlined, so that a text's bytes are constants where it is looked for.
  @inline(__always)
  func isAt(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard length <= bytes.count - position else { return false }
    for index in 0..<length where bytes[position + index] != text.utf8Start[index] { return false }
    return true
  }

  @inline(__always)
  mutating func skip(_ text: StaticString) -> Bool {
    guard isAt(text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  mutating func skipWhiteSpace() {
    while position < bytes.count, Self.isWhiteSpace(bytes[position]) { position += 1 }
  }

  /// An error in the line of an offset; here, if none is given.
  func error(_ reason: String, at offset: Int? = nil) -> PropertyListError {
    let before = bytes[..<min(offset ?? position, bytes.count)]
    var line = 1
    var last: UInt8 = 0
    for byte in before {
      // A line ends with CR, LF or both.
      if byte == 0x0D || (byte == 0x0A && last != 0x0D) { line += 1 }
      last = byte
    }
    return PropertyListError(reason: reason, location: .line(line))
  }

  /// Skips what may stand between elements: white space, comments, processing instructions.
  mutating func skipBetweenElements() throws(PropertyListError) {
    while true {
      skipWhiteSpace()
      guard position < bytes.count else { return }
      guard bytes[position] == UInt8(ascii: "<") else {
        throw error("Text stands where only elements may.")
      }
      guard try skipCommentOrInstruction() else { return }
    }
  }

  /// Skips a comment or a processing instruction, if here is one.
  mutating func skipCommentOrInstruction() throws(PropertyListError) -> Bool {
    let start = position
    if skip("<!--") {
      // Two hyphens may not stand within a comment.
      guard skip(past: "--"), skip(">") else { throw error("A comment is not closed properly.", at: start) }
      return true
    }
    guard skip("<?") else { return false }
    guard position < bytes.count, Self.isNameByte(bytes[position]), !isAt("xml ") else {
      throw error("A processing instruction has no name that may stand here.", at: start)
    }
    guard skip(past: "?>") else { throw error("A processing instruction is not closed.", at: start) }
    return true
  }

  /// Skips up to a text and past it.
  mutating func skip(past text: StaticString) -> Bool {
    while position < bytes.count {
      if skip(text) { return true }
      position += 1
    }
    return false
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
    default: byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
  }

  /// Reads an opening tag, its attributes too, which mean nothing in a property list.
  mutating func openingTag() throws(PropertyListError) -> XMLTag {
    guard position < bytes.count else { throw error("The document ends before the property list does.") }
    let start = position
    guard skip("<") else { throw error("An element should stand here.") }
    let element = try elementName(from: start)
    while true {
      let hadSpace = position < bytes.count && Self.isWhiteSpace(bytes[position])
      skipWhiteSpace()
      if skip("/>") { return XMLTag(element: element, isEmpty: true) }
      if skip(">") { return XMLTag(element: element, isEmpty: false) }
      guard hadSpace, try skipAttribute() else { throw error("A tag is not closed properly.", at: start) }
    }
  }

  /// Reads the closing tag of an element.
  mutating func closingTag(of element: PropertyListElement) throws(PropertyListError) {
    let start = position
    guard skip("</") else { throw error("The element '\(element.rawValue)' is not closed.") }
    guard try elementName(from: start) == element else {
      throw error("Another element than '\(element.rawValue)' is closed.", at: start)
    }
    skipWhiteSpace()
    guard skip(">") else { throw error("A tag is not closed properly.", at: start) }
  }

  private mutating func elementName(from start: Int) throws(PropertyListError) -> PropertyListElement {
    let first = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    let name = UnsafeRawBufferPointer(rebasing: bytes[first..<position])
    guard let element = Self.element(named: name) else {
      throw error("A tag names no element of a property list.", at: start)
    }
    return element
  }

  /// The element of a name; most are told by their length and first letter before they are compared.
  private static func element(named name: UnsafeRawBufferPointer) -> PropertyListElement? {
    guard let first = name.first else { return nil }
    func named(_ text: StaticString, _ element: PropertyListElement) -> PropertyListElement? {
      for index in 0..<name.count where name[index] != text.utf8Start[index] { return nil }
      return element
    }
    switch (name.count, first) {
    case (3, _): return named("key", .key)
    case (4, UInt8(ascii: "d")):
      return named("dict", .dict) ?? named("data", .data) ?? named("date", .date)
    case (4, UInt8(ascii: "t")): return named("true", .true)
    case (4, _): return named("real", .real)
    case (5, UInt8(ascii: "a")): return named("array", .array)
    case (5, UInt8(ascii: "f")): return named("false", .false)
    case (5, _): return named("plist", .plist)
    case (6, _): return named("string", .string)
    case (7, _): return named("integer", .integer)
    default: return nil
    }
  }

  /// Skips an attribute, if a well-formed one is here.
  private mutating func skipAttribute() throws(PropertyListError) -> Bool {
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    guard position > start else { return false }
    skipWhiteSpace()
    guard skip("=") else { return false }
    skipWhiteSpace()
    return skipQuoted(refusing: UInt8(ascii: "<"))
  }

  /// Skips a text in quotes of either kind.
  mutating func skipQuoted(refusing refused: UInt8? = nil) -> Bool {
    guard position < bytes.count, case let quote = bytes[position], quote == 0x22 || quote == 0x27 else { return false }
    position += 1
    while position < bytes.count, bytes[position] != refused {
      position += 1
      if bytes[position - 1] == quote { return true }
    }
    return false
  }
}
