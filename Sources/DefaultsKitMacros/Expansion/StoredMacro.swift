/// A macro on one property: what it becomes, or what to write instead.
///
/// `@Stored("launches") static var launches = 0` becomes a computed property over
/// `static let $launches = DefaultsKit.Stored(wrappedValue: 0, "launches").projectedValue`: a constant of a `Sendable`
/// type, which the compiler lets anyone read.
struct StoredMacro {
  enum Role: String {
    case accessor, peer
  }

  let wrapper: Wrapper
  let request: HostMessage.AttachedMacro

  func expansion(as role: Role) -> PluginMessage {
    let context = LexicalContext(request.lexicalContext)
    do throws(DeclarationProblem) {
      let property = try StoredPropertySource(wrapper: wrapper, request: request, context: context)
      return .expandMacroResult(
        expandedSource: role == .peer ? property.peer : property.accessors, diagnostics: [])
    } catch {
      // The compiler asks for every peer, but for accessors only where it can do with some: the problem is told once.
      return .expandMacroResult(
        expandedSource: role == .peer ? "" : nil, diagnostics: role == .peer ? [diagnostic(of: error)] : [])
    }
  }

  private func diagnostic(of problem: DeclarationProblem) -> PluginMessage.Diagnostic {
    let location = request.declSyntax.location
    // `&+`: an offset that is no offset must not end the plug-in.
    let fixIts = problem.replacement.map { replacement in
      let range = PluginMessage.Range(
        fileName: location.fileName, startOffset: location.offset &+ replacement.range.lowerBound,
        endOffset: location.offset &+ replacement.range.upperBound)
      return PluginMessage.FixIt(
        message: replacement.title, changes: [.init(range: range, newText: replacement.text)])
    }
    return PluginMessage.Diagnostic(
      message: problem.message,
      position: .init(fileName: location.fileName, offset: location.offset &+ problem.offset),
      fixIts: fixIts.map { [$0] } ?? [])
  }
}
