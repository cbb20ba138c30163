import XCTest

@testable import DefaultsKitMacros

final class MessageHandlerTests: XCTestCase {
  private func answer(to message: String) throws -> PluginMessage {
    try JSONDecoder().decode(PluginMessage.self, from: MessageHandler().answer(to: Data(message.utf8)))
  }

  private func assertRefused(_ message: String, saying part: String, line: UInt = #line) throws {
    guard case .expandMacroResult(nil, let diagnostics) = try answer(to: message) else {
      return XCTFail("an expansion", line: line)
    }
    XCTAssertEqual(diagnostics.map(\.severity), [.error], line: line)
    XCTAssertEqual(diagnostics.first?.message.contains(part), true, diagnostics.first?.message ?? "", line: line)
  }

  /// What Swift 6.3.1 sends for `@Stored("launches") static var launches = 0`, the build's configuration left out.
  private func expansion(role: String = "peer", type: String = "StoredMacro", more: String = "") -> String {
    #"""
    {"expandAttachedMacro":{"attributeSyntax":{"kind":"attribute","location":{"column":28,"fileID":"a/a.swift","fileName":"a.swift",
    "line":5,"offset":208},"source":"\n  @Stored(\"launches\") "},"declSyntax":{"kind":"declaration","location":{"column":9,
    "fileID":"a/a.swift","fileName":"a.swift","line":3,"offset":208},"source":"\n  @Stored(\"launches\") static var launches = 0 // c"},
    "discriminator":"$s1a1AO8launches6StoredfMa_","lexicalContext":[{"kind":"declaration","location":{"column":0,"fileID":"",
    "fileName":"","line":0,"offset":0},"source":"\nenum A {}"}],"macro":{"moduleName":"DefaultsKitMacros","name":"Stored",
    "typeName":"\#(type)"},"macroRole":"\#(role)"\#(more)}}
    """#
  }

  func testTheCapabilityIsThePluginsOwnWhateverTheCompilerSpeaks() throws {
    for message in [
      #"{"getCapability":{"capability":{"protocolVersion":7}}}"#,
      #"{"getCapability":{"capability":{"protocolVersion":4}}}"#,
      #"{"getCapability":{"capability":{"protocolVersion":99,"features":["x"]}}}"#, #"{"getCapability":{}}"#,
    ] {
      XCTAssertEqual(try answer(to: message), .getCapabilityResult(capability: .init(protocolVersion: 7, features: [])))
    }
    let bytes = MessageHandler().answer(to: Data(#"{"getCapability":{}}"#.utf8))
    let object = try XCTUnwrap(JSONSerialization.jsonObject(with: bytes) as? [String: [String: [String: Any]]])
    XCTAssertEqual(object["getCapabilityResult"]?["capability"]?["protocolVersion"] as? Int, 7)
  }

  func testAnAttachedMacroIsExpandedInBothRoles() throws {
    XCTAssertEqual(
      try answer(to: expansion()),
      .expandMacroResult(
        expandedSource: #"static let $launches = DefaultsKit.Stored(wrappedValue: 0, "launches").projectedValue"#,
        diagnostics: []))
    XCTAssertEqual(
      try answer(to: expansion(role: "accessor", type: "CodableStoredMacro")),
      .expandMacroResult(expandedSource: "get { $launches.value }\nset { $launches.value = newValue }", diagnostics: [])
    )
  }

  func testWhatALaterCompilerAddsIsPassedOver() throws {
    let more = #","staticBuildConfiguration":"{}","parentDeclSyntax":null,"somethingNew":{"a":[1]}"#
    XCTAssertEqual(try answer(to: expansion(more: more)), try answer(to: expansion()))
  }

  func testAnOffsetBeyondAnyFileIsAnswered() throws {
    let message = expansion().replacingOccurrences(of: ":208", with: ":\(Int.max)").replacingOccurrences(
      of: "var", with: "let")
    guard case .expandMacroResult("", let diagnostics) = try answer(to: message) else { return XCTFail("an expansion") }
    XCTAssertEqual(diagnostics.count, 1)
  }

  func testUnknownMacrosRolesAndMessagesAreAnsweredWithAnError() throws {
    try assertRefused(expansion(type: "OtherMacro"), saying: "no macro 'OtherMacro'")
    try assertRefused(expansion(role: "member"), saying: "no expansion as 'member'")
    try assertRefused(#"{"expandFreestandingMacro":{"macro":{}}}"#, saying: "no answer to 'expandFreestandingMacro'")
    try assertRefused(#"{"somethingNew":[1]}"#, saying: "no answer to 'somethingNew'")
    XCTAssertEqual(
      try answer(to: #"{"loadPluginLibrary":{"libraryPath":"a","moduleName":"b"}}"#),
      .loadPluginLibraryResult(loaded: false, diagnostics: []))
  }

  func testEveryCutAndEveryFlippedByteOfAMessageIsAnswered() throws {
    let message = Array(expansion().utf8)
    for count in message.indices {
      let answer = MessageHandler().answer(to: Data(message[..<count]))
      XCTAssertNotNil(try? JSONDecoder().decode(PluginMessage.self, from: answer))
    }
    for index in message.indices {
      var changed = message
      changed[index] ^= 0x15
      let answer = MessageHandler().answer(to: Data(changed))
      XCTAssertNotNil(try? JSONDecoder().decode(PluginMessage.self, from: answer), "byte \(index)")
    }
    for text in ["", "{}", "[]", "null", "3", "{\"a\":1,\"b\":2}", String(repeating: "[", count: 100_000), "\u{0}"] {
      try assertRefused(text, saying: "cannot read what the compiler sent")
    }
  }
}
