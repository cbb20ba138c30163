/// What stands around a declaration.
enum LexicalContext: Equatable {
  case file
  case type(keyword: String, isGeneric: Bool)
  case protocolBody
  /// A function, a closure, an accessor, an initializer.
  case local
  /// The compiler is too old to say.
  case unknown

  /// Reads what the compiler sends: one entry for each thing around the declaration, the innermost first.
  init(_ entries: [HostMessage.Syntax]?) {
    guard let entries else {
      self = .unknown
      return
    }
    guard let innermost = entries.first else {
      self = .file
      return
    }
    guard let (keyword, isGeneric) = Self.typeHeader(innermost) else {
      self = .local
      return
    }
    if keyword == "protocol" {
      self = .protocolBody
      return
    }
    // A type inside a generic one is generic too.
    let headers = entries.dropFirst().prefix { Self.typeHeader($0) != nil }.compactMap(Self.typeHeader)
    self = .type(keyword: keyword, isGeneric: isGeneric || headers.contains { $0.isGeneric })
  }

  /// A type's or an extension's keyword, and whether its source shows it to be generic; nil for any other header.
  private static func typeHeader(_ entry: HostMessage.Syntax) -> (keyword: String, isGeneric: Bool)? {
    guard entry.kind == "declaration" else { return nil }
    var cursor = TokenCursor(entry.source)
    while cursor.token != nil {
      if cursor.is("@") {
        guard (try? Attribute(&cursor)) != nil else { return nil }
        continue
      }
      let word = cursor.word
      cursor.advance()
      switch word {
      case "enum", "struct", "actor", "extension", "protocol":
        return (word ?? "", isGeneric(cursor, isExtension: word == "extension"))
      case "class" where !["func", "var", "subscript"].contains(cursor.word):
        return ("class", isGeneric(cursor, isExtension: false))
      case "func", "var", "let", "init", "deinit", "subscript", "get", "set":
        return nil
      default:
        continue
      }
    }
    return nil
  }

  /// Whether a header is generic, from the name on; an extension tells it by `where`, brackets and the standard types.
  private static func isGeneric(_ name: TokenCursor, isExtension: Bool) -> Bool {
    var cursor = name
    let standardTypes: Set = ["Array", "ArraySlice", "Dictionary", "Optional", "Result", "Set"]
    if isExtension, cursor.is("[") || standardTypes.contains(cursor.word ?? "") { return true }
    var isName = true
    while let token = cursor.token, !token.is("{") {
      if token.is(":") { isName = false }
      if isName && token.is("<") || isExtension && cursor.word == "where" { return true }
      cursor.advance()
    }
    return false
  }
}
