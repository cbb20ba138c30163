/// A property that a macro can expand, and the source that it becomes.
struct StoredPropertySource {
  let wrapper: Wrapper
  let declaration: PropertyDeclaration
  /// The name of the peer.
  let name: String
  /// The arguments of the attribute as they are written.
  let arguments: String
  let context: LexicalContext

  /// Reads the declaration that a macro is attached to, and checks that an expansion of it will compile.
  init(
    wrapper: Wrapper, request: HostMessage.AttachedMacro, context: LexicalContext
  ) throws(DeclarationProblem) {
    let attribute: Attribute
    do throws(UnreadableSource) {
      attribute = try Attribute(source: request.attributeSyntax.source)
      declaration = try PropertyDeclaration(source: request.declSyntax.source)
    } catch {
      throw DeclarationProblem(
        message: "'@\(wrapper)' goes on one property: write '@\(wrapper)(\"name\") static var name = value'",
        offset: error.offset)
    }
    self.wrapper = wrapper
    self.context = context
    let property = try declaration.checkedName(for: wrapper, attribute, in: context)
    name = property.projectedName
    guard let arguments = attribute.arguments, !arguments.isEmpty else {
      throw DeclarationProblem(
        message:
          "'@\(wrapper)' needs the name under which the value is stored: write '@\(wrapper)(\"\(property.text)\")'",
        offset: declaration.introducer.range.lowerBound)
    }
    self.arguments = arguments
  }

  var accessors: String {
    """
    get { \(name).value }
    \(setter) { \(name).value = newValue }
    """
  }

  /// A setter changes the store, never the instance: in a structure it says so, so that constants will do.
  private var setter: String {
    if case .type("struct", _) = context, !declaration.isStatic { return "nonmutating set" }
    return "set"
  }

  var peer: String {
    let type = declaration.type.map { "<\(Self.withoutImplicitUnwrapping($0.text))>" } ?? ""
    let value = declaration.value.map { "wrappedValue: \(Self.asArgument($0.text)), " } ?? ""
    // A line comment at the end of the arguments would take the parenthesis with it.
    let end = arguments.contains("//") ? "\n)" : ")"
    let head = attributes + [(modifiers + ["let"]).joined(separator: " ")]
    return head.joined(separator: "\n")
      + " \(name) = DefaultsKit.\(wrapper)\(type)(\(value)\(arguments)\(end).projectedValue"
  }

  /// The modifiers of the peer: the narrowest access that the property or its setter has, as the peer can do both.
  private var modifiers: [String] {
    let levels = ["private", "fileprivate", "internal", "package", "public", "open"]
    let written = declaration.modifiers.filter { levels.contains($0.name) && [nil, "set"].contains($0.detail) }
    let access = levels.first { level in written.contains { $0.name == level } }
    return [
      access == "open" ? "public" : access,
      declaration.modifier("nonisolated") == nil ? nil : "nonisolated",
      declaration.isStatic ? "static" : nil,
    ].compactMap { $0 }
  }

  /// The attributes that decide who may use the property, and where: the peer and its initial value are used there.
  private var attributes: [String] {
    declaration.attributes.compactMap { item in
      switch item {
      case .attribute(let attribute): isShared(attribute) ? attribute.text : nil
      case .conditional(let text, let attributes): attributes.allSatisfy(isShared) ? text : nil
      }
    }
  }

  private func isShared(_ attribute: Attribute) -> Bool {
    let arguments = attribute.arguments ?? ""
    if attribute.name == "available" {
      // The compiler refuses a stored instance property that is not always there.
      return declaration.isStatic || context == .file
        || arguments.contains("deprecated") && !arguments.contains("introduced") && !arguments.contains("unavailable")
    }
    // `@MainActor` and the like: a global actor's name ends so by convention, and one has no arguments.
    return attribute.name == "_spi" || attribute.name.hasSuffix("Actor") && attribute.arguments == nil
  }

  /// An `if` or `switch` may be an initial value but no argument, unless a closure returns it.
  private static func asArgument(_ value: String) -> String {
    let first = TokenCursor(value).word
    return first == "if" || first == "switch" ? "{ \(value) }()" : value
  }

  /// `T!` is no type of its own: it is the optional.
  private static func withoutImplicitUnwrapping(_ type: String) -> String {
    type.hasSuffix("!") ? type.dropLast() + "?" : type
  }
}
