import Foundation

@testable import DefaultsKitMacros

extension HostMessage.Syntax {
  init(kind: String, source: String, offset: Int = 0) {
    self.init(kind: kind, source: source, location: .init(fileName: "/a/File.swift", offset: offset))
  }
}

/// An expansion to ask for: a declaration whose first attribute is the macro's.
struct Request {
  static let offset = 1_000

  var declaration: String
  var context: [String]? = ["enum AppDefaults {}"]

  func expansion(_ role: StoredMacro.Role) throws -> PluginMessage {
    let attribute = try attributeSource
    let wrapper: Wrapper = attribute.hasPrefix("@Codable") ? .codableStored : .stored
    let request = HostMessage.AttachedMacro(
      macro: .init(typeName: "\(wrapper)Macro"), macroRole: role.rawValue,
      attributeSyntax: .init(kind: "attribute", source: attribute),
      declSyntax: .init(kind: "declaration", source: declaration, offset: Self.offset), parentDeclSyntax: nil,
      lexicalContext: context?.map { .init(kind: $0.hasPrefix("{") ? "expression" : "declaration", source: $0) })
    return StoredMacro(wrapper: wrapper, request: request).expansion(as: role)
  }

  private var attributeSource: String {
    get throws {
      let attributes = try PropertyDeclaration(source: declaration).attributes.compactMap { item in
        if case .attribute(let attribute) = item { attribute } else { nil }
      }
      return attributes.first { $0.name.hasSuffix("Stored") }?.text ?? "@Stored"
    }
  }

  /// The expanded source; "" where there is none.
  func source(_ role: StoredMacro.Role) throws -> String {
    guard case .expandMacroResult(let source, _) = try expansion(role) else { return "" }
    return source ?? ""
  }

  /// The diagnostics, with the text of the declaration that each points at.
  func diagnostics(_ role: StoredMacro.Role = .peer) throws -> [(diagnostic: PluginMessage.Diagnostic, at: String)] {
    guard case .expandMacroResult(_, let diagnostics) = try expansion(role) else { return [] }
    return diagnostics.map {
      ($0, String(decoding: declaration.utf8.dropFirst($0.position.offset - Self.offset), as: UTF8.self))
    }
  }
}
