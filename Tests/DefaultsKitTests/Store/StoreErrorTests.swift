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
