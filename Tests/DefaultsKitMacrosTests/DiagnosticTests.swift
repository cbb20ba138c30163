import XCTest

@testable import DefaultsKitMacros

final class DiagnosticTests: XCTestCase {
  /// Asserts that a declaration is refused once, as a peer, at a place and with a sentence that holds these parts.
  private func assertRefused(
    _ declaration: String, in context: [String] = ["enum A {}"], at place: String, saying parts: String...,
    line: UInt = #line
  ) throws {
    let request = Request(declaration: declaration, context: context)
    let diagnostics = try request.diagnostics()
    XCTAssertEqual(diagnostics.count, 1, line: line)
    let (diagnostic, found) = try XCTUnwrap(diagnostics.first)
    XCTAssertEqual(diagnostic.severity, .error, line: line)
    XCTAssertEqual(diagnostic.position.fileName, "/a/File.swift", line: line)
    XCTAssertTrue(found.hasPrefix(place), "points at \(found)", line: line)
    for part in parts { XCTAssertTrue(diagnostic.message.contains(part), diagnostic.message, line: line) }
    XCTAssertEqual(try request.source(.peer), "", line: line)
    XCTAssertEqual(
      try request.expansion(.accessor), .expandMacroResult(expandedSource: nil, diagnostics: []), line: line)
  }

  func testAConstantIsRefusedWithAReplacement() throws {
    let declaration = #"/// 값\#n@Stored("a") static let a = 0"#
    try assertRefused(declaration, at: "let", saying: "'@Stored' needs a variable", "write 'var a'")
    let diagnostic = try XCTUnwrap(try Request(declaration: declaration).diagnostics().first?.diagnostic)
    let offset = Request.offset + declaration.utf8.count - "let a = 0".utf8.count
    XCTAssertEqual(
      diagnostic.fixIts,
      [
        .init(
          message: "replace 'let' with 'var'",
          changes: [
            .init(range: .init(fileName: "/a/File.swift", startOffset: offset, endOffset: offset + 3), newText: "var")
          ])
      ])
  }

  func testSeveralBindingsAreRefusedAtTheSecond() throws {
    try assertRefused(
      #"@Stored("a") static var a = 0, b = 1"#, at: "b", saying: "takes one property", "its own '@Stored'")
    try assertRefused(#"@Stored("a") static var (a, b) = (0, 1)"#, at: "var", saying: "takes one name")
  }

  func testAMissingTypeAndValueIsRefusedAtTheName() throws {
    try assertRefused(
      #"@Stored("a") static var a"#, at: "a", saying: "needs a type or a value",
      "'static var a: Int?' or 'static var a = 0'")
    try assertRefused(#"@Stored("a") var a"#, in: ["struct S {}"], at: "a", saying: "'var a: Int?'")
    try assertRefused(
      "@Stored(UserSession.nickname) static var nickname", at: "nickname", saying: "cannot see the type of a key",
      "'static var nickname: String?'")
    try assertRefused(
      #"@Stored(wrappedValue: 0, "a") static var a"#, at: "a", saying: "cannot see the type of an argument",
      "'static var a: ")
    try assertRefused("@CodableStored(Key.a) static var a", at: "a", saying: "'@CodableStored' of 'DefaultsKitStatic'")
  }

  func testAccessorsAreRefusedAtTheirBrace() throws {
    for accessors in ["{ 3 }", "{ get }", "{ get { 3 } set { } }"] {
      try assertRefused(
        #"@Stored("a") static var a: Int \#(accessors)"#, at: "{", saying: "writes the accessors", "'$a.values'")
    }
    try assertRefused(#"@Stored("a") static var a = 0 { didSet { } }"#, at: "{ didSet", saying: "remove these")
  }

  func testATypeOnTheAttributeIsRefusedAtTheName() throws {
    try assertRefused(
      #"@Stored<[String: Int]>("a") static var a = [:]"#, at: "a", saying: "takes no type", "'var a: [String: Int]'")
  }

  func testAnOpaqueTypeIsRefusedWhereItStands() throws {
    try assertRefused(
      #"@Stored("a") static var a: some Equatable = 0"#, at: "some Equatable", saying: "the type that it stores")
  }

  func testAKeywordsBackticksAreLeftOutBehindADollarSign() throws {
    try assertRefused(
      #"@Stored("a") static var `in`: Int { 3 }"#, at: "{", saying: "accessors of '`in`'", "'$in.values'")
  }

  func testModifiersThatCannotHoldAreRefusedWhereTheyStand() throws {
    for modifier in ["lazy", "weak", "unowned", "unowned(safe)", "async"] {
      let name = String(modifier.prefix { $0 != "(" })
      try assertRefused(#"@Stored("a") \#(modifier) static var a = 0"#, at: modifier, saying: "remove '\(name)'")
    }
    try assertRefused(
      #"@Stored("a") override class var a = 0"#, in: ["class C {}"], at: "override", saying: "cannot override 'a'")
    try assertRefused(
      #"@Stored("a") nonisolated(unsafe) static var a = 0"#, at: "nonisolated(unsafe)",
      saying: "needs no 'nonisolated(unsafe)'")
  }

  func testALocalVariableIsToldWhatToWrite() throws {
    for context in ["func f() ", "init() ", "{ }", "get "] {
      try assertRefused(
        #"@Stored("a") var a: Int = 3"#, in: [context, "struct S {}"], at: "a",
        saying: "cannot be used on a local variable",
        #"'let a = Stored<Int>(wrappedValue: 3, "a").projectedValue'"#, "'a.value'")
    }
  }

  func testPlacesWithoutStorageAreRefusedAtTheName() throws {
    try assertRefused(
      #"@Stored("a") var a = 0"#, in: ["enum A {}"], at: "a", saying: "of an enum: write 'static var a'")
    try assertRefused(
      #"@Stored("a") var a = 0"#, in: ["extension A {}"], at: "a", saying: "in an extension: write 'static var a'")
    try assertRefused(
      #"@Stored("a") static var a: Int { get }"#, in: ["protocol P {}"], at: "a", saying: "in a protocol")
    for context in [
      ["struct S<T> {}"], ["extension S where T == Int {}"], ["extension [Int] {}"], ["enum A {}", "struct S<T> {}"],
    ] {
      try assertRefused(
        #"@Stored("a") static var a = 0"#, in: context, at: "a", saying: "a generic type",
        "in a type that is not generic")
    }
  }

  func testWhatIsNoPropertyIsRefused() throws {
    for declaration in ["func a() {}", "struct A {}", "subscript(i: Int) -> Int { 0 }", "case a"] {
      let request = HostMessage.AttachedMacro(
        macro: .init(typeName: "StoredMacro"), macroRole: "peer",
        attributeSyntax: .init(kind: "attribute", source: #"@Stored("a")"#),
        declSyntax: .init(kind: "declaration", source: #"@Stored("a") "# + declaration), parentDeclSyntax: nil,
        lexicalContext: [])
      guard
        case .expandMacroResult("", let diagnostics) = StoredMacro(wrapper: .stored, request: request).expansion(
          as: .peer)
      else { return XCTFail("an expansion of \(declaration)") }
      XCTAssertEqual(diagnostics.count, 1, declaration)
      XCTAssertEqual(diagnostics.first?.message.contains("'@Stored' goes on one property"), true, declaration)
    }
  }
}
