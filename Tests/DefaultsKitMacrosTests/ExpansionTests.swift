import XCTest

@testable import DefaultsKitMacros

final class ExpansionTests: XCTestCase {
  private func assertPeer(
    _ declaration: String, in context: [String]? = ["enum AppDefaults {}"], is peer: String, line: UInt = #line
  ) throws {
    let request = Request(declaration: declaration, context: context)
    XCTAssertEqual(try request.source(.peer), peer, line: line)
    XCTAssertEqual(try request.diagnostics().map(\.diagnostic.message), [], line: line)
  }

  func testEachArgumentFormBecomesOneConstant() throws {
    try assertPeer(
      #"@Stored("launches") static var launches = 0"#,
      is: #"static let $launches = DefaultsKit.Stored(wrappedValue: 0, "launches").projectedValue"#)
    try assertPeer(
      #"@Stored(Key.email) static var email = "no email""#,
      is: #"static let $email = DefaultsKit.Stored(wrappedValue: "no email", Key.email).projectedValue"#)
    try assertPeer(
      #"@Stored("userId") static var userID: String?"#,
      is: #"static let $userID = DefaultsKit.Stored<String?>("userId").projectedValue"#)
    try assertPeer(
      #"@Stored("volume", isSecret: true, store: Shared.store) static var volume: Int? = 4"#,
      is:
        #"static let $volume = DefaultsKit.Stored<Int?>(wrappedValue: 4, "volume", isSecret: true, store: Shared.store).projectedValue"#
    )
    try assertPeer(
      #"@Stored(wrappedValue: 4, "volume") static var volume: Int?"#,
      is: #"static let $volume = DefaultsKit.Stored<Int?>(wrappedValue: 4, "volume").projectedValue"#)
    try assertPeer(
      "@Stored(UserSession.nickname) static var nickname: String?",
      is: "static let $nickname = DefaultsKit.Stored<String?>(UserSession.nickname).projectedValue")
    try assertPeer(
      #"@CodableStored("place") static var place = Place(lat: 30, lng: 30)"#,
      is:
        #"static let $place = DefaultsKit.CodableStored(wrappedValue: Place(lat: 30, lng: 30), "place").projectedValue"#
    )
  }

  func testThePropertyReadsAndWritesTheConstant() throws {
    XCTAssertEqual(
      try Request(declaration: #"@Stored("a") static var a = 0"#).source(.accessor),
      "get { $a.value }\nset { $a.value = newValue }")
  }

  func testAnInstanceSetterIsNonmutatingInAStructureAlone() throws {
    for (context, setter) in [("struct S {}", "nonmutating set"), ("class C {}", "set"), ("actor A {}", "set")] {
      let source = try Request(declaration: #"@Stored("a") var a = 0"#, context: [context]).source(.accessor)
      XCTAssertEqual(source, "get { $a.value }\n\(setter) { $a.value = newValue }")
      try assertPeer(
        #"@Stored("a") var a = 0"#, in: [context],
        is: #"let $a = DefaultsKit.Stored(wrappedValue: 0, "a").projectedValue"#)
    }
    let staticSource = try Request(declaration: #"@Stored("a") static var a = 0"#, context: ["struct S {}"]).source(
      .accessor)
    XCTAssertEqual(staticSource, "get { $a.value }\nset { $a.value = newValue }")
  }

  func testThePeerHasTheNarrowestAccessThatIsWritten() throws {
    let accesses = [
      ("", ""), ("public ", "public "), ("package ", "package "), ("internal ", "internal "),
      ("fileprivate ", "fileprivate "),
      ("private ", "private "), ("open ", "public "), ("public private(set) ", "private "),
      ("internal(set) public ", "internal "),
      ("public package(set) ", "package "), ("private(set) ", "private "),
    ]
    for (written, expected) in accesses {
      try assertPeer(
        #"@Stored("a") \#(written)static var a = 0"#,
        is: #"\#(expected)static let $a = DefaultsKit.Stored(wrappedValue: 0, "a").projectedValue"#)
    }
  }

  func testIsolationIsThatOfTheProperty() throws {
    try assertPeer(
      #"@Stored("a") nonisolated static var a = 0"#,
      is: #"nonisolated static let $a = DefaultsKit.Stored(wrappedValue: 0, "a").projectedValue"#)
    try assertPeer(
      #"@MainActor @Stored("a") static var a = 0"#,
      is: "@MainActor\nstatic let $a = DefaultsKit.Stored(wrappedValue: 0, \"a\").projectedValue")
    try assertPeer(
      #"@Stored("a") @StoreActor static var a = 0"#,
      is: "@StoreActor\nstatic let $a = DefaultsKit.Stored(wrappedValue: 0, \"a\").projectedValue")
  }

  func testAvailabilityIsRepeatedWhereAConstantMayHaveIt() throws {
    let condition = "#if os(Linux)\n@available(macOS 26, *)\n#endif"
    for attribute in ["@available(macOS 26, *)", #"@available(*, deprecated, message: "a")"#, "@_spi(Test)", condition]
    {
      try assertPeer(
        attribute + "\n" + #"@Stored("a") public static var a = 0"#,
        is: attribute + "\n" + #"public static let $a = DefaultsKit.Stored(wrappedValue: 0, "a").projectedValue"#)
    }
    let instance = #"let $a = DefaultsKit.Stored(wrappedValue: 0, "a").projectedValue"#
    try assertPeer(#"@available(macOS 26, *) @Stored("a") var a = 0"#, in: ["struct S {}"], is: instance)
    try assertPeer(
      #"@available(*, deprecated) @Stored("a") var a = 0"#, in: ["struct S {}"],
      is: "@available(*, deprecated)\n" + instance)
    try assertPeer(#"@inline(never) @Stored("a") @objc var a = 0"#, in: ["class C {}"], is: instance)
    try assertPeer("#if A\n@B\n#endif\n" + #"@Stored("a") var a = 0"#, in: ["class C {}"], is: instance)
  }

  func testClassPropertiesGlobalsAndOldCompilersAreServed() throws {
    let peer = #"let $a = DefaultsKit.Stored(wrappedValue: 0, "a").projectedValue"#
    try assertPeer(#"@Stored("a") class var a = 0"#, in: ["class C {}"], is: "static " + peer)
    try assertPeer(#"@Stored("a") private var a = 0"#, in: [], is: "private " + peer)
    try assertPeer(#"@Stored("a") static var a = 0"#, in: nil, is: "static " + peer)
    try assertPeer(#"@Stored("a") static var a = 0"#, in: ["struct S {}", "func f<T>() "], is: "static " + peer)
  }

  func testNamesInBackticksKeepWhatTheyNeed() throws {
    try assertPeer(
      #"@Stored("a") static var `default` = 0"#,
      is: #"static let $default = DefaultsKit.Stored(wrappedValue: 0, "a").projectedValue"#)
    try assertPeer(
      #"@Stored("a") static var `my name` = 0"#,
      is: #"static let `$my name` = DefaultsKit.Stored(wrappedValue: 0, "a").projectedValue"#)
  }

  func testAConditionalValueIsReturnedByAClosure() throws {
    for value in ["if b { 1 } else { 2 }", "switch b { case true: 1 default: 2 }"] {
      try assertPeer(
        #"@Stored("a") static var a = "# + value,
        is: #"static let $a = DefaultsKit.Stored(wrappedValue: { \#(value) }(), "a").projectedValue"#)
    }
    try assertPeer(
      #"@Stored("a") static var a = iffy"#,
      is: #"static let $a = DefaultsKit.Stored(wrappedValue: iffy, "a").projectedValue"#)
  }

  func testCommentsAndLinesStayWhereTheyDoNoHarm() throws {
    try assertPeer(
      "/// Documentation.\n@Stored(\n  \"a\", // the name\n  isSecret: true // hidden\n)\nstatic var a: Int! = /* none */ 1 // one",
      is:
        "static let $a = DefaultsKit.Stored<Int?>(wrappedValue: 1, \"a\", // the name\n  isSecret: true\n).projectedValue"
    )
    try assertPeer(
      "@Stored(\"a\") static var a = \"\"\"\n  b\n  \"\"\"",
      is: "static let $a = DefaultsKit.Stored(wrappedValue: \"\"\"\n  b\n  \"\"\", \"a\").projectedValue")
  }
}
