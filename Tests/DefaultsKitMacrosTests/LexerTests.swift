import XCTest

@testable import DefaultsKitMacros

final class LexerTests: XCTestCase {
  private func texts(_ source: String) -> [String] {
    let lexer = Lexer(source)
    return lexer.tokens.map { String(decoding: lexer.bytes[$0.range], as: UTF8.self) }
  }

  func testSpacesAndCommentsAreNoTokens() {
    XCTAssertEqual(texts("a /* b /* c */ d */ e // f\n\t g"), ["a", "e", "g"])
    XCTAssertEqual(texts("/// Documentation.\nvar"), ["var"])
    XCTAssertEqual(texts("a /* never closed"), ["a"])
  }

  func testWordsNumbersAndSignsAreToldApart() {
    XCTAssertEqual(texts("x1=0.5e3"), ["x1", "=", "0.5e3"])
    XCTAssertEqual(texts("1...2"), ["1", ".", ".", ".", "2"])
    XCTAssertEqual(texts("이름: `default`?"), ["이름", ":", "`default`", "?"])
    XCTAssertEqual(texts("(Int)->Void"), ["(", "Int", ")", "->", "Void"])
    XCTAssertEqual(texts("$0.x"), ["$0", ".", "x"])
  }

  func testAStringLiteralOfAnyFormIsOneToken() {
    let literals = [
      #""""#, #""plain""#, #""an \" escaped quote""#, #""a \\""#, #""a // b /* c""#, #""{ a, b }""#,
      ##"#"raw " \( not "#"##, ##"#"\"#"##, ##"#"a\#"b"#"##, ###"##"raw "# more"##"###, ##"#"""#"##,
      "\"\"\"\n  many \" lines, \"\"\n  \"\"\"", "#\"\"\"\n  \"\"\" \\(a)\n  \"\"\"#",
      #""\(a)""#, #""\(f("\(g("}"))", h[")"]))""#, #""\(a /* ) */ + "b")""#, ##"#"\#("x" + #"y"#)"#"##,
      "\"\"\"\n  \\(f(\"\"\"\n    )\n    \"\"\"))\n  \"\"\"",
    ]
    for literal in literals {
      let lexer = Lexer("a " + literal + " b")
      XCTAssertEqual(texts("a " + literal + " b"), ["a", literal, "b"])
      XCTAssertEqual(lexer.tokens.dropFirst().first?.kind, .literal, literal)
    }
  }

  func testARegularExpressionIsOneTokenWhereAnOperandIsDue() {
    XCTAssertEqual(texts(#"= /a "{,/ ,"#), ["=", #"/a "{,/"#, ","])
    XCTAssertEqual(texts(#"f(/\/,/)"#), ["f", "(", #"/\/,/"#, ")"])
    XCTAssertEqual(texts(##"= #/a/b "/# x"##), ["=", ##"#/a/b "/#"##, "x"])
    XCTAssertEqual(texts("= #/\n  a, {\n/# x"), ["=", "#/\n  a, {\n/#", "x"])
    XCTAssertEqual(texts(#"{ _ in /"/ }"#), ["{", "_", "in", #"/"/"#, "}"])
    XCTAssertEqual(texts("a / b / c"), ["a", "/", "b", "/", "c"])
    XCTAssertEqual(texts("(a)/b/c"), ["(", "a", ")", "/", "b", "/", "c"])
  }

  func testEveryPartOfASourceIsReadToItsEnd() {
    let source = ##"""
      /** d */ @A("\(f(#"x"#))") private(set) static var `x`: [K: (V) -> W?] = { /* } */ ["a": 0.5] }() // e
      @B(/r"/) var y = """
        \(z)
        """
      """##
    let bytes = Array(source.utf8)
    for start in bytes.indices {
      for end in [bytes.count, (start + bytes.count) / 2, start + 1] {
        let lexer = Lexer(String(decoding: bytes[start..<end], as: UTF8.self))
        var last = 0
        for token in lexer.tokens {
          XCTAssertLessThanOrEqual(last, token.range.lowerBound)
          XCTAssertLessThan(token.range.lowerBound, token.range.upperBound)
          last = token.range.upperBound
        }
        XCTAssertLessThanOrEqual(last, lexer.bytes.count)
      }
    }
  }

  func testNestingIsAsDeepAsTheSourceSays() {
    let depth = 20_000
    let source =
      String(repeating: #""\("#, count: depth) + String(repeating: #")""#, count: depth)
      + String(repeating: "/*", count: depth) + String(repeating: "*/", count: depth) + " x"
    XCTAssertEqual(Lexer(source).tokens.count, 2)
  }
}
