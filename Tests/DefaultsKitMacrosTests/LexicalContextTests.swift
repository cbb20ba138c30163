import XCTest

@testable import DefaultsKitMacros

final class LexicalContextTests: XCTestCase {
  private func context(_ sources: String...) -> LexicalContext {
    LexicalContext(sources.map { .init(kind: $0.hasPrefix("{") ? "expression" : "declaration", source: $0) })
  }

  func testATypeIsKnownByItsKeyword() {
    for keyword in ["enum", "struct", "class", "actor", "extension"] {
      for head in [
        "", "public ", "\n/// class C\n@MainActor @available(macOS 12, *) fileprivate final ", "#if A\n@B\n#endif\n",
      ] {
        XCTAssertEqual(context("\(head)\(keyword) A: B<C>, D {}"), .type(keyword: keyword, isGeneric: false))
      }
    }
  }

  func testAGenericTypeIsKnownByItsHeader() {
    for source in ["struct A<T> {}", "class A<T: B>: C {}", "enum A<let n: Int> {}"] {
      guard case .type(_, let isGeneric) = context(source) else { return XCTFail("no type: \(source)") }
      XCTAssertTrue(isGeneric, source)
    }
    for source in [
      "extension A where T == Int {}", "extension A: P where T: Q {}", "extension [Int] {}", "extension Array<Int> {}",
      "extension Dictionary {}", "extension A<Int> {}",
    ] {
      XCTAssertEqual(context(source), .type(keyword: "extension", isGeneric: true), source)
    }
  }

  func testATypeInAGenericOneIsGeneric() {
    XCTAssertEqual(context("enum K {}", "struct A<T> {}"), .type(keyword: "enum", isGeneric: true))
    XCTAssertEqual(
      context("enum K {}", "struct B {}", "extension A where T == Int {}"), .type(keyword: "enum", isGeneric: true))
    for function in ["func f<T>() ", "func f() "] {
      XCTAssertEqual(context("enum K {}", function, "struct A<T> {}"), .type(keyword: "enum", isGeneric: false))
    }
  }

  func testCodeIsLocal() {
    for source in [
      "func f() ", "class func f() ", "init() ", "deinit ", "subscript(i: Int) -> Int ", "get ", "var a: Int ", "{ }",
      "static func f<T>() ",
      "@A set ",
    ] {
      XCTAssertEqual(context(source, "struct A {}"), .local, source)
    }
  }

  func testFileProtocolAndOldCompilerAreToldApart() {
    XCTAssertEqual(context(), .file)
    XCTAssertEqual(context("protocol P: Q {}"), .protocolBody)
    XCTAssertEqual(LexicalContext(nil), .unknown)
  }
}
