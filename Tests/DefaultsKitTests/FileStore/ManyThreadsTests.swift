import Foundation
import XCTest

@testable import DefaultsKit

final class ManyThreadsTests: FileStoreTestCase {
  func testEightThreadsThatCountReadAndFlushLoseNothing() throws {
    let store = try makeStore()
    let count = 200
    let key = StoredKey("n", default: 0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<count {
        do {
          switch thread {
          case 0: if step % 50 == 0 { try store.flush() }
          case 1: XCTAssertLessThanOrEqual(try store.value(for: key), 4 * count)
          case 2:
            try store.transaction { transaction in
              transaction["left"] = .integer(Int64(step))
              transaction["right"] = .integer(Int64(step))
            }
          case 3:
            let keys = try store.keys
            XCTAssertEqual(keys.contains("left"), keys.contains("right"))
          default: try store.update(key) { $0 += 1 }
          }
        } catch { XCTFail("\(error)") }
      }
    }
    XCTAssertEqual(try store.value(for: key), 4 * count)
    try store.flush()
    XCTAssertEqual(try foundationValues()["n"] as? Int, 4 * count)
  }

  func testABodyReadsItsOwnStoreAsItWasBefore() throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "a")
    try store.transaction { transaction in
      transaction["a"] = 2
      XCTAssertEqual(try store.value(forKey: "a"), 1)
      XCTAssertEqual(try store.keys, ["a"])
      XCTAssertEqual(transaction["a"], 2)
    }
    XCTAssertEqual(try store.value(forKey: "a"), 2)
  }

  func testABodyMayOpenItsOwnStoreOnceMoreAndReadIt() throws {
    let store = try PropertyListStore(url: file)
    try store.setValue(1, forKey: "a")
    try store.transaction { transaction in
      transaction["a"] = 2
      let again = try PropertyListStore(url: file)
      XCTAssertEqual(try again.value(forKey: "a"), 1)
    }
    XCTAssertEqual(try PropertyListStore(url: file).value(forKey: "a"), 2)
  }

  func testTwoEnginesThatWriteInTurnSeeEachOther() throws {
    let engines = try (0..<3).map { _ in try makeStore(isQuiet: true) }
    let key = StoredKey("n", default: 0)
    for step in 0..<300 {
      XCTAssertEqual(try engines[(step + 1) % 3].value(for: key), step)
      try engines[step % 3].update(key) { $0 += 1 }
      if step % 70 == 0 { try engines[(step + 2) % 3].flush() }
    }
    XCTAssertEqual(try makeStore().value(for: key), 300)
  }

  func testADateThatNoFileCanCarryIsRefusedBeforeItIsStored() throws {
    let store = try makeStore(isQuiet: true)
    let never = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: .nan))
    for value: PropertyListValue in [never, [1, ["k": never]], .date(Date(timeIntervalSinceReferenceDate: .infinity))] {
      assertThrows(.encodingFailed, try store.setValue(value, forKey: "a"))
    }
    XCTAssertEqual(try store.keys, [])
    try store.flush()
  }

  func testAJournalIsEmptiedBeforeItOutgrowsEverything() throws {
    let store = try makeStore()
    let text = String(repeating: "x", count: 2000)
    for number in 0..<2000 { try store.setValue(.string("\(number)\(text)"), forKey: "k") }
    XCTAssertLessThan(try journalLength(), 5 * StoreFile.journalLimit)
    XCTAssertEqual(try makeStore().value(forKey: "k"), .string("1999\(text)"))
    try store.flush()
  }
}
