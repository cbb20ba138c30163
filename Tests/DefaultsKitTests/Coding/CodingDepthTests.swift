import Foundation
import XCTest

import DefaultsKit

final class CodingDepthTests: XCTestCase {
  private final class Chain: Codable, Equatable {
    var next: Chain?
    var id = 0

    init(length: Int) { next = length > 1 ? Chain(length: length - 1) : nil }

    var length: Int { 1 + (next?.length ?? 0) }
    static func == (lhs: Chain, rhs: Chain) -> Bool { lhs.length == rhs.length }
  }

  private struct Tree: Codable, Equatable {
    var children: [Tree?]

    init(depth: Int) { children = depth > 1 ? [Tree(depth: depth - 1)] : [] }
  }

  /// A value that stands 512 containers deep: chains and arrays in chains.
  func testNestingTo512LevelsComesBack() throws {
    let chain = try PropertyListValueEncoder().encode(Chain(length: 512))
    XCTAssertEqual(try PropertyListValueDecoder().decode(Chain.self, from: chain).length, 512)
    try assertRoundTrip(Tree(depth: 256))
  }

  func testNestingBeyond512LevelsIsAnErrorBothWays() throws {
    XCTAssertThrowsError(try PropertyListValueEncoder().encode(Chain(length: 513))) { error in
      XCTAssertTrue("\(error)".contains("512"), "\(error)")
    }
    XCTAssertThrowsError(try PropertyListValueEncoder().encode(Tree(depth: 257)))
    var chain: PropertyListValue = ["id": 0, "next": ["$defaultskit.nil": 0]]
    for _ in 0..<512 { chain = ["id": 0, "next": chain] }
    let fault = try decodingFault { try PropertyListValueDecoder().decode(Chain.self, from: chain) }
    XCTAssertTrue(fault.text.contains("512"), fault.text)
    XCTAssertEqual(fault.path.split(separator: ".").count, 512)
  }

  func testAValueThatContainsItselfIsAnErrorOnASmallStack() throws {
    let text = try onSmallStack {
      let ring = Chain(length: 1)
      ring.next = ring
      defer { ring.next = nil }
      do {
        _ = try PropertyListValueEncoder().encode(ring)
        return "encoded"
      } catch EncodingError.invalidValue(_, let context) { return context.debugDescription }
    }
    XCTAssertTrue(text.contains("contains itself"), text)
  }

  func testDeepValuesAreDecodedOrRefusedOnASmallStack() throws {
    for depth in [1, 16, 64, 128, 256, 511, 512, 513, 600] {
      let outcome = try onSmallStack {
        var chain: PropertyListValue = ["id": 0, "next": ["$defaultskit.nil": 0]]
        for _ in 1..<depth { chain = ["id": 0, "next": chain] }
        do { return try PropertyListValueDecoder().decode(Chain.self, from: chain).length } catch is DecodingError {
          return -1
        }
      }
      XCTAssertTrue(outcome == depth || (depth > 100 && outcome == -1), "\(depth): \(outcome)")
    }
  }

  /// Encodes what follows as a superclass would, through an encoder that it asks for: no call on that way throws.
  private final class SuperChain: Codable {
    var next: SuperChain?
    private enum CodingKeys: CodingKey { case id }

    init(_ next: SuperChain?) { self.next = next }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if container.allKeys.isEmpty { next = try SuperChain(from: container.superDecoder()) }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if let next { try next.encode(to: container.superEncoder()) } else { try container.encode(1, forKey: .id) }
    }
  }

  private final class SuperRing: Encodable {
    private enum CodingKeys: CodingKey { case id }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(1, forKey: .id)
      try encode(to: container.superEncoder())
    }
  }

  private final class NestedRing: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      while true {
        container = container.nestedUnkeyedContainer()
        try container.encode(1)
      }
    }
  }

  private final class SingleRing: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(self)
    }
  }

  func testEveryWayToNestWithoutEndEndsInAnError() throws {
    try onSmallStack {
      XCTAssertThrowsError(try PropertyListValueEncoder().encode(SuperRing()))
      XCTAssertThrowsError(try PropertyListValueEncoder().encode(NestedRing()))
      XCTAssertThrowsError(try PropertyListValueEncoder().encode(SingleRing()))
      let chain = (1..<100).reduce(SuperChain(nil)) { chain, _ in SuperChain(chain) }
      let form = try PropertyListValueEncoder().encode(chain)
      _ = try PropertyListValueDecoder().decode(SuperChain.self, from: form)
      var deep: PropertyListValue = ["id": 1]
      for _ in 0..<511 { deep = ["super": deep] }
      do { _ = try PropertyListValueDecoder().decode(SuperChain.self, from: deep) } catch is DecodingError {}
    }
  }

  func testDeepPropertyListValuesPassOnASmallStack() throws {
    for name in ["plain", "$defaultskit.nil"] {
      let (deep, back) = try onSmallStack {
        var deep: PropertyListValue = []
        for level in 1..<512 { deep = level.isMultiple(of: 2) ? [deep] : [name: deep] }
        let form = try PropertyListValueEncoder().encode(deep)
        let back = try PropertyListValueDecoder().decode(PropertyListValue.self, from: form)
        XCTAssertThrowsError(try PropertyListValueEncoder().encode([deep]))
        XCTAssertThrowsError(try PropertyListValueDecoder().decode([PropertyListValue].self, from: [deep]))
        return (deep, back)
      }
      XCTAssertEqual(deep, back)
    }
  }

  func testDeepJSONIsReadOrRefusedOnASmallStack() throws {
    for depth in [1, 50, 500, 512, 513, 100_000] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let isRead = try onSmallStack {
        let store = InMemoryStore(["blob": .string(text)])
        return (try? store.value(for: StoredKey("blob", default: [[Int]]()))) != nil
      }
      XCTAssertEqual(isRead, depth < 3, "\(depth)")
    }
  }
}
