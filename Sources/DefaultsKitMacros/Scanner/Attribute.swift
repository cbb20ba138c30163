/// An attribute as it is written: `@available(macOS 12, *)`.
struct Attribute: Equatable {
  /// Its name without `@`, a module's name with it.
  let name: String
  /// What stands between `<` and `>`; nil where nothing does.
  let genericArguments: String?
  /// The whole of it.
  let text: String
  /// What stands between its parentheses; nil where it has none.
  let arguments: String?
  /// Whether its first argument is a literal without a label.
  let beginsWithLiteral: Bool
  /// The label of its first argument.
  let firstLabel: String?

  /// Reads the attribute here and passes over it.
  init(_ cursor: inout TokenCursor) throws(UnreadableSource) {
    let start = cursor.index
    cursor.advance()
    guard cursor.word != nil else { throw UnreadableSource(offset: cursor.offset) }
    cursor.advance()
    while cursor.is("."), cursor.word(at: 1) != nil {
      cursor.advance()
      cursor.advance()
    }
    name = cursor.text(cursor.range(from: start + 1, to: cursor.index) ?? 0..<0)
    let generic = cursor.index
    if cursor.is("<"), cursor.skipGenericArguments() {
      genericArguments = cursor.range(from: generic + 1, to: cursor.index - 1).map(cursor.text)
    } else {
      genericArguments = nil
    }
    if cursor.is("(") {
      let open = cursor.index
      beginsWithLiteral = cursor.peek(1)?.kind == .literal
      firstLabel = cursor.peek(2)?.is(":") == true ? cursor.word(at: 1) : nil
      try cursor.skipGroup()
      arguments = cursor.range(from: open + 1, to: cursor.index - 1).map(cursor.text) ?? ""
    } else {
      beginsWithLiteral = false
      firstLabel = nil
      arguments = nil
    }
    text = cursor.text(cursor.range(from: start, to: cursor.index) ?? 0..<0)
  }

  /// Reads the source of one attribute.
  init(source: String) throws(UnreadableSource) {
    var cursor = TokenCursor(source)
    guard cursor.is("@") else { throw UnreadableSource(offset: cursor.offset) }
    try self.init(&cursor)
  }
}
