import DefaultsKitStatic
import XCTest

private enum Keys {
  static let pair = StoredKey<(first: Int, second: Int)>(
    "pair", default: (1, 2),
    decode: { _ in (0, 0) }, encode: { [.integer(Int64($0.first)), .integer(Int64($0.second))] })
  static let function = StoredKey<@Sendable (Int) -> Int>(
    "function", default: { $0 + 1 }, decode: { _ in { $0 } }, encode: { _ in true })
}

@MainActor private enum Isolated {
  static var value = 7
}

/// Declarations that are hard to read, as the compiler takes their expansions.
private enum Declarations {
  /// A comment with "a quote, a { brace } and /* another */ comment.
  @Stored("trailing") static var trailing = [1, 2, 3].map { $0 + 1 }
  @Stored("called") static var called: [String: [Int]] = { () -> [String: [Int]] in
    let first = 1, second = 2  // two, in one line
    return ["a": [first, second]]
  }()
  @Stored("raw") static var raw = #"a "quoted" \(word), {"#
  @Stored("lines") static var lines = """
    a, {
      "b" \("c" + "\("d" + #"e"#)") /* f */
    """ /* the end */
  @Stored(  // where the name is
    "arguments", /* and what follows */ scope: .shared,
    isSecret: false  // no secret
  ) static var arguments: [String: [Double]]? = nil  // none, { get }
  @Stored("generic") static var generic = [String: Set<Int>]()
  @Stored("argument") static var argument = Dictionary<String, Int>(minimumCapacity: 2)
  @Stored("compared") static var compared = (1 < 2) == (3 > 2)
  @Stored("conditional") static var conditional = if CommandLine.arguments.isEmpty { "none" } else { "some" }
  @Stored("expression") static var expression = "a,b".split(separator: /,"?/).map { String($0) }
  @Stored("unwrapped") static var unwrapped: String!
  @Stored("name with spaces") static var `name with spaces` = 1
  @Stored(Keys.pair) static var pair: (first: Int, second: Int)
  @Stored(Keys.function) static var function: @Sendable (Int) -> Int
  #if os(Linux) || os(macOS)
    @available(macOS 13, *)
  #endif
  @Stored("available") static var available = 1
  @MainActor @Stored("isolated") static var isolated = Isolated.value
  @Stored("order")
  static
    fileprivate var order = 1

  @available(*, deprecated, message: "only here")
  static let legacy = 5
  @available(*, deprecated, message: "an old one") @Stored("old") static var old = legacy
}

final class ScannedDeclarationTests: XCTestCase {
  func testEachDeclarationHasTheDefaultThatIsWritten() {
    DefaultStore.withOverride(InMemoryStore()) {
      XCTAssertEqual(Declarations.trailing, [2, 3, 4])
      XCTAssertEqual(Declarations.called, ["a": [1, 2]])
      XCTAssertEqual(Declarations.raw, "a \"quoted\" \\(word), {")
      XCTAssertEqual(Declarations.lines, "a, {\n  \"b\" cde /* f */")
      XCTAssertNil(Declarations.arguments)
      XCTAssertEqual(Declarations.generic, [:])
      XCTAssertEqual(Declarations.argument, [:])
      XCTAssertTrue(Declarations.compared)
      XCTAssertEqual(Declarations.conditional, "some")
      XCTAssertEqual(Declarations.expression, ["a", "b"])
      XCTAssertNil(Declarations.unwrapped)
      XCTAssertEqual(Declarations.`name with spaces`, 1)
      XCTAssertEqual(Declarations.pair.second, 2)
      XCTAssertEqual(Declarations.function(3), 4)
      XCTAssertEqual(Declarations.available, 1)
      XCTAssertEqual(Declarations.order, 1)
    }
  }

  func testEachDeclarationCanBeSet() throws {
    let store: any KeyValueStore = InMemoryStore()
    try DefaultStore.withOverride(store) {
      Declarations.trailing.append(5)
      Declarations.lines += "g"
      Declarations.unwrapped = "h"
      Declarations.`name with spaces` += 1
      Declarations.pair.second = 9
      Declarations.order = 2
      XCTAssertEqual(try store.value(forKey: "trailing"), [2, 3, 4, 5])
      XCTAssertEqual(try store.value(forKey: "lines"), "a, {\n  \"b\" cde /* f */g")
      XCTAssertEqual(try store.value(forKey: "unwrapped"), "h")
      XCTAssertEqual(try store.value(forKey: "name with spaces"), 2)
      XCTAssertEqual(try store.value(forKey: "pair"), [1, 9])
      XCTAssertEqual(try store.value(forKey: "order"), 2)
    }
  }

  @MainActor func testAnIsolatedPropertyMayHaveAnIsolatedDefault() async throws {
    DefaultStore.withOverride(InMemoryStore()) { XCTAssertEqual(Declarations.isolated, 7) }
  }
}
