import Foundation

/// Answers one message of the compiler.
struct MessageHandler {
  /// The answer to a message; one that cannot be read, or that means nothing here, is answered with an error to show.
  func answer(to message: Data) -> Data {
    let answer: PluginMessage
    do {
      answer = self.answer(to: try JSONDecoder().decode(HostMessage.self, from: message))
    } catch {
      answer = refusal("DefaultsKitMacros cannot read what the compiler sent: \(error)")
    }
    // Strings and integers alone: encoding them cannot fail.
    return (try? JSONEncoder().encode(answer)) ?? Data("{}".utf8)
  }

  private func answer(to message: HostMessage) -> PluginMessage {
    switch message {
    case .getCapability:
      return .getCapabilityResult(capability: .init())
    case .expandAttachedMacro(let request):
      guard let wrapper = Wrapper(macroType: request.macro.typeName) else {
        return refusal("DefaultsKitMacros has no macro '\(request.macro.typeName)'", at: request.attributeSyntax)
      }
      guard let role = StoredMacro.Role(rawValue: request.macroRole) else {
        return refusal("'@\(wrapper)' has no expansion as '\(request.macroRole)'", at: request.attributeSyntax)
      }
      return StoredMacro(wrapper: wrapper, request: request).expansion(as: role)
    case .loadPluginLibrary:
      return .loadPluginLibraryResult(loaded: false, diagnostics: [])
    case .other(let name):
      return refusal("DefaultsKitMacros has no answer to '\(name)'")
    }
  }

  private func refusal(_ sentence: String, at syntax: HostMessage.Syntax? = nil) -> PluginMessage {
    let position = syntax.map { PluginMessage.Position(fileName: $0.location.fileName, offset: $0.location.offset) }
    return .expandMacroResult(
      expandedSource: nil, diagnostics: [.init(message: sentence, position: position ?? .init())])
  }
}
