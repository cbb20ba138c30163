@testable import DefaultsKit
import Foundation
import Synchronization
import XCTest

final class PropertyReadingTests: XCTestCase {
  func testAValueThatIsReadWhileItIsReplacedIsWhole() throws {
    let store = InMemoryStore()
    let text = Stored(wrappedValue: Self.text(0), "text", store: store)
    let numbers = CodableStored(wrappedValue: Numbers(0), "numbers", store: store)
    let isDone = Atomic<Bool>(false)
    let torn = Locked<[String]>([])
    let readers = DispatchGroup()
    for _ in 0..<3 {
      readers.enter()
      Thread {
        while !isDone.load(ordering: .relaxed) {
          let read = text.wrappedValue
          if Set(read.utf8).count != 1 { torn.withLock { $0.append(read) } }
          let value = numbers.wrappedValue
          if value.list != Array(repeating: value.number, count: 8) { torn.withLock { $0.append("\(value)") } }
          if numbers.wrappedValue.list.count != 8 { torn.withLock { $0.append("list") } }
        }
        readers.leave()
      }.start()
    }
    for number in 1...2_000 {
      text.wrappedValue = Self.text(number)
      numbers.wrappedValue = Numbers(number)
      XCTAssertEqual(text.wrappedValue, Self.text(number))
      XCTAssertEqual(numbers.wrappedValue.number, number)
    }
    isDone.store(true, ordering: .relaxed)
    readers.wait()
    XCTAssertEqual(torn.withLock { $0 }, [])
  }

  func testALargeValueIsReadAsItWasSet() throws {
    let numbers = CodableStored(wrappedValue: Numbers(0), "numbers", store: InMemoryStore())
    XCTAssertGreaterThan(MemoryLayout<Numbers>.size, 32)
    XCTAssertEqual(numbers.wrappedValue, Numbers(0))
    for number in 1...3 {
      numbers.wrappedValue = Numbers(number)
      XCTAssertEqual(numbers.wrappedValue, Numbers(number))
      XCTAssertEqual(numbers.wrappedValue, Numbers(number))
    }
    numbers.projectedValue.reset()
    XCTAssertEqual(numbers.wrappedValue, Numbers(0))
  }

  func testWhatOneTaskReadsByAnotherStoreNobodyElseReads() throws {
    let property = Stored(wrappedValue: 0, "PropertyReadingTests.overridden")
    let store = InMemoryStore(["PropertyReadingTests.overridden": 7])
    for _ in 0..<3 {
      XCTAssertEqual(property.wrappedValue, 0)
      DefaultStore.withOverride(store) {
        XCTAssertEqual(property.wrappedValue, 7)
        XCTAssertEqual(property.wrappedValue, 7)
      }
    }
    XCTAssertEqual(property.wrappedValue, 0)
  }

  func testWhatOneTaskReadsByAnotherStoreIsKeptForNobody() throws {
    final class Token: Sendable {}
    let weakly = Locked<[WeakToken]>([])
    let key = StoredKey(
      "PropertyReadingTests.token", default: nil as Token?,
      decode: { _ in
        let token = Token()
        weakly.withLock { $0.append(WeakToken(token)) }
        return token
      }, encode: { _ in true })
    let property = Stored(key)
    for store: any KeyValueStore in [ForeignStore(), InMemoryStore()] {
      try store.setValue(true, forKey: key.name)
      DefaultStore.withOverride(store) { XCTAssertNotNil(property.wrappedValue) }
      XCTAssertEqual(weakly.withLock { $0.count { $0.token != nil } }, 0)
    }
    XCTAssertEqual(weakly.withLock { $0.count }, 2)
  }

  private struct WeakToken: Sendable {
    weak let token: (any AnyObject & Sendable)?

    init(_ token: any AnyObject & Sendable) { self.token = token }
  }

  private static func text(_ number: Int) -> String {
    String(repeating: Character(UnicodeScalar(UInt8(97 + number % 26))), count: 24 + number % 8)
  }
}

private struct Numbers: Codable, Equatable, Sendable {
  var number: Int
  var list: [Int]
  var (a, b, c) = (1, 2, 3)

  init(_ number: Int) {
    self.number = number
    list = Array(repeating: number, count: 8)
  }
}
