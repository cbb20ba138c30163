/// Splits Swift source into tokens, leaving out spaces and comments.
///
/// It takes anything: what is never closed ends with the source.
struct Lexer {
  let bytes: [UInt8]
  private(set) var tokens: [Token] = []

  /// The tokens of a source, and its bytes.
  init(_ source: String) {
    bytes = Array(source.utf8)
    var index = 0
    while index < bytes.count {
      if let next = endOfSpace(at: index) {
        index = next
        continue
      }
      let token = token(at: index)
      tokens.append(token)
      index = token.range.upperBound
    }
  }

  private func token(at start: Int) -> Token {
    let byte = bytes[start]
    if let end = endOfString(at: start) ?? endOfRegularExpression(at: start) {
      return Token(kind: .literal, range: start..<end)
    }
    if byte == UInt8(ascii: "`"), let end = bytes[(start + 1)...].firstIndex(of: byte) {
      return Token(kind: .word, range: start..<end + 1)
    }
    if isDigit(byte) { return Token(kind: .number, range: start..<endOfNumber(at: start)) }
    if Self.isWordByte(byte) {
      let end = bytes[start...].firstIndex { !Self.isWordByte($0) } ?? bytes.count
      return Token(kind: .word, range: start..<end)
    }
    if follows("->", at: start) { return Token(kind: .arrow, range: start..<start + 2) }
    return Token(kind: .sign(byte), range: start..<start + 1)
  }

  /// Where a run of spaces, or a comment, ends that begins here; nil where none does.
  func endOfSpace(at start: Int) -> Int? {
    if isSpace(bytes[start]) { return bytes[start...].firstIndex { !isSpace($0) } ?? bytes.count }
    if follows("//", at: start) { return bytes[start...].firstIndex(where: isNewline) ?? bytes.count }
    guard follows("/*", at: start) else { return nil }
    var depth = 1
    var index = start + 2
    while index < bytes.count, depth > 0 {
      if follows("/*", at: index) {
        depth += 1
        index += 2
      } else if follows("*/", at: index) {
        depth -= 1
        index += 2
      } else {
        index += 1
      }
    }
    return min(index, bytes.count)
  }

  private func endOfNumber(at start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let isPoint = bytes[index] == UInt8(ascii: ".") && index + 1 < bytes.count && isDigit(bytes[index + 1])
      guard isPoint || Self.isWordByte(bytes[index]) else { break }
      index += 1
    }
    return index
  }

  func follows(_ text: StaticString, at index: Int) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] { return false }
    return true
  }

  func isNewline(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  /// Space, tab, the two newlines, vertical tab, form feed and NUL: what the compiler passes over.
  func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0 }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// A letter, a digit, `_`, `$`, or any byte of a character beyond ASCII: operators of such are not told apart.
  static func isWordByte(_ byte: UInt8) -> Bool {
    let lowercased = byte | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte >= 0x80
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
  }
}
