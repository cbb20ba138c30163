import Foundation
import XCTest

import DefaultsKit

/// The shapes that `Codable` types take.
final class CodableShapeTests: XCTestCase {
  private enum Suit: String, Codable, CaseIterable, CodingKeyRepresentable { case hearts, spades }
  private enum Rank: Int, Codable { case ace = 1, king = 13 }
  private enum Plain: String, Codable { case a, b }

  private indirect enum Tree: Codable, Equatable {
    case leaf
    case node(Tree, value: Int?, Tree)
    case named(_ name: String)
  }

  func testEnumsAreTheirRawValuesOrTheirCases() throws {
    try assertForm(Suit.spades, "spades")
    try assertForm([Rank.ace, .king], [1, 13])
    try assertForm(Tree.leaf, ["leaf": [:]])
    try assertForm(
      Tree.node(.leaf, value: nil, .named("x")),
      ["node": ["_0": ["leaf": [:]], "value": nilMarker, "_2": ["named": ["_0": "x"]]]])
  }

  func testDictionariesWithOtherKeysAreWhatSwiftMakesOfThem() throws {
    try assertForm([1: "a", -2: "b"], ["1": "a", "-2": "b"])
    try assertForm([Suit.hearts: 1], ["hearts": 1])
    try assertForm([Plain.a: 1], ["a", 1])
    try assertForm([UUID: Int](), [])
    try assertForm(
      [Date(timeIntervalSinceReferenceDate: 0): [1]], [.date(Date(timeIntervalSinceReferenceDate: 0)), [1]])
    try assertRoundTrip([1.5: "a", 2.5: "b"])
    try assertRoundTrip([true: 1, false: 0])
    try assertRoundTrip(["": 1, "a.b": 2, "a/b": 3, "한글": 4, "$null": 5, "super": 6])
  }

  func testStandardTypesComeBack() throws {
    try assertRoundTrip(Set([1, 2, 3]))
    try assertRoundTrip(1...5)
    try assertRoundTrip(DateInterval(start: Date(timeIntervalSinceReferenceDate: 1.5), duration: 2.25))
    try assertRoundTrip(IndexSet([1, 2, 5]))
    try assertRoundTrip(DateComponents(year: 2026, month: 2))
    try assertRoundTrip(Locale(identifier: "ko_KR"))
    try assertRoundTrip(CharacterSet(charactersIn: "abc"))
    try assertRoundTrip(CGPoint(x: 1.5, y: -0.0))
    try assertRoundTrip([[1], [], [2, 3]])
    try assertRoundTrip([[String: [Int?]]]())
    try assertRoundTrip([["a": [1, nil]], [:]])
    try assertRoundTrip(Measurement(value: 1.5, unit: UnitLength.meters))
    try assertRoundTrip([Data(), Data([0]), Data(count: 1000)])
  }

  private struct IntegerField<I: FixedWidthInteger & Codable>: Codable, Equatable {
    var value: I
    var optional: I?
  }

  func testIntegersOfEveryWidthComeBackExactly() throws {
    func check<I: FixedWidthInteger & Codable>(_ type: I.Type) throws {
      for value in [I.min, I.min + 1, 0, 1, I.max / 2, I.max - 1, I.max] {
        try assertRoundTrip(value)
        try assertRoundTrip([value])
        try assertRoundTrip(IntegerField(value: value, optional: value))
        try assertRoundTrip(IntegerField(value: value, optional: nil))
        try assertRoundTrip(value as I?)
        try assertRoundTrip(["a": value])
      }
    }
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(Int128.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    try check(UInt128.self)
    try assertForm(UInt64.max, .unsignedInteger(.max))
    try assertForm(UInt64(7), 7)
    try assertForm(Int128(Int64.max) + 1, .unsignedInteger(1 << 63))
    try assertForm(Int128.min, "-170141183460469231731687303715884105728")
  }

  func testNumbersKeepEveryBit() throws {
    for value in [0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity, .nan, 0.1, .pi] {
      let form = try PropertyListValueEncoder().encode([value])
      XCTAssertEqual(form, [.real(value)])
      XCTAssertEqual(
        try PropertyListValueDecoder().decode([Double].self, from: form).first?.bitPattern, value.bitPattern)
    }
    var generator = SeededGenerator(state: 1)
    for _ in 0..<2000 {
      let value = Float(bitPattern: UInt32.random(in: 0...0x7F7F_FFFF, using: &generator))
      try assertRoundTrip([value, -value])
    }
  }

  // MARK: Classes

  private class Animal: Codable {
    var name: String
    init(name: String) { self.name = name }
  }

  private final class Dog: Animal {
    var tricks: [String]

    private enum CodingKeys: String, CodingKey { case tricks, mammal }
    private let form: Form
    enum Form: String, Codable, CaseIterable { case shared, keyed, named }

    init(name: String, tricks: [String], form: Form) {
      (self.tricks, self.form) = (tricks, form)
      super.init(name: name)
    }
    required init(from decoder: any Decoder) throws {
      form = decoder.userInfo[.dogForm] as? Form ?? .shared
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tricks = try container.decode([String].self, forKey: .tricks)
      let inherited: any Decoder =
        switch form {
        case .shared: decoder
        case .keyed: try container.superDecoder()
        case .named: try container.superDecoder(forKey: .mammal)
        }
      try super.init(from: inherited)
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tricks, forKey: .tricks)
      switch form {
      case .shared: try super.encode(to: encoder)
      case .keyed: try super.encode(to: container.superEncoder())
      case .named: try super.encode(to: container.superEncoder(forKey: .mammal))
      }
    }
  }

  func testClassesKeepWhatTheirSuperclassEncodes() throws {
    let forms: [(Dog.Form, PropertyListValue)] = [
      (.shared, ["tricks": ["sit"], "name": "Rex"]), (.keyed, ["tricks": ["sit"], "super": ["name": "Rex"]]),
      (.named, ["tricks": ["sit"], "mammal": ["name": "Rex"]]),
    ]
    for (form, expected) in forms {
      XCTAssertEqual(
        try PropertyListValueEncoder().encode(Dog(name: "Rex", tricks: ["sit"], form: form)), expected)
      var decoder = PropertyListValueDecoder()
      decoder.userInfo[.dogForm] = form
      let dog = try decoder.decode(Dog.self, from: expected)
      XCTAssertEqual(dog.name, "Rex")
      XCTAssertEqual(dog.tricks, ["sit"])
    }
    XCTAssertThrowsError(try PropertyListValueDecoder().decode(Dog.self, from: ["tricks": []]))
  }

  // MARK: Containers by hand

  /// Encodes by a closure, to try what synthesized code never does.
  private struct Custom: Encodable {
    let body: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  private enum Key: String, CodingKey { case a, b, c }

  private func encoded(_ body: @escaping (any Encoder) throws -> Void) throws -> PropertyListValue {
    try PropertyListValueEncoder().encode(Custom(body: body))
  }

  func testContainersOfOneKindAreOneContainer() throws {
    XCTAssertEqual(
      try encoded { encoder in
        var first = encoder.container(keyedBy: Key.self)
        var second = encoder.container(keyedBy: Key.self)
        try first.encode(1, forKey: .a)
        try second.encode(2, forKey: .b)
        try first.encode(3, forKey: .b)
      }, ["a": 1, "b": 3])
    XCTAssertEqual(
      try encoded { encoder in
        var first = encoder.unkeyedContainer()
        var second = encoder.unkeyedContainer()
        try first.encode(1)
        try second.encode(2)
        XCTAssertEqual(first.count, 2)
      }, [1, 2])
  }

  func testNestedContainersAndSuperEncodersMayBeFilledLate() throws {
    let form = try encoded { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var list = container.nestedUnkeyedContainer(forKey: .a)
      var map = container.nestedContainer(keyedBy: Key.self, forKey: .b)
      let late = container.superEncoder(forKey: .c)
      try list.encode(1)
      try map.encode(true, forKey: .a)
      var inner = list.nestedContainer(keyedBy: Key.self)
      var deeper = list.nestedUnkeyedContainer()
      let element = list.superEncoder()
      try list.encodeNil()
      try deeper.encode("x")
      try inner.encode("y", forKey: .c)
      try 7.encode(to: element)
      try "late".encode(to: late)
      var again = container.nestedContainer(keyedBy: Key.self, forKey: .b)
      try again.encode(false, forKey: .b)
      XCTAssertEqual(map.codingPath.map(\.stringValue), ["b"])
      XCTAssertEqual(inner.codingPath.map(\.stringValue), ["a", "Index 1"])
      XCTAssertEqual(deeper.codingPath.map(\.intValue), [nil, 2])
      XCTAssertEqual(late.codingPath.map(\.stringValue), ["c"])
    }
    XCTAssertEqual(form, ["a": [1, ["c": "y"], ["x"], 7, nilMarker], "b": ["a": true, "b": false], "c": "late"])
  }

  func testWhatNothingIsEncodedIntoIsEmpty() throws {
    XCTAssertEqual(try encoded { _ in }, [:])
    XCTAssertEqual(try encoded { _ = $0.unkeyedContainer() }, [])
    XCTAssertEqual(try encoded { _ = $0.container(keyedBy: Key.self) }, [:])
    XCTAssertEqual(
      try encoded { encoder in
        var container = encoder.container(keyedBy: Key.self)
        _ = container.superEncoder()
        _ = container.nestedUnkeyedContainer(forKey: .a)
        try container.encode(Custom { _ in }, forKey: .b)
      }, ["super": [:], "a": [], "b": [:]])
  }

  func testTwoValuesInOnePlaceAreAnError() throws {
    let bodies: [(any Encoder) throws -> Void] = [
      { encoder in
        var container = encoder.singleValueContainer()
        try container.encode(1)
        try container.encode(2)
      },
      { encoder in
        _ = encoder.unkeyedContainer()
        _ = encoder.container(keyedBy: Key.self)
      },
      { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .a)
        var single = encoder.singleValueContainer()
        try single.encode(2)
      },
      { encoder in
        var container = encoder.container(keyedBy: Key.self)
        _ = container.nestedUnkeyedContainer(forKey: .a)
        _ = container.nestedContainer(keyedBy: Key.self, forKey: .a)
      },
      { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .a)
        _ = container.nestedContainer(keyedBy: Key.self, forKey: .a)
      },
    ]
    for body in bodies {
      XCTAssertThrowsError(try encoded(body)) { error in
        guard case EncodingError.invalidValue = error else { return XCTFail("\(error)") }
      }
    }
  }

  func testACallersErrorComesThroughAsItIs() throws {
    XCTAssertThrowsError(try encoded { _ in throw CocoaError(.fileNoSuchFile) }) { error in
      XCTAssertTrue(error is CocoaError)
    }
  }

  func testPathsAndUserInfoAreRightInEveryContainer() throws {
    struct Probe: Codable, Equatable {
      init() {}
      init(from decoder: any Decoder) throws { try check(decoder.codingPath, decoder.userInfo) }
      func encode(to encoder: any Encoder) throws {
        try check(encoder.codingPath, encoder.userInfo)
        var container = encoder.singleValueContainer()
        XCTAssertEqual(container.codingPath.count, encoder.codingPath.count)
        try container.encode("probe")
      }
      private func check(_ path: [any CodingKey], _ userInfo: [CodingUserInfoKey: Any]) throws {
        XCTAssertEqual(path.map(\.stringValue), ["list", "Index 1", "key", "Index 0"])
        XCTAssertEqual(userInfo[.dogForm] as? String, "info")
      }
    }
    struct Holder: Codable, Equatable { var list: [[String: [Probe]]] }
    var encoder = PropertyListValueEncoder()
    encoder.userInfo[.dogForm] = "info"
    let form = try encoder.encode(Holder(list: [[:], ["key": [Probe()]]]))
    XCTAssertEqual(form, ["list": [[:], ["key": ["probe"]]]])
    var decoder = PropertyListValueDecoder()
    decoder.userInfo[.dogForm] = "info"
    _ = try decoder.decode(Holder.self, from: form)
  }
}

extension CodingUserInfoKey {
  // The initializer fails for no text at all.
  fileprivate static let dogForm = CodingUserInfoKey(rawValue: "dogForm").unsafelyUnwrapped
}
