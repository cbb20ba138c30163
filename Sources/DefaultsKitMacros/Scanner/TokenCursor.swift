/// A place in the tokens of a source, and the steps that reading a declaration takes.
struct TokenCursor {
  private let lexer: Lexer
  private(set) var index = 0

  init(_ source: String) {
    lexer = Lexer(source)
  }

  /// The token here; nil at the end.
  var token: Token? { peek(0) }

  func peek(_ distance: Int) -> Token? {
    lexer.tokens.indices.contains(index + distance) ? lexer.tokens[index + distance] : nil
  }

  /// Where the token here begins, or the end of the last one.
  var offset: Int { token?.range.lowerBound ?? lexer.tokens.last?.range.upperBound ?? 0 }

  mutating func advance() { index += 1 }

  /// The word here, or nil where there is another token.
  var word: String? { word(at: 0) }

  func word(at distance: Int) -> String? {
    guard let token = peek(distance), token.kind == .word else { return nil }
    return text(token.range)
  }

  func `is`(_ sign: Unicode.Scalar) -> Bool { token?.is(sign) ?? false }

  func text(_ range: Range<Int>) -> String { String(decoding: lexer.bytes[range], as: UTF8.self) }

  /// The bytes from the token at one index to the one before another, comments between them with them; nil for none.
  func range(from start: Int, to end: Int) -> Range<Int>? {
    guard start < end else { return nil }
    return lexer.tokens[start].range.lowerBound..<lexer.tokens[end - 1].range.upperBound
  }

  /// Whether nothing, no space either, stands between the token here and the one before it.
  var isJoined: Bool {
    guard let token, let previous = peek(-1) else { return false }
    return token.range.lowerBound == previous.range.upperBound
  }

  /// Passes over a group in brackets of any kind; throws where it is never closed, or closed by another bracket.
  mutating func skipGroup() throws(UnreadableSource) {
    let start = offset
    var closers: [Unicode.Scalar] = []
    repeat {
      guard let token else { throw UnreadableSource(offset: start) }
      if token.is("(") {
        closers.append(")")
      } else if token.is("[") {
        closers.append("]")
      } else if token.is("{") {
        closers.append("}")
      } else if token.is(")") || token.is("]") || token.is("}") {
        guard let closer = closers.popLast(), token.is(closer) else { throw UnreadableSource(offset: offset) }
      }
      advance()
    } while !closers.isEmpty
  }

  var isAtGroup: Bool { self.is("(") || self.is("[") || self.is("{") }

  /// Passes over `<…>` where what stands between can only be types, and says whether it did.
  ///
  /// After the `>` stands, by the language's rule, what can follow a type in an expression; else both signs compare.
  mutating func skipGenericArguments() -> Bool {
    var ahead = self
    var depth = 0
    repeat {
      guard let token = ahead.token else { return false }
      if token.is("<") {
        depth += 1
      } else if token.is(">") {
        depth -= 1
      } else if ahead.isAtGroup {
        guard !ahead.is("{"), (try? ahead.skipGroup()) != nil else { return false }
        continue
      } else {
        switch token.kind {
        case .word, .number, .arrow: break
        case .sign(let sign): if !",.?!&:@~".utf8.contains(sign) { return false }
        case .literal: return false
        }
      }
      ahead.advance()
    } while depth > 0
    if let next = ahead.token {
      guard case .sign(let sign) = next.kind, "()[]{}.,;:=?!".utf8.contains(sign) else { return false }
    }
    self = ahead
    return true
  }
}

/// Source that no declaration can be read from: where it goes wrong.
struct UnreadableSource: Error, Equatable {
  let offset: Int
}
