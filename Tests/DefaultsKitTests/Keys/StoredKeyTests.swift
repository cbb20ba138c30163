import Foundation
import XCTest

@testable import DefaultsKit

extension StoredKey<Int> {
  fileprivate static let launchCount = StoredKey("launchCount", default: 0)
}

final class StoredKeyTests: XCTestCase {
  private enum Key: String {
    case volume
  }

  func testAKeyReadsLikeAPropertyAtItsCallSite() {
    var store = InMemoryStore()
    store[.launchCount] += 1
    store[.launchCount] += 1
    XCTAssertEqual(store[.launchCount], 2)
    store = InMemoryStore()
    XCTAssertEqual(store[.launchCount], 0)
  }

  func testEveryWayToMakeAKeySaysWhatItIs() {
    let plain = StoredKey("a", default: 1, scope: .activeUser, isSecret: true)
    XCTAssertEqual(plain.name, "a")
    XCTAssertEqual(plain.defaultValue, 1)
    XCTAssertEqual(plain.scope, .activeUser)
    XCTAssertTrue(plain.isSecret)
    let named = StoredKey(Key.volume, default: 1)
    XCTAssertEqual(named.name, "volume")
    XCTAssertEqual(named.scope, .shared)
    XCTAssertFalse(named.isSecret)
    XCTAssertNil(StoredKey<Int?>("a").defaultValue)
    XCTAssertEqual(StoredKey<Int?>("a", default: 3).defaultValue, 3)
    XCTAssertNil(StoredKey<Int?>(Key.volume).defaultValue)
    XCTAssertEqual(StoredKey<[Int]>.codable(Key.volume, default: [1]).defaultValue, [1])
    XCTAssertNil(StoredKey<[Int]?>.codable(Key.volume).defaultValue)
  }

  func testAKeyWithAConversionOfItsOwnUsesIt() throws {
    struct Odd: Error {}
    let key = StoredKey<Int>(
      "even", default: 0,
      decode: { stored in
        guard case .string(let text) = stored, let number = Int(text) else { throw Odd() }
        return number
      },
      encode: { number in
        guard number.isMultiple(of: 2) else { throw Odd() }
        return .string(String(number))
      })
    let store = InMemoryStore()
    try store.set(4, for: key)
    XCTAssertEqual(store.value(forKey: "even"), "4")
    XCTAssertEqual(try store.value(for: key), 4)
    assertCode(.encodingFailed, key: "even") { try store.set(5, for: key) }
    try store.setValue("four", forKey: "even")
    assertCode(.decodingFailed, key: "even") { _ = try store.value(for: key) }
  }

  func testAUsersValueThatLooksLikeAMarkerIsReadBackAsItself() throws {
    let store = InMemoryStore()
    let markers: [[String: Int]] = [
      ["$defaultskit.nil": 0], ["$$defaultskit.nil": 0], ["$defaultskit.nil": 1], ["$defaultskit.": 1, "a": 2],
      ["$": 1],
    ]
    for marker in markers {
      let optional = StoredKey<[String: Int]?>("a", default: [:])
      try store.set(marker, for: optional)
      XCTAssertEqual(try store.value(for: optional), marker)
      try store.set(marker, for: StoredKey("a", default: [:]))
      XCTAssertEqual(try store.value(for: StoredKey("a", default: [:])), marker)
      let coded = StoredKey<[String: Int]?>.codable("a", default: [:])
      XCTAssertEqual(try store.value(for: coded), marker)
      try store.set(marker, for: coded)
      XCTAssertEqual(try store.value(for: optional), marker)
      let nested = StoredKey<[[String: [String: Int]]]>("a", default: [])
      try store.set([["x": marker]], for: nested)
      XCTAssertEqual(try store.value(for: nested), [["x": marker]])
      let nestedOptional = StoredKey<[[String: [String: Int]?]]>.codable("a", default: [])
      XCTAssertEqual(try store.value(for: nestedOptional), [["x": marker]])
    }
    let optional = StoredKey<[String: Int]?>("a", default: [:])
    try store.set(nil, for: optional)
    XCTAssertNil(try store.value(for: optional))
    XCTAssertTrue(try store.contains(optional))
  }

  func testAScopedNameHoldsAnyAccountApart() {
    let ids = [
      "a", "a.b", "a/b", "a%2Fb", "a%b", "kim@example.com", "김", "../a", " ", String(repeating: "k", count: 1000),
    ]
    var names: Set<String> = []
    for id in ids {
      let name = KeyName.scoped("x/y", toUser: id)
      XCTAssertEqual(KeyName.userID(in: name), id)
      XCTAssertTrue(names.insert(name).inserted)
      for other in ids where other != id { XCTAssertFalse(name.hasPrefix(KeyName.prefix(ofUser: other))) }
    }
    XCTAssertNil(KeyName.userID(in: "users"))
    XCTAssertNil(KeyName.userID(in: "users//x"))
    XCTAssertNil(KeyName.userID(in: "userses/a/x"))
  }
}

final class StoredKeyDescriptionTests: XCTestCase {
  func testAKeySaysWhatItIs() {
    let key = StoredKey("launches", default: 3)
    XCTAssertEqual("\(key)", #"StoredKey<Int>("launches", default: 3)"#)
    XCTAssertEqual(String(reflecting: key), "\(key)")
  }

  func testASecretKeyShowsItsDefaultNowhere() {
    let key = StoredKey("token", default: "hidden", isSecret: true)
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] {
      XCTAssertTrue(text.contains("token"), text)
      XCTAssertFalse(text.contains("hidden"), text)
    }
  }
}
