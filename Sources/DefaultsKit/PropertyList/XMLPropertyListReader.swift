import Foundation

/// Reads the XML form, strictly.
///
/// There is no recursion: containers that are being read stand on a stack of their own, at most 512. There are no
/// entities but the five that XML itself has, so nothing expands. Where Foundation writes what XML 1.0 forbids
/// (control characters as they are) or would have changed (a carriage return), text is read as Foundation wrote it.
struct XMLPropertyListReader {
  var scanner: XMLScanner

  /// The value that the bytes hold, in UTF-8, UTF-16 or UTF-32.
  static func value(in bytes: UnsafeRawBufferPointer) throws(PropertyListError) -> PropertyListValue {
    let encoding = XMLEncoding(detectedIn: bytes)
    let body = UnsafeRawBufferPointer(rebasing: bytes[encoding.markLength...])
    if encoding.form == .utf8 { return try value(inUTF8: body, encoding: encoding) }
    guard let text = encoding.utf8(body) else {
      throw PropertyListError(reason: "The text is not well-formed \(encoding.name).")
    }
    // A typed throw does not pass through the closure of an array's bytes.
    let result: Result<PropertyListValue, PropertyListError> = text.withUnsafeBytes { bytes in
      do throws(PropertyListError) {
        return .success(try value(inUTF8: bytes, encoding: encoding))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func value(
    inUTF8 bytes: UnsafeRawBufferPointer, encoding: XMLEncoding
  ) throws(PropertyListError) -> PropertyListValue {
    var reader = XMLPropertyListReader(scanner: XMLScanner(bytes))
    guard reader.scanner.looksLikeXML else {
      throw PropertyListError(reason: "The bytes are neither a binary property list nor an XML one.")
    }
    if let invalid = bytes.firstInvalidUTF8 {
      throw reader.scanner.error("The text is not well-formed UTF-8.", at: invalid)
    }
    return try reader.document(encoding)
  }

  private mutating func document(_ encoding: XMLEncoding) throws(PropertyListError) -> PropertyListValue {
    try scanner.readDeclaration(encoding)
    try scanner.skipBetweenElements()
    if try scanner.skipDoctype() { try scanner.skipBetweenElements() }
    var tag = try scanner.openingTag()
    let hasRoot = tag.element == .plist
    if hasRoot {
      guard !tag.isEmpty else { throw scanner.error("The property list has no value in it.") }
      try scanner.skipBetweenElements()
      if scanner.isAtClosingTag { throw scanner.error("The property list has no value in it.") }
      tag = try scanner.openingTag()
    }
    let value = try self.value(tag)
    try scanner.skipBetweenElements()
    if hasRoot {
      guard scanner.isAtClosingTag else { throw scanner.error("The property list holds more than one value.") }
      try scanner.closingTag(of: .plist)
      try scanner.skipBetweenElements()
    }
    guard scanner.isAtEnd else { throw scanner.error("Something follows the end of the property list.") }
    return value
  }

  /// A container that is being read.
  private struct Frame {
    let isDictionary: Bool
    var elements: [PropertyListValue] = []
    var fields: [String: PropertyListValue] = [:]
    /// A key whose value has not been read.
    var key: String?

    mutating func accept(_ value: PropertyListValue) {
      if let key {
        fields[key] = value
        self.key = nil
      } else {
        elements.append(value)
      }
    }
  }

  /// Reads the element whose opening tag has been read.
  private mutating func value(_ tag: XMLTag) throws(PropertyListError) -> PropertyListValue {
    if let value = try scalar(tag) { return value }
    // They are changed where they stand: a second reference would copy all elements at each change.
    var frames = [Frame(isDictionary: tag.element == .dict)]
    while true {
      if let isDictionary = try fill(&frames[frames.count - 1]) {
        guard frames.count < PropertyListValue.serializedNestingLimit else {
          throw scanner.error(
            "Arrays and dictionaries nest deeper than \(PropertyListValue.serializedNestingLimit) levels.")
        }
        frames.append(Frame(isDictionary: isDictionary))
        continue
      }
      let frame = frames.removeLast()
      let value: PropertyListValue = frame.isDictionary ? .dictionary(frame.fields) : .array(frame.elements)
      if frames.isEmpty { return value }
      frames[frames.count - 1].accept(value)
    }
  }

  /// Reads elements up to the closing tag, or up to the first container, and returns whether that one is a dictionary.
  private mutating func fill(_ frame: inout Frame) throws(PropertyListError) -> Bool? {
    while true {
      try scanner.skipBetweenElements()
      if scanner.isAtClosingTag {
        guard frame.key == nil else { throw scanner.error("A key has no value.") }
        try scanner.closingTag(of: frame.isDictionary ? .dict : .array)
        return nil
      }
      let tag = try scanner.openingTag()
      if tag.element == .key {
        guard frame.isDictionary else { throw scanner.error("A key stands in an array.") }
        guard frame.key == nil else { throw scanner.error("A key has no value.") }
        frame.key = tag.isEmpty ? "" : try scanner.text(of: .key)
        continue
      }
      if frame.isDictionary, frame.key == nil { throw scanner.error("A value in a dictionary has no key.") }
      guard let value = try scalar(tag) else { return tag.element == .dict }
      frame.accept(value)
    }
  }

  /// The value of an element, unless it is a container with something in it.
  private mutating func scalar(_ tag: XMLTag) throws(PropertyListError) -> PropertyListValue? {
    switch tag.element {
    case .string: return .string(tag.isEmpty ? "" : try scanner.text(of: .string))
    case .dict: return tag.isEmpty ? .dictionary([:]) : nil
    case .array: return tag.isEmpty ? .array([]) : nil
    case .true, .false:
      if !tag.isEmpty, try !scanner.text(of: tag.element).utf8.allSatisfy(XMLScanner.isWhiteSpace) {
        throw scanner.error("A Boolean has something in it.")
      }
      return .boolean(tag.element == .true)
    case .integer, .real, .date, .data:
      var text = tag.isEmpty ? "" : try scanner.text(of: tag.element)
      let value = text.withUTF8 { XMLScalar.value(of: tag.element, text: UnsafeRawBufferPointer($0)) }
      guard let value else { throw scanner.error("The text of an element is no \(tag.element.rawValue).") }
      return value
    case .key: throw scanner.error("A key stands where a value should.")
    case .plist: throw scanner.error("A property list stands within another.")
    }
  }
}
