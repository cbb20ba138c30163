import XCTest

@testable import DefaultsKitMacros

final class PropertyDeclarationTests: XCTestCase {
  private func read(_ source: String) throws -> PropertyDeclaration { try PropertyDeclaration(source: source) }

  private func attributeTexts(_ declaration: PropertyDeclaration) -> [String] {
    declaration.attributes.map { item in
      switch item {
      case .attribute(let attribute): attribute.text
      case .conditional(let text, _): text
      }
    }
  }

  func testModifiersAndAttributesAreReadInAnyOrder() throws {
    let modifiers = ["public", "private(set)", "static", "nonisolated"]
    for first in modifiers.indices {
      let turned = Array(modifiers[first...] + modifiers[..<first])
      for order in [turned, turned.reversed()] {
        let declaration = try read("@A @B(x: [1]) @C.D<Int>(y) " + order.joined(separator: " ") + " var a = 0")
        XCTAssertEqual(attributeTexts(declaration), ["@A", "@B(x: [1])", "@C.D<Int>(y)"])
        XCTAssertEqual(
          declaration.modifiers.map { $0.detail.map { "(" + $0 + ")" } ?? $0.name },
          order.map { $0 == "private(set)" ? "(set)" : $0 })
        XCTAssertTrue(declaration.isStatic)
        XCTAssertEqual(declaration.name?.text, "a")
      }
    }
  }

  func testTypesAreReadWhole() throws {
    let types = [
      "Int", "Int?", "Int??", "String!", "[String: [Int?]]", "Dictionary<String, Array<Int>>", "(a: Int, b: Int)",
      "(Int, String) -> Void", "@Sendable (Int) async throws -> [Int: Int]?", "any Sequence<Int>", "A.B<C, D>.E",
      "A & B<C, D>",
      "[3 of Int]", "((Int) -> Result<Int, any Error>)?", "/* { = */ Int",
    ]
    for type in types {
      for value in ["", " = x", "=x", " = f { a, b in a = b }"] {
        let declaration = try read("static var a: \(type)\(value)")
        XCTAssertEqual(declaration.type?.text, type == "/* { = */ Int" ? "Int" : type)
        XCTAssertEqual(declaration.value == nil, value.isEmpty)
        XCTAssertNil(declaration.secondBinding)
        XCTAssertNil(declaration.accessors)
      }
    }
  }

  func testValuesAreReadWhole() throws {
    let values = [
      "0", "-1", ".dark", "[]", "[:]", #""a, b { c""#, ##"#"a" , {"#"##, #""\(f("x", { $0 }))""#,
      "\"\"\"\n  a, { get }\n  \"\"\"",
      "f(a, b)", "f { a, b in a }", "f(a) { b } c: { d, e }", "{ let a = 1, b = 2; return a + b }()",
      "[1, 2].map { $0 }",
      "Dictionary<String, Int>()", "A<B, C>.d", "A<(B, C) -> D, [E]>()", "a < b", "a<b", "f(a < b, c > d)", "a ? b : c",
      "if a { b } else { c }", "/a, {/", "try? f()", "(1, (2, 3))", "a /* , { get } */ + b", "x as [String: Int]",
      "\\A.b", "#file",
      "{ get }()",
    ]
    for value in values {
      for end in ["", " // comment, { get }", " /* , */"] {
        let declaration = try read("var a = \(value)\(end)")
        XCTAssertEqual(declaration.value?.text, value)
        XCTAssertNil(declaration.secondBinding, value)
        XCTAssertNil(declaration.accessors, value)
      }
    }
  }

  func testASecondBindingIsFoundWhereverTheFirstEnds() throws {
    for first in ["a", "a: Int", "a: [K: V<W, X>]", "a = 0", "a: Int = f(x, y)", "a = A<B, C>()", "a = { b, c in b }"] {
      let source = "static var \(first), second = 1"
      let declaration = try read(source)
      XCTAssertEqual(declaration.secondBinding, source.utf8.count - "second = 1".utf8.count, first)
    }
    XCTAssertNil(try read("var (a, b) = (1, 2)").name)
  }

  func testAnglesAreSignsOfComparisonWhereNoTypeCanStand() throws {
    for value in ["b<c, d>e", "b<c, d>-e", "b <c, d>(e)", "b<c, 1 + d>(e)"] {
      let source = "var a = " + value
      let second = try XCTUnwrap(read(source).secondBinding)
      XCTAssertEqual(
        second, source.utf8.distance(from: source.startIndex, to: try XCTUnwrap(source.firstIndex(of: ","))) + 2)
    }
  }

  func testABracketThatClosesAnotherIsRefusedWhereItStands() {
    for source in ["var a = (]", "var a: [Int)", "var a = {(})", "@A(x]) var a", "private(set] var a", "var a = x)"] {
      XCTAssertThrowsError(try read(source), source) { error in
        let offset = (error as? UnreadableSource)?.offset ?? -1
        let found = String(decoding: source.utf8.dropFirst(offset), as: UTF8.self)
        XCTAssertTrue(["]", ")", "})", "]) var a", "] var a"].contains(found), "\(source) at \(found)")
      }
    }
  }

  func testAccessorsAreToldFromTrailingClosures() throws {
    for accessors in [
      "{ get }", "{ get set }", "{ 3 }", "{ return 3 }", "{ get { 3 } set { } }", "{ @inline(never) get { 3 } }",
    ] {
      let source = "var a: Int \(accessors)"
      XCTAssertEqual(try read(source).accessors, "var a: Int ".utf8.count, accessors)
    }
    for accessors in [
      "{ didSet { f() } }", "{ willSet(x) { } }", "{ didSet(old) { } }", "{ get { 3 } }", "{ @A get { 3 } }",
      "{ mutating get { 3 } }",
      "{ get async { 3 } }", "{ get throws { 3 } }",
    ] {
      for value in ["0", "f { x }", #""text""#] {
        let declaration = try read("var a = \(value) \(accessors)")
        XCTAssertEqual(declaration.accessors, "var a = \(value) ".utf8.count, accessors)
        XCTAssertEqual(declaration.value?.text, value)
      }
    }
    for closure in ["{ getter() }", "{ set(x) }", "{ get = 1 }", "{ $0 }", "{ didSet.map { $0 } }"] {
      let declaration = try read("var a = f \(closure)")
      XCTAssertNil(declaration.accessors, closure)
      XCTAssertEqual(declaration.value?.text, "f \(closure)")
    }
  }

  func testConditionalAttributesAreKeptWhole() throws {
    let block = "#if os(Linux)\n@available(macOS 12, *)\n#if DEBUG\n@A\n#endif\n#else\n@B\n#endif"
    let declaration = try read(block + "\n@C static var a = 0")
    XCTAssertEqual(attributeTexts(declaration), [block, "@C"])
    guard case .conditional(_, let attributes) = declaration.attributes.first else { return XCTFail("no condition") }
    XCTAssertEqual(attributes.map(\.name), ["available", "A", "B"])
  }

  func testOffsetsAreBytes() throws {
    let source = "/// 값 🙂\n@A(\"값\") static let 값 = 0, b = 1"
    let declaration = try read(source)
    let range = try XCTUnwrap(source.range(of: "let"))
    XCTAssertEqual(
      declaration.introducer.range.lowerBound, source.utf8.distance(from: source.startIndex, to: range.lowerBound))
    XCTAssertEqual(declaration.name?.text, "값")
    XCTAssertEqual(declaration.secondBinding, source.utf8.count - 5)
  }

  func testEveryCutOfADeclarationIsReadOrRefused() {
    let source =
      ##"@A("\(f(#"x"#))") private(set) static var `x`: [K: (V) -> W<X>?] = { /* } */ ["a": 0.5] }() { didSet { } }"##
    let bytes = Array(source.utf8)
    for start in bytes.indices {
      for end in start...bytes.count {
        let part = String(decoding: bytes[start..<end], as: UTF8.self)
        do throws(UnreadableSource) {
          let declaration = try PropertyDeclaration(source: part)
          XCTAssertTrue(["var", "let"].contains(declaration.introducer.text))
        } catch {
          XCTAssertLessThanOrEqual(error.offset, part.utf8.count, part)
        }
      }
    }
  }
}
