extension PropertyDeclaration {
  /// Reads a declaration, its attributes and documentation with it.
  ///
  /// What follows the first binding is only told, not read.
  init(source: String) throws(UnreadableSource) {
    var cursor = TokenCursor(source)
    introducer = Part(text: "", range: 0..<0)
    while true {
      if cursor.is("@") {
        attributes.append(.attribute(try Attribute(&cursor)))
      } else if cursor.is("#"), cursor.word(at: 1) == "if" {
        attributes.append(try Self.conditional(&cursor))
      } else if let word = cursor.word, let token = cursor.token {
        cursor.advance()
        if word == "var" || word == "let" {
          introducer = Part(text: word, range: token.range)
          break
        }
        modifiers.append(try Self.modifier(named: word, token, &cursor))
      } else {
        throw UnreadableSource(offset: cursor.offset)
      }
    }
    try readPattern(&cursor)
    if cursor.is(":") {
      cursor.advance()
      type = try readPart(&cursor, isType: true)
    }
    if cursor.is("=") {
      cursor.advance()
      value = try readPart(&cursor, isType: false)
    }
    if cursor.is("{") {
      accessors = cursor.offset
    } else if cursor.is(",") {
      cursor.advance()
      secondBinding = cursor.offset
    }
  }

  private static func modifier(
    named name: String, _ token: Token, _ cursor: inout TokenCursor
  ) throws(UnreadableSource) -> Modifier {
    guard cursor.is("(") else { return Modifier(name: name, detail: nil, range: token.range) }
    let open = cursor.index
    try cursor.skipGroup()
    let detail = cursor.range(from: open + 1, to: cursor.index - 1).map(cursor.text)
    let end = cursor.peek(-1)?.range.upperBound ?? token.range.upperBound
    return Modifier(name: name, detail: detail, range: token.range.lowerBound..<end)
  }

  /// Reads `#if … #endif`, others inside it with it.
  private static func conditional(_ cursor: inout TokenCursor) throws(UnreadableSource) -> AttributeItem {
    let start = cursor.index
    var attributes: [Attribute] = []
    var depth = 0
    repeat {
      guard cursor.token != nil else { throw UnreadableSource(offset: cursor.offset) }
      if cursor.is("@") {
        attributes.append(try Attribute(&cursor))
        continue
      }
      if cursor.is("#") {
        if cursor.word(at: 1) == "if" { depth += 1 }
        if cursor.word(at: 1) == "endif" {
          depth -= 1
          cursor.advance()
        }
      }
      cursor.advance()
    } while depth > 0
    return .conditional(text: cursor.text(cursor.range(from: start, to: cursor.index) ?? 0..<0), attributes)
  }

  private mutating func readPattern(_ cursor: inout TokenCursor) throws(UnreadableSource) {
    if cursor.is("(") {
      try cursor.skipGroup()
    } else if let word = cursor.word, let token = cursor.token {
      name = Part(text: word, range: token.range)
      cursor.advance()
    } else {
      throw UnreadableSource(offset: cursor.offset)
    }
  }

  /// Reads a type up to its `=`, or an initial value up to its accessors, or either up to the next binding.
  private func readPart(_ cursor: inout TokenCursor, isType: Bool) throws(UnreadableSource) -> Part {
    let start = cursor.index
    var angles = 0
    while let token = cursor.token {
      if token.is(","), angles == 0 { break }
      if isType {
        if token.is("=") || token.is("{") { break }
        if token.is("<") { angles += 1 }
        if token.is(">") { angles -= 1 }
      } else if token.is("{"), cursor.index > start, Self.beginsAccessors(cursor) {
        break
      } else if token.is("<"), cursor.isJoined, cursor.skipGenericArguments() {
        continue
      }
      if cursor.isAtGroup {
        try cursor.skipGroup()
      } else if token.is(")") || token.is("]") || token.is("}") {
        throw UnreadableSource(offset: cursor.offset)
      } else {
        cursor.advance()
      }
    }
    guard let range = cursor.range(from: start, to: cursor.index) else {
      throw UnreadableSource(offset: cursor.offset)
    }
    return Part(text: cursor.text(range), range: range)
  }

  /// Whether the brace here opens accessors, no trailing closure: by the language's rule, an accessor's name follows.
  private static func beginsAccessors(_ cursor: TokenCursor) -> Bool {
    let names: Set = ["get", "set", "willSet", "didSet", "_read", "_modify", "read", "modify"]
    let modifiers: Set = ["mutating", "nonmutating", "borrowing", "consuming", "nonisolated", "__consuming"]
    var ahead = cursor
    ahead.advance()
    while true {
      if ahead.is("@") {
        guard (try? Attribute(&ahead)) != nil else { return false }
      } else if let word = ahead.word, modifiers.contains(word) {
        ahead.advance()
      } else {
        break
      }
    }
    guard let word = ahead.word, names.contains(word) else { return false }
    ahead.advance()
    if ahead.is("(") { return (try? ahead.skipGroup()) != nil && ahead.is("{") }
    return ahead.is("{") || ahead.is("}") || ["async", "throws"].contains(ahead.word)
      || names.contains(ahead.word ?? "")
  }
}
