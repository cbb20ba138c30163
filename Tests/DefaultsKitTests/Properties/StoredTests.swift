import Foundation
import XCTest

@testable import DefaultsKit

final class StoredTests: XCTestCase {
  private enum Key: String {
    case email
  }

  private enum Theme: String, PropertyListConvertible, Codable {
    case light
    case dark
  }

  /// The declarations that the interface promises.
  @MainActor private enum AppDefaults {
    @Stored("launches") static var launches = 0
    @Stored(Key.email) static var email = "no email"
    @Stored("userId") static var userID: String?
    @Stored("volume") static var volume: Int? = 4
    @Stored(UserSession.nickname) static var nickname
    @Stored("theme") static var theme = Theme.light
    @Stored("isLoud") static var isLoud: Bool?
    @Stored("isOn") static var isOn = true
    @Stored("ratio") static var ratio = 1.5
    @Stored("seen", scope: .activeUser) static var seen: UInt = 0
  }

  private struct Settings: Sendable {
    static let shared = Settings()
    @Stored("launches") var launches = 0
  }

  @MainActor func testADefaultIsReadWhileNothingIsStoredAndReadingStoresNothing() async throws {
    let store = InMemoryStore()
    DefaultStore.withOverride(store) {
      XCTAssertEqual(AppDefaults.launches, 0)
      XCTAssertEqual(AppDefaults.email, "no email")
      XCTAssertNil(AppDefaults.userID)
      XCTAssertEqual(AppDefaults.volume, 4)
      XCTAssertNil(AppDefaults.nickname)
      XCTAssertEqual(AppDefaults.theme, .light)
      XCTAssertNil(AppDefaults.isLoud)
      XCTAssertTrue(AppDefaults.isOn)
      XCTAssertEqual(AppDefaults.ratio, 1.5)
      XCTAssertFalse(AppDefaults.$isOn.isSet)
      XCTAssertEqual(store.keys, [])
    }
  }

  @MainActor func testWhatIsWrittenIsReadBack() async throws {
    let store = InMemoryStore()
    DefaultStore.withOverride(store) {
      AppDefaults.launches = 3
      AppDefaults.email = "a@b.c"
      AppDefaults.userID = "x"
      AppDefaults.nickname = "n"
      AppDefaults.theme = .dark
      AppDefaults.isLoud = false
      AppDefaults.isOn = false
      AppDefaults.ratio = -0.0
      XCTAssertEqual(AppDefaults.launches, 3)
      XCTAssertEqual(AppDefaults.email, "a@b.c")
      XCTAssertEqual(AppDefaults.userID, "x")
      XCTAssertEqual(AppDefaults.nickname, "n")
      XCTAssertEqual(AppDefaults.theme, .dark)
      XCTAssertEqual(AppDefaults.isLoud, false)
      XCTAssertEqual(AppDefaults.isOn, false)
      XCTAssertEqual(AppDefaults.ratio.sign, .minus)
      XCTAssertEqual(store.value(forKey: "theme"), "dark")
      XCTAssertEqual(store.value(forKey: "UserSession.nickname"), "n")
    }
  }

  @MainActor func testNilUnderADefaultThatIsSomethingIsReadAsNil() async throws {
    let store = InMemoryStore()
    DefaultStore.withOverride(store) {
      AppDefaults.volume = nil
      XCTAssertNil(AppDefaults.volume)
      XCTAssertTrue(AppDefaults.$volume.isSet)
      AppDefaults.volume = 5
      XCTAssertEqual(AppDefaults.volume, 5)
      AppDefaults.$volume.reset()
      XCTAssertEqual(AppDefaults.volume, 4)
      AppDefaults.userID = "x"
      AppDefaults.userID = nil  // where the default is nil, nil removes
      XCTAssertEqual(store.keys, [])
    }
  }

  @MainActor func testTheProjectedValueLoadsSavesUpdatesAndResets() async throws {
    let store = InMemoryStore()
    try DefaultStore.withOverride(store) {
      let property = AppDefaults.$launches
      XCTAssertEqual(property.key.name, "launches")
      XCTAssertTrue(property.store === store)
      XCTAssertEqual(try property.load(), 0)
      try property.save(4)
      XCTAssertEqual(property.value, 4)
      property.value = 5
      XCTAssertEqual(
        try property.update {
          $0 += 1; return $0 * 2
        }, 12)
      XCTAssertEqual(AppDefaults.launches, 6)
      XCTAssertTrue(property.isSet)
      property.reset()
      XCTAssertFalse(property.isSet)
      XCTAssertEqual(AppDefaults.launches, 0)
    }
  }

  func testAnInstancePropertyOfASharedStructIsTheSameValue() throws {
    let store = InMemoryStore()
    DefaultStore.withOverride(store) {
      Settings.shared.launches = 2
      let another = Settings()
      XCTAssertEqual(another.launches, 2)
      another.launches += 1
      XCTAssertEqual(Settings.shared.launches, 3)
    }
  }

  func testAPropertyIsReadWithinAnUpdateAndATransactionOfItsOwnStore() throws {
    let store = InMemoryStore()
    let launches = Stored(wrappedValue: 1, "launches", store: store)
    let copy = Stored(wrappedValue: 0, "copy", store: store)
    try copy.projectedValue.update { $0 = launches.wrappedValue + 1 }
    XCTAssertEqual(copy.wrappedValue, 2)
    try store.transaction { transaction in
      transaction["launches"] = 9
      XCTAssertEqual(launches.wrappedValue, 1)
    }
    XCTAssertEqual(launches.wrappedValue, 9)
  }

  func testAMismatchReadsAsTheDefaultIsReportedOnceAndStaysAsItIs() throws {
    let errors = Locked<[StoreError]>([])
    let store = ReportingStore { error in errors.withLock { $0.append(error) } }
    let property = Stored(wrappedValue: 7, "count", store: store)
    try store.setValue("text", forKey: "count")
    for _ in 0..<3 { XCTAssertEqual(property.wrappedValue, 7) }
    XCTAssertEqual(Stored(wrappedValue: 7, "count", store: store).wrappedValue, 7)
    XCTAssertEqual(errors.withLock { $0.map(\.code) }, [.valueMismatch])
    assertCode(.valueMismatch, key: "count") { _ = try property.projectedValue.load() }
    assertCode(.valueMismatch, key: "count") { try property.projectedValue.update { $0 += 1 } }
    XCTAssertEqual(try store.value(forKey: "count"), "text")

    try store.setValue(true, forKey: "count")  // another cause
    XCTAssertEqual(property.wrappedValue, 7)
    XCTAssertEqual(errors.withLock { $0.count }, 2)

    property.wrappedValue = 8
    XCTAssertEqual(property.wrappedValue, 8)
    XCTAssertEqual(try store.displacedValues, ["count": true])
    XCTAssertEqual(errors.withLock { $0.count }, 2)
  }

  func testEveryScalarIsItselfAndNoOther() throws {
    let store = InMemoryStore()
    let samples: [PropertyListValue] = [0, 1, 2, true, false, "1", "true", "YES", 1.0, 0.5, .data(Data([1]))]
    for sample in samples {
      try store.setValue(sample, forKey: "a")
      XCTAssertEqual((try? store.value(for: StoredKey("a", default: false))) != nil, sample.kind == .boolean)
      XCTAssertEqual(
        (try? store.value(for: StoredKey("a", default: 9))) != nil, [0, 1, 2, 1.0].contains(sample), "\(sample)")
      XCTAssertEqual((try? store.value(for: StoredKey("a", default: ""))) != nil, sample.kind == .string)
    }
  }

  func testASetThatCannotBeStoredIsReportedAndChangesNothing() throws {
    let errors = Locked<[StoreError]>([])
    let store = ReportingStore { error in errors.withLock { $0.append(error) } }
    let seen = Stored(UserActivity.lastViewedNoticeCount, store: store)
    seen.wrappedValue = 3  // nobody is logged in
    XCTAssertEqual(errors.withLock { $0.map(\.code) }, [.noActiveUser])
    XCTAssertEqual(seen.wrappedValue, 0)
    XCTAssertEqual(try store.keys, [])
    let reserved = Stored(wrappedValue: 0, "users/x", store: store)
    reserved.wrappedValue = 1
    XCTAssertEqual(reserved.wrappedValue, 0)
    XCTAssertEqual(errors.withLock { $0.map(\.code) }, [.noActiveUser, .invalidName])
  }

  func testASecretsValueIsInNoErrorAndNoDescription() throws {
    struct Token: Codable, Sendable {
      var text: String
    }
    let errors = Locked<[StoreError]>([])
    let store = ReportingStore { error in errors.withLock { $0.append(error) } }
    let plain = Stored(wrappedValue: 0, "token", isSecret: true, store: store)
    let coded = CodableStored(wrappedValue: Token(text: ""), "coded", isSecret: true, store: store)
    try store.setValue("hunter2", forKey: "token")
    try store.setValue(["text": ["hunter2": "hunter2"]], forKey: "coded")
    XCTAssertEqual(plain.wrappedValue, 0)
    XCTAssertEqual(coded.wrappedValue.text, "")
    XCTAssertEqual(errors.withLock { $0.count }, 2)
    for error in errors.withLock({ $0 }) {
      var dumped = ""
      dump(error, to: &dumped)
      for text in [error.description, "\(error)", String(reflecting: error), dumped, error.localizedDescription] {
        XCTAssertFalse(text.contains("hunter2"), text)
        XCTAssertTrue(text.contains(error.code.rawValue), text)
      }
    }
  }

  func testNothingThatPrintsAStoreOrAPropertyShowsAValue() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let suite = "DefaultsKitTests.\(UUID().uuidString)"
    defer { UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite) }
    let stores: [any KeyValueStore] = [
      InMemoryStore(), try PropertyListStore(url: folder.appendingPathComponent("Defaults.plist")),
      try XCTUnwrap(UserDefaultsStore(suiteName: suite)),
    ]
    for store in stores {
      let plain = Stored(UserSession.accessToken, store: store)
      let coded = CodableStored(wrappedValue: [""], "coded", isSecret: true, store: store)
      plain.wrappedValue = "hunter2"
      coded.wrappedValue = ["hunter2"]
      XCTAssertEqual(plain.wrappedValue, "hunter2")
      XCTAssertEqual(coded.wrappedValue, ["hunter2"])
      try store.transaction { transaction in
        transaction[UserSession.refreshToken] = "hunter2"
        for subject: Any in [store, plain, coded, plain.projectedValue, coded.projectedValue, transaction] {
          var dumped = ""
          dump(subject, to: &dumped)
          for text in [dumped, "\(subject)", String(reflecting: subject)] {
            XCTAssertFalse(text.contains("hunter2"), text)
          }
        }
      }
    }
  }

  func testReadersAndWritersOfOnePropertyAgree() throws {
    let store = InMemoryStore()
    let count = Stored(wrappedValue: 0, "count", store: store)
    let name = Stored(wrappedValue: "", "name", store: store)
    DispatchQueue.concurrentPerform(iterations: 8) { worker in
      var last = 0
      for step in 0..<500 {
        if worker < 2 {
          succeed { try count.projectedValue.update { $0 += 1 } }
          name.wrappedValue = String(repeating: "x", count: step % 50)
        } else {
          let now = count.wrappedValue
          if now < last { XCTFail("\(now) after \(last)") }
          last = now
          if !name.wrappedValue.allSatisfy({ $0 == "x" }) { XCTFail("a torn text") }
        }
      }
    }
    XCTAssertEqual(count.wrappedValue, 1000)
  }
}

/// A store that reports to a closure of its own.
final class ReportingStore: FaultHandlingStore {
  private let store = InMemoryStore()
  let onError: (@Sendable (StoreError) -> Void)?

  init(onError: @escaping @Sendable (StoreError) -> Void) { self.onError = onError }

  var keys: Set<String> { get throws { store.keys } }

  func value(forKey name: String) throws -> PropertyListValue? { store.value(forKey: name) }

  func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    try store.transaction(body)
  }

  func changes() -> AsyncStream<StoreChange> { store.changes() }

  func flush() throws {}
}
