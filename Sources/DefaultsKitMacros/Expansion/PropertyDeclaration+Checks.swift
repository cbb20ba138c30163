extension PropertyDeclaration {
  /// The property's name, after every check that its declaration and its place allow an expansion.
  func checkedName(
    for wrapper: Wrapper, _ attribute: Attribute, in context: LexicalContext
  ) throws(DeclarationProblem) -> Part {
    guard let name else {
      throw DeclarationProblem(
        message: "'@\(wrapper)' takes one name: declare each part of the tuple as a property of its own",
        offset: introducer.range.lowerBound)
    }
    try checkPlace(of: name, wrapper, attribute, context)
    try checkModifiers(name, wrapper)
    try checkBinding(name, wrapper, attribute, context)
    return name
  }

  private func checkPlace(
    of name: Part, _ wrapper: Wrapper, _ attribute: Attribute, _ context: LexicalContext
  ) throws(DeclarationProblem) {
    let problem: String
    switch context {
    case .local:
      let type = type.map { "<\($0.text)>" } ?? ""
      let value = value.map { "wrappedValue: \($0.text), " } ?? ""
      problem =
        "'@\(wrapper)' cannot be used on a local variable: make it a static property, or write 'let \(name.text) = "
        + "\(wrapper)\(type)(\(value)\(attribute.arguments ?? "")).projectedValue' and use '\(name.text).value'"
    case .protocolBody:
      problem =
        "'@\(wrapper)' cannot be used in a protocol, which stores nothing: require '\(name.text)' without it, and "
        + "write '@\(wrapper)' where a type declares the property"
    case .type(_, isGeneric: true) where isStatic:
      problem =
        "'@\(wrapper)' cannot be used on a static property of a generic type, which the language gives no storage: "
        + "declare '\(name.text)' in a type that is not generic"
    case .type("enum", _) where !isStatic:
      problem = "'@\(wrapper)' cannot be used on an instance property of an enum: write 'static var \(name.text)'"
    case .type("extension", _) where !isStatic:
      problem =
        "'@\(wrapper)' cannot be used on an instance property in an extension: write 'static var \(name.text)', or "
        + "declare it in the type itself"
    default:
      return
    }
    throw DeclarationProblem(message: problem, offset: name.range.lowerBound)
  }

  private func checkModifiers(_ name: Part, _ wrapper: Wrapper) throws(DeclarationProblem) {
    if introducer.text == "let" {
      throw DeclarationProblem(
        message: "'@\(wrapper)' needs a variable, as what is stored can change: write 'var \(name.text)'",
        offset: introducer.range.lowerBound,
        replacement: .init(title: "replace 'let' with 'var'", range: introducer.range, text: "var"))
    }
    if let modifier = modifiers.first(where: { ["lazy", "weak", "unowned", "async"].contains($0.name) }) {
      throw DeclarationProblem(
        message:
          "'@\(wrapper)' cannot be combined with '\(modifier.name)': remove '\(modifier.name)'; the value is read "
          + "from the store when it is asked for",
        offset: modifier.range.lowerBound)
    }
    if let modifier = modifier("override") {
      throw DeclarationProblem(
        message: "'@\(wrapper)' cannot override '\(name.text)': give this property a name of its own, or override with "
          + "'get' and 'set' over it",
        offset: modifier.range.lowerBound)
    }
    if let modifier = modifiers.first(where: { $0.name == "nonisolated" && $0.detail == "unsafe" }) {
      throw DeclarationProblem(
        message:
          "'@\(wrapper)' needs no 'nonisolated(unsafe)', as '\(name.text)' is safe to use from anywhere: remove it",
        offset: modifier.range.lowerBound,
        replacement: .init(title: "write 'nonisolated'", range: modifier.range, text: "nonisolated"))
    }
  }

  private func checkBinding(
    _ name: Part, _ wrapper: Wrapper, _ attribute: Attribute, _ context: LexicalContext
  ) throws(DeclarationProblem) {
    if let secondBinding {
      throw DeclarationProblem(
        message: "'@\(wrapper)' takes one property: give each its own '@\(wrapper)' and 'var'", offset: secondBinding)
    }
    if let accessors {
      throw DeclarationProblem(
        message:
          "'@\(wrapper)' writes the accessors of '\(name.text)': remove these; '\(name.projectedName).values' tells of "
          + "changes",
        offset: accessors)
    }
    if let type = attribute.genericArguments {
      throw DeclarationProblem(
        message: "'@\(wrapper)' of 'DefaultsKitStatic' takes no type: write it behind the name, as in "
          + "'var \(name.text): \(type)'",
        offset: name.range.lowerBound)
    }
    if let type, type.text.hasPrefix("some ") {
      throw DeclarationProblem(
        message: "'@\(wrapper)' needs to know the type that it stores: write it in place of '\(type.text)'",
        offset: type.range.lowerBound)
    }
    guard type == nil, value == nil else { return }
    let introducer = isStatic ? "static var" : "var"
    if attribute.beginsWithLiteral {
      throw DeclarationProblem(
        message: "'@\(wrapper)' needs a type or a value: write '\(introducer) \(name.text): Int?' or "
          + "'\(introducer) \(name.text) = 0', of the type that is stored",
        offset: name.range.lowerBound)
    }
    let unseen = attribute.firstLabel == "wrappedValue" ? "an argument" : "a key"
    throw DeclarationProblem(
      message: "'@\(wrapper)' of 'DefaultsKitStatic' cannot see the type of \(unseen): write it, as in '\(introducer) "
        + "\(name.text): String?'",
      offset: name.range.lowerBound)
  }
}
