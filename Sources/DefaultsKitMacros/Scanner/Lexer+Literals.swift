extension Lexer {
  /// What a place inside a string literal is part of.
  private enum Nesting {
    case text(pounds: Int, quotes: Int)
    case interpolation(parentheses: Int)
  }

  /// Where a string literal ends that begins here, plain or raw, of one line or many; nil where none begins.
  ///
  /// Interpolations may hold strings that hold interpolations: they are kept on a stack of their own.
  func endOfString(at start: Int) -> Int? {
    guard let (opening, first) = stringOpening(at: start) else { return nil }
    var stack = [first]
    var index = opening
    while index < bytes.count, let innermost = stack.last {
      switch innermost {
      case .text(let pounds, let quotes):
        if bytes[index] == UInt8(ascii: "\\"), run(of: "#", at: index + 1, upTo: pounds) == pounds {
          index += 1 + pounds
          if index < bytes.count, bytes[index] == UInt8(ascii: "(") { stack.append(.interpolation(parentheses: 1)) }
          index += 1
        } else if run(of: "\"", at: index, upTo: quotes) == quotes,
          run(of: "#", at: index + quotes, upTo: pounds) == pounds
        {
          stack.removeLast()
          index += quotes + pounds
        } else if quotes == 1, isNewline(bytes[index]) {
          return index  // never closed
        } else {
          index += 1
        }
      case .interpolation(let parentheses):
        if let next = endOfSpace(at: index) {
          index = next
        } else if let (next, inner) = stringOpening(at: index) {
          stack.append(inner)
          index = next
        } else {
          stack.removeLast()
          let change = bytes[index] == UInt8(ascii: "(") ? 1 : bytes[index] == UInt8(ascii: ")") ? -1 : 0
          if parentheses + change > 0 { stack.append(.interpolation(parentheses: parentheses + change)) }
          index += 1
        }
      }
    }
    return min(index, bytes.count)
  }

  private func stringOpening(at start: Int) -> (end: Int, nesting: Nesting)? {
    let pounds = run(of: "#", at: start)
    var quotes = run(of: "\"", at: start + pounds, upTo: 3)
    guard quotes > 0 else { return nil }
    // Two are the empty string; three of a raw string that ends on its line are its quote and a quote in it.
    if quotes == 2 || quotes == 3 && pounds > 0 && endsOnItsLine(from: start + pounds + 1, pounds: pounds) {
      quotes = 1
    }
    return (start + pounds + quotes, .text(pounds: pounds, quotes: quotes))
  }

  /// Where a regular expression's literal ends that begins here; nil where none begins.
  ///
  /// `/` opens one, by the language's rule, where an operand is due, no space follows, and the line holds another `/`.
  func endOfRegularExpression(at start: Int) -> Int? {
    let pounds = run(of: "#", at: start)
    let first = start + pounds + 1
    guard first < bytes.count, bytes[first - 1] == UInt8(ascii: "/") else { return nil }
    if pounds == 0, isSpace(bytes[first]) || !isOperandDue { return nil }
    let mayHoldLines = pounds > 0 && isNewline(bytes[first])
    var index = first
    while index < bytes.count, mayHoldLines || !isNewline(bytes[index]) {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if bytes[index] == UInt8(ascii: "/"), run(of: "#", at: index + 1, upTo: pounds) == pounds {
        return index + 1 + pounds
      } else {
        index += 1
      }
    }
    return nil
  }

  private func endsOnItsLine(from start: Int, pounds: Int) -> Bool {
    let end = bytes[start...].firstIndex(where: isNewline) ?? bytes.count
    return (start..<end).contains {
      bytes[$0] == UInt8(ascii: "\"") && run(of: "#", at: $0 + 1, upTo: pounds) == pounds
    }
  }

  private var isOperandDue: Bool {
    guard let last = tokens.last else { return true }
    let keywords: Set = ["as", "await", "case", "else", "if", "in", "return", "throw", "try", "where", "while"]
    switch last.kind {
    case .sign(let sign): return !")]}>?!".utf8.contains(sign)
    case .word: return keywords.contains(String(decoding: bytes[last.range], as: UTF8.self))
    case .number, .literal: return false
    case .arrow: return true
    }
  }

  private func run(of character: Unicode.Scalar, at start: Int, upTo limit: Int = .max) -> Int {
    var count = 0
    while count < limit, start + count < bytes.count, bytes[start + count] == UInt8(ascii: character) { count += 1 }
    return count
  }
}
