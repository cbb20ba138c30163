import Foundation
import XCTest

@testable import DefaultsKit

extension StoredKey<UUID> {
  fileprivate static let installID = StoredKey("installID", default: UUID())
}

@MainActor private enum AppDefaults {
  @Stored("installID", store: InMemoryStore()) static var installID = UUID()
}

/// Defaults that are made anew at each launch.
final class StoreDefaultTests: XCTestCase {
  func testADefaultIsOneValueWithinAProcessAndReadingItStoresNothing() throws {
    try forEveryStore { store in
      XCTAssertEqual(try store.value(for: .installID), try store.value(for: .installID))
      XCTAssertEqual(store[.installID], try store.value(for: .installID))
      XCTAssertEqual(try store.keys, [])
    }
  }

  @MainActor
  func testADefaultOfAPropertyIsOneValueUntilItIsStored() async throws {
    XCTAssertEqual(AppDefaults.installID, AppDefaults.installID)
    XCTAssertFalse(AppDefaults.$installID.isSet)
    XCTAssertEqual(try AppDefaults.$installID.storeDefault(), AppDefaults.installID)
    XCTAssertTrue(AppDefaults.$installID.isSet)
  }

  func testOneCallStoresItOnceAndLaterDefaultsDoNotReplaceIt() throws {
    try forEveryStore { store in
      let stored = try store.storeDefault(of: .installID)
      XCTAssertEqual(stored, StoredKey<UUID>.installID.defaultValue)
      XCTAssertEqual(try store.value(forKey: "installID"), .string(stored.uuidString))
      let nextLaunch = StoredKey("installID", default: UUID())
      XCTAssertEqual(try store.storeDefault(of: nextLaunch), stored)
      XCTAssertEqual(try Stored(nextLaunch, store: store).projectedValue.storeDefault(), stored)
      XCTAssertEqual(try store.value(for: nextLaunch), stored)
    }
  }

  func testWhatAnEarlierReleaseStoredIsGivenBack() throws {
    let stored: [String: PropertyListValue] = ["installID": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"]
    try forEveryStore(holding: stored) { store in
      XCTAssertEqual(
        try store.storeDefault(of: .installID), UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    }
  }

  func testAUserWhoKeptTheDefaultIsNotMovedWhenItChanges() throws {
    try forEveryStore { store in
      try store.storeDefault(of: StoredKey("fontSize", default: 12))
      XCTAssertEqual(try store.value(for: StoredKey("fontSize", default: 14)), 12)
    }
  }

  func testAValueOfAnotherTypeIsAnErrorAndStays() throws {
    try forEveryStore(holding: ["installID": 7]) { store in
      assertCode(.valueMismatch, key: "installID") { try store.storeDefault(of: .installID) }
      XCTAssertEqual(try store.value(forKey: "installID"), 7)
    }
  }

  func testThreadsThatRaceAgreeOnOneValue() throws {
    try forEveryStore { store in
      let seen = Locked<Set<UUID>>([])
      DispatchQueue.concurrentPerform(iterations: 16) { _ in
        succeed {
          let id = try store.storeDefault(of: StoredKey("installID", default: UUID()))
          seen.withLock { _ = $0.insert(id) }
        }
      }
      XCTAssertEqual(seen.withLock { $0.count }, 1)
    }
  }

  func testAnAccountsDefaultIsStoredForTheAccountThatIsLoggedIn() throws {
    let key = StoredKey("color", default: "red", scope: .activeUser)
    try forEveryStore { store in
      assertCode(.noActiveUser, key: "color") { try store.storeDefault(of: key) }
      try UserSession.logIn(userID: "kim", to: store)
      XCTAssertEqual(try store.storeDefault(of: key), "red")
      XCTAssertEqual(try store.value(forKey: "users/kim/color"), "red")
    }
  }

  func testAnOptionalWhoseDefaultIsNilIsNotStored() throws {
    try forEveryStore { store in
      XCTAssertNil(try store.storeDefault(of: StoredKey<Int?>("n")))
      XCTAssertEqual(try store.storeDefault(of: StoredKey<Int?>("m", default: 4)), 4)
      XCTAssertEqual(try store.keys, ["m"])
    }
  }
}
