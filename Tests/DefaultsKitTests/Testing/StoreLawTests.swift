import DefaultsKit
import DefaultsKitTesting
import XCTest

/// Every way to get a store wrong is noticed by a law.
final class StoreLawTests: XCTestCase {
  /// The laws that a store breaks, by how their sentences begin.
  private func violations(_ fault: FaultyStore.Fault?) async throws -> [String] {
    var broken: [String] = []
    for law in StoreLaw.all {
      let limit: Duration = fault == nil ? .seconds(60) : .seconds(1)
      do { try await law.check(FaultyStore(fault), timeLimit: limit) } catch let violation as StoreLawViolation {
        XCTAssertEqual(violation.statement, law.statement)
        XCTAssertTrue(violation.description.hasPrefix(law.statement), violation.description)
        broken.append(law.statement)
      }
    }
    return broken
  }

  func testAStoreWithoutFaultBreaksNoLaw() async throws {
    let broken = try await violations(nil)
    XCTAssertEqual(broken, [])
  }

  func testEveryFaultBreaksALawThatSaysSo() async throws {
    let laws: [FaultyStore.Fault: String] = [
      .roundsDates: "What is set is read back bit for bit.",
      .takesWholeRealsForIntegers: "A value replaces one that is only nearly the same.",
      .forgetsWhatIsFlushed: "A flush keeps everything.",
      .keepsRemovedNames: "Setting nil removes the key.",
      .splitsNamesAtSlashes: "Any text is a name but the reserved ones.",
      .showsItsRecord: "A value that cannot be read is kept when it is replaced.",
      .losesItsRecord: "A value that cannot be read is kept when it is replaced.",
      .ignoresErrors: "The first error of a subscript is thrown, and nothing changes.",
      .storesBeforeABodyThrows: "A transaction that throws changes nothing.",
      .publishesKeyByKey: "A reader never sees half of a transaction.",
      .losesUpdates: "Transactions of many threads lose no update.",
      .tellsOfNoRemoval: "Changes give every commit once, with all of its names.",
      .tellsOfEveryNameApart: "Changes give every commit once, with all of its names.",
      .dropsChanges: "Changes that wait are merged at most, and no name is dropped.",
    ]
    XCTAssertEqual(Set(laws.keys), Set(FaultyStore.Fault.allCases))
    for (fault, law) in laws {
      let broken = try await violations(fault)
      XCTAssertTrue(broken.contains(law), "\(fault) breaks \(broken)")
    }
  }

  func testAStoreThatIsNotEmptyIsRefused() async throws {
    let law = try XCTUnwrap(StoreLaw.all.first)
    do {
      try await law.check(InMemoryStore(["a": 1]))
      XCTFail("did not throw")
    } catch let violation as StoreLawViolation {
      XCTAssertTrue(violation.reason.contains("not empty"), violation.reason)
    }
  }

  func testWhatAStoreThrowsIsThrownOn() async throws {
    let law = try XCTUnwrap(StoreLaw.all.first)
    do {
      try await law.check(FaultyStore(nil, isReadable: false))
      XCTFail("did not throw")
    } catch let error as StoreError { XCTAssertEqual(error.code, .fileUnreadable) }
  }

  func testEachLawHasASentenceOfItsOwn() {
    XCTAssertEqual(Set(StoreLaw.all.map(\.statement)).count, StoreLaw.all.count)
    for law in StoreLaw.all { XCTAssertEqual("\(law)", law.statement) }
  }
}
