/// What the compiler asks.
enum HostMessage: Decodable {
  case getCapability
  case expandAttachedMacro(AttachedMacro)
  case loadPluginLibrary
  /// A message that this plug-in has no part in, by its name.
  case other(String)

  /// One macro on one declaration, in one role.
  struct AttachedMacro: Decodable {
    let macro: MacroReference
    let macroRole: String
    let attributeSyntax: Syntax
    let declSyntax: Syntax
    /// The type around the declaration; sent for some roles only.
    let parentDeclSyntax: Syntax?
    /// What stands around the declaration, the innermost first, bodies left out; compilers before 6.0 do not send it.
    let lexicalContext: [Syntax]?
  }

  struct MacroReference: Decodable {
    /// The type that the macro's declaration names with `#externalMacro`.
    let typeName: String
  }

  /// A piece of source, its leading spaces and comments with it.
  struct Syntax: Decodable {
    let kind: String
    let source: String
    let location: Location
  }

  struct Location: Decodable {
    let fileName: String
    /// Where the source begins in the file, in bytes.
    let offset: Int
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    guard container.allKeys.count == 1, let name = container.allKeys.first else {
      let description = "a message has one name, not \(container.allKeys.count)"
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: description))
    }
    switch name.stringValue {
    case "getCapability": self = .getCapability
    case "expandAttachedMacro": self = .expandAttachedMacro(try container.decode(AttachedMacro.self, forKey: name))
    case "loadPluginLibrary": self = .loadPluginLibrary
    default: self = .other(name.stringValue)
    }
  }
}
