import Foundation
import XCTest

@testable import DefaultsKit

private struct Location: Codable, Equatable {
  var latitude = 37.5
  var longitude = 127.0
}

private struct Profile: Codable, Equatable {
  var name = "nobody"
  var age: Int? = 30
  var location = Location()
}

private enum Theme: String, PropertyListConvertible { case light, dark }

private enum Flag: Int, Codable, PropertyListConvertible { case off, on }

/// A missing key, a value of another type, an explicit nil and a value that lacks fields are four things, on every store
/// and by every access.
final class MissingKeyTests: XCTestCase {
  /// Reads a key in every way, and expects one value of all of them.
  private func assert<Value: Equatable>(
    _ key: StoredKey<Value>, in store: any KeyValueStore, reads expected: Value, isSet: Bool, line: UInt = #line
  ) throws {
    let property = Stored(key, store: store)
    XCTAssertEqual(property.wrappedValue, expected, key.name, line: line)
    XCTAssertEqual(property.projectedValue.value, expected, key.name, line: line)
    XCTAssertEqual(try property.projectedValue.load(), expected, key.name, line: line)
    XCTAssertEqual(property.projectedValue.isSet, isSet, key.name, line: line)
    XCTAssertEqual(store[key], expected, key.name, line: line)
    XCTAssertEqual(try store.value(for: key), expected, key.name, line: line)
    XCTAssertEqual(try store.contains(key), isSet, key.name, line: line)
    XCTAssertEqual(try store.transaction { $0[key] }, expected, key.name, line: line)
  }

  /// Reads a key whose stored value is of another type: the default with a report, or an error.
  private func assert<Value: Equatable>(
    _ key: StoredKey<Value>, in store: any KeyValueStore, refuses code: StoreError.Code, line: UInt = #line
  ) throws {
    let property = Stored(key, store: store)
    XCTAssertEqual(property.wrappedValue, key.defaultValue, key.name, line: line)
    XCTAssertEqual(store[key], key.defaultValue, key.name, line: line)
    XCTAssertTrue(property.projectedValue.isSet, key.name, line: line)
    assertCode(code, key: key.name, line: line) { _ = try property.projectedValue.load() }
    assertCode(code, key: key.name, line: line) { _ = try store.value(for: key) }
    assertCode(code, key: key.name, line: line) { try store.update(key) { _ in } }
    assertCode(code, key: key.name, line: line) { _ = try store.transaction { $0[key] } }
  }

  // MARK: A missing key

  func testAMissingKeyReadsAsItsDefaultAndReadingStoresNothing() throws {
    try forEveryStore { store in
      try assert(StoredKey("a", default: true), in: store, reads: true, isSet: false)
      try assert(StoredKey("b", default: 5), in: store, reads: 5, isSet: false)
      try assert(StoredKey("c", default: 1.5), in: store, reads: 1.5, isSet: false)
      try assert(StoredKey("d", default: Float(0.1)), in: store, reads: 0.1, isSet: false)
      try assert(StoredKey("e", default: "이메일 없음"), in: store, reads: "이메일 없음", isSet: false)
      try assert(StoredKey<String?>("f"), in: store, reads: nil, isSet: false)
      try assert(StoredKey<Int?>("g", default: 4), in: store, reads: 4, isSet: false)
      try assert(StoredKey("h", default: Theme.dark), in: store, reads: .dark, isSet: false)
      try assert(StoredKey.codable("i", default: Profile()), in: store, reads: Profile(), isSet: false)
      try assert(StoredKey<Profile?>.codable("j"), in: store, reads: nil, isSet: false)
      XCTAssertEqual(try store.keys, [])
      XCTAssertEqual(try store.displacedValues, [:])
    }
  }

  func testAStoredZeroFalseOrEmptyTextIsNotMissing() throws {
    let stored: [String: PropertyListValue] = ["a": false, "b": 0, "c": 0.0, "e": "", "i": [:], "k": []]
    try forEveryStore(holding: stored) { store in
      try assert(StoredKey("a", default: true), in: store, reads: false, isSet: true)
      try assert(StoredKey("b", default: 5), in: store, reads: 0, isSet: true)
      try assert(StoredKey("c", default: 1.5), in: store, reads: 0, isSet: true)
      try assert(StoredKey("e", default: "none"), in: store, reads: "", isSet: true)
      try assert(StoredKey("k", default: [1]), in: store, reads: [], isSet: true)
      try assert(StoredKey("i", default: ["x": 1]), in: store, reads: [:], isSet: true)
    }
  }

  // MARK: A value of another type

  func testAValueOfAnotherTypeIsReportedAndStaysAndIsKeptWhenItIsReplaced() throws {
    let stored: [String: PropertyListValue] = [
      "bool": 1, "yes": "YES", "int": true, "fraction": 0.5, "digits": "7", "text": 7, "theme": true, "case": "blue",
      "list": ["a", 1], "bytes": .data(Data([0xFF, 0, 1])), "small": 300, "profile": "kim",
      "deep": [
        "name": "Kim", "location": ["latitude": "north", "longitude": 1.0],
      ],
    ]
    try forEveryStore(holding: stored) { store in
      try assert(StoredKey("bool", default: true), in: store, refuses: .valueMismatch)
      try assert(StoredKey("yes", default: false), in: store, refuses: .valueMismatch)
      try assert(StoredKey("int", default: 5), in: store, refuses: .valueMismatch)
      try assert(StoredKey("fraction", default: 5), in: store, refuses: .valueMismatch)
      try assert(StoredKey("digits", default: 5), in: store, refuses: .valueMismatch)
      try assert(StoredKey("text", default: "x"), in: store, refuses: .valueMismatch)
      try assert(StoredKey("theme", default: Theme.light), in: store, refuses: .valueMismatch)
      try assert(StoredKey("case", default: Theme.light), in: store, refuses: .valueMismatch)
      try assert(StoredKey("list", default: ["x"]), in: store, refuses: .valueMismatch)
      try assert(StoredKey("bytes", default: ["x"]), in: store, refuses: .valueMismatch)
      try assert(StoredKey("small", default: Int8(1)), in: store, refuses: .valueMismatch)
      try assert(StoredKey<Int?>("digits"), in: store, refuses: .valueMismatch)
      try assert(StoredKey.codable("profile", default: Profile()), in: store, refuses: .decodingFailed)
      try assert(StoredKey.codable("deep", default: Profile()), in: store, refuses: .decodingFailed)
      XCTAssertThrowsError(try store.value(for: StoredKey.codable("deep", default: Profile()))) { error in
        XCTAssertTrue("\(error)".contains("'location.latitude'"), "\(error)")
      }
      XCTAssertEqual(try store.keys, Set(stored.keys))
      for (name, value) in stored { XCTAssertEqual(try store.value(forKey: name), value, name) }

      try store.set(true, for: StoredKey("yes", default: false))
      Stored(StoredKey("text", default: "x"), store: store).projectedValue.reset()
      try store.set(Profile(), for: StoredKey.codable("deep", default: Profile()))
      XCTAssertEqual(
        try store.displacedValues, ["yes": "YES", "text": 7, "deep": try XCTUnwrap(stored["deep"])])
      XCTAssertEqual(try store.value(for: StoredKey("yes", default: false)), true)
      XCTAssertFalse(try store.contains(StoredKey("text", default: "x")))
    }
  }

  func testAFaultIsReportedOnceForItsKeyWithAReason() throws {
    let reports = Locked<[StoreError]>([])
    let store = try PropertyListStore(url: makeFile(holding: ["n": "text"])) { error in
      reports.withLock { $0.append(error) }
    }
    for _ in 0..<100 { XCTAssertEqual(store[StoredKey("n", default: 5)], 5) }
    let error = try XCTUnwrap(reports.withLock { $0.count == 1 ? $0.first : nil })
    XCTAssertEqual(error.code, .valueMismatch)
    XCTAssertTrue(error.description.contains("string") && error.description.contains("Int"), error.description)
  }

  // MARK: An explicit nil

  func testAnExplicitNilIsNotTheDefaultAndWhereTheDefaultIsNilItRemoves() throws {
    let volume = StoredKey<Int?>("volume", default: 4)
    let name = StoredKey<String?>("name")
    let profile = StoredKey<Profile?>.codable("profile", default: Profile())
    let friend = StoredKey<Profile?>.codable("friend")
    try forEveryStore { store in
      try store.set(nil, for: volume)
      try store.set(nil, for: profile)
      try assert(volume, in: store, reads: nil, isSet: true)
      try assert(profile, in: store, reads: nil, isSet: true)
      try store.set("x", for: name)
      try store.set(Profile(), for: friend)
      try store.set(nil, for: name)
      try store.set(nil, for: friend)
      try assert(name, in: store, reads: nil, isSet: false)
      try assert(friend, in: store, reads: nil, isSet: false)
      XCTAssertEqual(try store.keys, ["volume", "profile"])
      try store.remove(volume)
      try assert(volume, in: store, reads: 4, isSet: false)
    }
  }

  func testANilThatAnEarlierReleaseStoredIsRead() throws {
    let stored: [String: PropertyListValue] = [
      "volume": ["$defaultskit.nil": 0], "profile": ["$defaultskit.nil": 0], "blob": .data(Data("null".utf8)),
    ]
    try forEveryStore(holding: stored) { store in
      try assert(StoredKey<Int?>("volume", default: 4), in: store, reads: nil, isSet: true)
      try assert(StoredKey<Profile?>.codable("profile", default: Profile()), in: store, reads: nil, isSet: true)
      // JSON null is what wrappers wrote for "unset".
      XCTAssertEqual(try store.value(for: StoredKey<Int?>("blob", default: 4)), 4)
      XCTAssertNil(try store.value(for: StoredKey<Profile?>.codable("blob")))
      XCTAssertEqual(try store.value(for: StoredKey.codable("blob", default: Profile(name: "x"))).name, "x")
    }
  }

  // MARK: Missing fields

  func testFieldsThatTheLastReleaseDidNotStoreTakeTheDefaults() throws {
    let key = StoredKey.codable("profile", default: Profile(name: "none", age: 20, location: Location(latitude: 1)))
    let forms: [(PropertyListValue, Profile)] = [
      ([:], Profile(name: "none", age: 20, location: Location(latitude: 1))),
      (["name": "Kim"], Profile(name: "Kim", age: 20, location: Location(latitude: 1))),
      (
        ["name": "Kim", "location": ["longitude": 2.5]],
        Profile(name: "Kim", age: 20, location: Location(latitude: 1, longitude: 2.5))
      ),
      (
        ["name": "Kim", "age": 7, "location": ["latitude": 3, "longitude": 4], "removedField": 1],
        Profile(name: "Kim", age: 7, location: Location(latitude: 3, longitude: 4))
      ),
      (
        .data(Data("{\"name\":\"Kim\",\"location\":{\"latitude\":3}}".utf8)),
        Profile(name: "Kim", age: 20, location: Location(latitude: 3))
      ),
    ]
    for (stored, expected) in forms {
      try forEveryStore(holding: ["profile": stored]) { store in
        try assert(key, in: store, reads: expected, isSet: true)
        XCTAssertEqual(try store.value(forKey: "profile"), stored)
      }
    }
  }

  func testAFieldThatNoDefaultHasIsAnErrorWithItsPath() throws {
    let key = StoredKey<Profile?>.codable("profile")
    try forEveryStore(holding: ["profile": ["name": "Kim", "location": ["latitude": 1.0]]]) { store in
      XCTAssertThrowsError(try store.value(for: key)) { error in
        XCTAssertEqual((error as? StoreError)?.code, .decodingFailed)
        XCTAssertTrue("\(error)".contains("'location.longitude'"), "\(error)")
      }
    }
  }

  // MARK: What earlier wrappers left

  func testEnumsAreReadAsTheirRawValuesStoredRawOrQuoted() throws {
    let stored: [String: PropertyListValue] = [
      "raw": "dark", "quoted": "\"dark\"", "data": .data(Data("\"dark\"".utf8)), "int": 1,
      "intData": .data(Data("1".utf8)),
    ]
    try forEveryStore(holding: stored) { store in
      for name in ["raw", "quoted", "data"] {
        try assert(StoredKey(name, default: Theme.light), in: store, reads: .dark, isSet: true)
      }
      for name in ["int", "intData"] {
        try assert(StoredKey(name, default: Flag.off), in: store, reads: .on, isSet: true)
        try assert(StoredKey.codable(name, default: Flag.off), in: store, reads: .on, isSet: true)
      }
      try store.set(.dark, for: StoredKey("quoted", default: Theme.light))  // the plain form from now on
      XCTAssertEqual(try store.value(forKey: "quoted"), "dark")
      XCTAssertEqual(try store.displacedValues, [:])
    }
  }

  func testArraysThatWereStoredNativelyAreReadByBothKindsOfKey() throws {
    let stored: [String: PropertyListValue] = [
      "strings": ["a", "b"], "ints": [1, 2], "reals": [0.5, 1.0],
      "dates": [.date(Date(timeIntervalSinceReferenceDate: 1000))],
    ]
    func check<Element: PropertyListConvertible & Codable & Equatable>(
      _ name: String, _ elements: [Element], in store: any KeyValueStore
    ) throws {
      try assert(StoredKey(name, default: [Element]()), in: store, reads: elements, isSet: true)
      try assert(StoredKey<[Element]>.codable(name, default: []), in: store, reads: elements, isSet: true)
      try store.set(elements, for: StoredKey<[Element]>.codable(name, default: []))
      XCTAssertEqual(try store.value(forKey: name), stored[name])
    }
    try forEveryStore(holding: stored) { store in
      try check("strings", ["a", "b"], in: store)
      try check("ints", [1, 2], in: store)
      try check("reals", [0.5, 1.0], in: store)
      try check("dates", [Date(timeIntervalSinceReferenceDate: 1000)], in: store)
    }
  }
}
