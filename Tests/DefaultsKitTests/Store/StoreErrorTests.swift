import Foundation
import XCTest

@testable import DefaultsKit

final class StoreErrorTests: XCTestCase {
  private struct Outer: Codable, Sendable {
    struct Location: Codable, Sendable {
      var latitude: Double
    }

    var places: [Location]
  }

  func testADecodingErrorNamesTheKeyTheFieldAndWhatToDo() throws {
    let store = InMemoryStore(["profile": ["places": [["latitude": 1.5], ["latitude": "north"]]]])
    let key = StoredKey<Outer?>.codable("profile")
    XCTAssertThrowsError(try store.value(for: key)) { error in
      let text = "\(error)"
      XCTAssertEqual((error as? StoreError)?.code, .decodingFailed)
      for part in ["decodingFailed", "'profile'", "places[1].latitude", "until another value is set"] {
        XCTAssertTrue(text.contains(part), "\(part) is not in: \(text)")
      }
      XCTAssertEqual(error.localizedDescription, text)
    }
  }

  func testAnEncodingErrorNamesTheKeyAndTheFieldAndLeavesWhatWasStored() throws {
    struct Failing: Codable, Sendable {
      struct Inner: Codable, Sendable {
        func encode(to encoder: any Encoder) throws {
          throw EncodingError.invalidValue(
            1, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "Out of order."))
        }
      }

      var inner = Inner()
    }
    let store = InMemoryStore(["a": "before"])
    let key = StoredKey.codable("a", default: Failing())
    XCTAssertThrowsError(try store.set(Failing(), for: key)) { error in
      XCTAssertEqual((error as? StoreError)?.code, .encodingFailed)
      for part in ["'a'", "inner", "Out of order."] { XCTAssertTrue("\(error)".contains(part), "\(error)") }
    }
    XCTAssertEqual(store.value(forKey: "a"), "before")
    XCTAssertEqual(try store.displacedValues, [:])
  }

  func testNoErrorOfASecretKeyShowsAnythingOfItsValue() throws {
    struct Card: Codable, Sendable {
      var pin: Int

      init(pin: Int) { self.pin = pin }

      init(from decoder: any Decoder) throws {
        pin = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .pin)
        if pin == 0 { throw StoreError(code: .decodingFailed, key: "cards", underlyingError: Revealing("4111-0000")) }
      }

      func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(pin, forKey: .pin)
        if pin < 0 {
          throw EncodingError.invalidValue(
            pin, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "4111-0000 is no card"))
        }
      }

      enum CodingKeys: CodingKey { case pin }
    }
    let key = StoredKey.codable("cards", default: [String: Card](), isSecret: true)
    let store = InMemoryStore()
    func assertTellsNothing(_ body: () throws -> Void, line: UInt = #line) {
      XCTAssertThrowsError(try body(), line: line) { error in
        var dumped = ""
        dump(error, to: &dumped)
        for text in ["\(error)", error.localizedDescription, dumped, "\(String(reflecting: error))"] {
          XCTAssertFalse(text.contains("4111"), text, line: line)
          XCTAssertTrue(text.contains("cards"), text, line: line)
        }
        XCTAssertNil((error as? StoreError)?.underlyingError, line: line)
      }
    }
    let unreadable: [PropertyListValue] = [
      ["4111-0000": ["pin": "4111"]], ["4111-0000": [:]], ["4111-0000": 4111], ["4111-0000": ["pin": 0]], "4111",
      .data(Data("{\"4111-0000\": {}}".utf8)),
    ]
    for value in unreadable {
      try store.setValue(value, forKey: "cards")
      assertTellsNothing { _ = try store.value(for: key) }
      assertTellsNothing { try store.update(key) { $0 = [:] } }
    }
    assertTellsNothing { try store.set(["4111-0000": Card(pin: -1)], for: key) }
  }

  private struct Revealing: Error {
    let text: String

    init(_ text: String) { self.text = text }
  }

  func testAMismatchNamesBothTypes() {
    let store = InMemoryStore(["a": "text"])
    XCTAssertThrowsError(try store.value(for: StoredKey("a", default: 0))) { error in
      for part in ["valueMismatch", "string", "Int", "'a'"] { XCTAssertTrue("\(error)".contains(part), "\(error)") }
      XCTAssertFalse("\(error)".contains("text"))
    }
  }

  func testACodeOfALaterReleaseIsACodeToo() {
    let error = StoreError(code: StoreError.Code(rawValue: "somethingNew"), key: "a")
    XCTAssertTrue(error.description.hasPrefix("somethingNew: "))
  }
}
