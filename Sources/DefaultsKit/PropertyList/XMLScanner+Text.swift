extension XMLScanner {
  /// Reads the text of an element up to its closing tag and past it.
  ///
  /// White space counts, comments do not. Plain text, which nearly all is, becomes a string in one step.
  mutating func text(of element: PropertyListElement) throws(PropertyListError) -> String {
    let start = position
    skipPlainText()
    if isAtClosingTag {
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      try closingTag(of: element)
      return text
    }
    var text = Array(bytes[start..<position])
    while true {
      guard position < bytes.count else {
        throw error("The element '\(element.rawValue)' is not closed.", at: start)
      }
      if bytes[position] == UInt8(ascii: "&") {
        try readReference(into: &text)
      } else if isAtClosingTag {
        try closingTag(of: element)
        return String(decoding: text, as: UTF8.self)
      } else if try readSection(into: &text) {
        // A CDATA section, which is read as it is.
      } else if try !skipCommentOrInstruction() {
        throw error("An element stands within the text of '\(element.rawValue)'.")
      }
      let plain = position
      skipPlainText()
      text += bytes[plain..<position]
    }
  }

  private mutating func skipPlainText() {
    while position < bytes.count, bytes[position] != UInt8(ascii: "<"), bytes[position] != UInt8(ascii: "&") {
      position += 1
    }
  }

  private mutating func readSection(into text: inout [UInt8]) throws(PropertyListError) -> Bool {
    let start = position
    guard skip("<![CDATA[") else { return false }
    let first = position
    guard skip(past: "]]>") else { throw error("A CDATA section is not closed.", at: start) }
    text += bytes[first..<position - 3]
    return true
  }

  /// Reads a reference: the five names that XML has, or a character by its number.
  private mutating func readReference(into text: inout [UInt8]) throws(PropertyListError) {
    let start = position
    position += 1
    if skip("amp;") {
      text.append(UInt8(ascii: "&"))
    } else if skip("lt;") {
      text.append(UInt8(ascii: "<"))
    } else if skip("gt;") {
      text.append(UInt8(ascii: ">"))
    } else if skip("quot;") {
      text.append(UInt8(ascii: "\""))
    } else if skip("apos;") {
      text.append(UInt8(ascii: "'"))
    } else if skip("#") {
      guard let scalar = characterNumber() else {
        throw error("A character reference names no character.", at: start)
      }
      text.appendUTF8(scalar.value)
    } else {
      throw error("A reference is none of the five that XML has.", at: start)
    }
  }

  private mutating func characterNumber() -> Unicode.Scalar? {
    let radix: UInt32 = skip("x") ? 16 : 10
    var number: UInt32 = 0
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: ";") {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue, digit < radix else { return nil }
      number = number * radix + UInt32(digit)
      guard number <= 0x10FFFF else { return nil }
      position += 1
    }
    guard position > start, skip(";") else { return nil }
    return Unicode.Scalar(number)
  }
}
