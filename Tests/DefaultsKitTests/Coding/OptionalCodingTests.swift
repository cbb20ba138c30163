import Foundation
import XCTest

import DefaultsKit

/// Nil, and nils within optionals, wherever they stand.
final class OptionalCodingTests: XCTestCase {
  private struct Deep: Codable, Equatable {
    var one: Int?
    var two: Int??
    var three: Int???
    var list: [Int??]
    var map: [String: Int??]
  }

  func testNilAndSomeNilAreToldApartAtEveryDepth() throws {
    let twos: [Int??] = [nil, .some(nil), .some(.some(5))]
    let threes: [Int???] = [nil, .some(nil), .some(.some(nil)), .some(.some(.some(5)))]
    for one in [nil, 5] {
      for two in twos {
        for three in threes {
          try assertRoundTrip(
            Deep(one: one, two: two, three: three, list: twos + [two], map: ["a": two, "b": .some(nil)]))
        }
      }
    }
    for value in twos { try assertRoundTrip(value) }
    for value in threes { try assertRoundTrip(value) }
    for value in threes { try assertRoundTrip([[value, nil]]) }
  }

  func testTheFormsOfNilAreFixed() throws {
    try assertForm(
      Deep(one: nil, two: .some(nil), three: .some(.some(nil)), list: [nil, .some(nil), 1], map: [:]),
      [
        "one": nilMarker, "two": someNilMarker, "three": ["$defaultskit.nil": 2],
        "list": [nilMarker, someNilMarker, 1], "map": [:],
      ])
  }

  func testTextThatLooksLikeNilIsText() throws {
    try assertForm(["$null", nil, "nil", ""] as [String?], ["$null", nilMarker, "nil", ""])
  }

  func testAUsersDictionaryIsNeverTakenForNil() throws {
    try assertForm(["$defaultskit.nil": 0], ["$$defaultskit.nil": 0])
    try assertRoundTrip([["$defaultskit.nil": 0], nil] as [[String: Int]?])
    try assertRoundTrip(["$$defaultskit.nil": [["$defaultskit.nil": 1], nil] as [[String: Int]?]])
    struct Clash: Codable, Equatable {
      var field: Int?
      enum CodingKeys: String, CodingKey { case field = "$defaultskit.nil" }
    }
    try assertRoundTrip([Clash(field: 0), Clash(field: nil), nil] as [Clash?])
    try assertForm(PropertyListValue.dictionary(["$defaultskit.nil": 0]), ["$$defaultskit.nil": 0])
  }

  /// A wrapper of an optional, as a property wrapper or a type of its own has it.
  private struct Box: Codable, Equatable {
    var content: Int?

    init(_ content: Int?) { self.content = content }
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      content = container.decodeNil() ? nil : try container.decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let content { try container.encode(content) } else { try container.encodeNil() }
    }
  }

  private struct Passing: Codable, Equatable {
    var content: Int?

    init(_ content: Int?) { self.content = content }
    init(from decoder: any Decoder) throws { content = try Int?(from: decoder) }
    func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
  }

  private struct Generic: Codable, Equatable {
    var content: Int?

    init(_ content: Int?) { self.content = content }
    init(from decoder: any Decoder) throws { content = try decoder.singleValueContainer().decode(Int?.self) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(content)
    }
  }

  func testWrappersOfOptionalsComeBackWhereverTheyStand() throws {
    struct Holder<Wrapper: Codable & Equatable>: Codable, Equatable {
      var plain: Wrapper
      var optional: Wrapper?
      var list: [Wrapper?]
    }
    func check<Wrapper: Codable & Equatable>(_ full: Wrapper, _ empty: Wrapper) throws {
      for plain in [full, empty] {
        for optional in [full, empty, nil] {
          try assertRoundTrip(Holder(plain: plain, optional: optional, list: [plain, optional, nil, empty]))
          try assertRoundTrip(optional)
        }
      }
    }
    try check(Box(5), Box(nil))
    try check(Passing(5), Passing(nil))
    try check(Generic(5), Generic(nil))
  }

  func testNilUnderANonOptionalTypeIsAnErrorThatSaysSo() throws {
    let fault = try decodingFault { try PropertyListValueDecoder().decode([Int].self, from: [1, nilMarker]) }
    guard case .valueNotFound = fault.error else { return XCTFail("\(fault.error)") }
    XCTAssertEqual(fault.path, "[1]")
    XCTAssertThrowsError(try PropertyListValueDecoder().decode([String: Int].self, from: nilMarker))
    XCTAssertThrowsError(try PropertyListValueDecoder().decode([PropertyListValue].self, from: [nilMarker]))
  }

  func testContainersTellNilFromMissing() throws {
    struct Probe: Decodable {
      enum CodingKeys: String, CodingKey, CaseIterable { case set, null, missing }
      var contains: [Bool] = [], isNil: [Bool] = [], present: [Int?] = [], keys: Set<String> = []

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        contains = CodingKeys.allCases.map(container.contains)
        isNil = try [.set, .null].map { try container.decodeNil(forKey: $0) }
        present = try CodingKeys.allCases.map { try container.decodeIfPresent(Int.self, forKey: $0) }
        keys = Set(container.allKeys.map(\.stringValue))
        XCTAssertThrowsError(try container.decodeNil(forKey: .missing))
      }
    }
    let probe = try PropertyListValueDecoder().decode(Probe.self, from: ["set": 1, "null": nilMarker])
    XCTAssertEqual(probe.contains, [true, true, false])
    XCTAssertEqual(probe.isNil, [false, true])
    XCTAssertEqual(probe.present, [1, nil, nil])
    XCTAssertEqual(probe.keys, ["set", "null"])
  }
}
