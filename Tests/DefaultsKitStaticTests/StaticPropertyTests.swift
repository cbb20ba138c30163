import DefaultsKitStatic
import XCTest

private struct Place: Codable, Sendable, Equatable {
  var latitude = 0.0
  var longitude = 0.0
}

private enum Key: String {
  case email
  case place
  case given
}

private enum AppDefaults {
  @Stored("launches") static var launches = 0
  @Stored(Key.email) static var email = "no email"
  @Stored("userId") static var userID: String?
  @Stored("volume") static var volume: Int? = 4
  @Stored(UserSession.nickname) static var nickname: String?
  @CodableStored("profile") static var profile: Place?
  @CodableStored(Key.place) static var place = Place(latitude: 30, longitude: 30)
  @Stored(wrappedValue: 6, "given") static var given: Int?
  @CodableStored(wrappedValue: nil, Key.given) static var givenPlace: Place?
  @Stored("default") static var `default` = 1
  @Stored("note") static var note = """
    one, "two" {
      \("three" + "\(4)")
    }
    """
  @Stored("token", isSecret: true) private(set) static var token: String?

  static func logIn() { token = "t" }
}

@Stored("global") private var global = 1

private struct Settings: Sendable {
  static let shared = Settings()
  @Stored("instance") var instance = 1
}

private actor Keeper {
  @Stored("kept") var kept = 1
  func keep(_ value: Int) { kept = value }
}

private class Parent {
  @Stored("parent") class var overridable = 1
  @Stored("own") var own = 1
}

private final class Child: Parent {
  override class var overridable: Int {
    get { super.overridable + 1 }
    set { super.overridable = newValue }
  }
}

final class StaticPropertyTests: XCTestCase {
  private let store: any KeyValueStore = InMemoryStore()

  /// Runs nonisolated code against a store of this test's own.
  private func withStore(_ body: () throws -> Void) rethrows { try DefaultStore.withOverride(store, operation: body) }

  func testDefaultsAreReadWhileNothingIsStored() {
    withStore {
      XCTAssertEqual(AppDefaults.launches, 0)
      XCTAssertEqual(AppDefaults.email, "no email")
      XCTAssertNil(AppDefaults.userID)
      XCTAssertEqual(AppDefaults.volume, 4)
      XCTAssertNil(AppDefaults.nickname)
      XCTAssertNil(AppDefaults.profile)
      XCTAssertEqual(AppDefaults.place, Place(latitude: 30, longitude: 30))
      XCTAssertEqual(AppDefaults.note, "one, \"two\" {\n  three4\n}")
      XCTAssertEqual(AppDefaults.given, 6)
      XCTAssertNil(AppDefaults.givenPlace)
      XCTAssertEqual(AppDefaults.default, 1)
      XCTAssertEqual(global, 1)
    }
  }

  func testWhatIsSetIsStoredUnderTheNameAndReadAgain() throws {
    try withStore {
      AppDefaults.launches += 2
      AppDefaults.email = "a@b.c"
      AppDefaults.userID = "u"
      AppDefaults.volume = nil
      AppDefaults.nickname = "n"
      AppDefaults.place.latitude = 1
      AppDefaults.default = 3
      global = 5
      XCTAssertEqual(AppDefaults.launches, 2)
      XCTAssertNil(AppDefaults.volume)
      XCTAssertEqual(AppDefaults.place, Place(latitude: 1, longitude: 30))
      XCTAssertEqual(try store.value(forKey: "launches"), 2)
      XCTAssertEqual(try store.value(forKey: "email"), "a@b.c")
      XCTAssertEqual(try store.value(forKey: "userId"), "u")
      XCTAssertEqual(try store.value(for: UserSession.nickname), "n")
      XCTAssertEqual(try store.value(forKey: "default"), 3)
      XCTAssertEqual(try store.value(forKey: "global"), 5)
    }
  }

  func testTheConstantIsThePropertyAsAThingOfItsOwn() throws {
    try withStore {
      try AppDefaults.$launches.update { $0 += 1 }
      XCTAssertEqual(try AppDefaults.$launches.load(), 1)
      XCTAssertTrue(AppDefaults.$launches.isSet)
      AppDefaults.$launches.reset()
      XCTAssertEqual(AppDefaults.launches, 0)
      let property: StoredProperty<String?> = AppDefaults.$userID
      XCTAssertEqual(property.key.name, "userId")
      AppDefaults.logIn()
      XCTAssertEqual(AppDefaults.token, "t")
    }
  }

  func testInstanceAndClassPropertiesAreStoredToo() async throws {
    let keeper = Keeper()
    await DefaultStore.withOverride(store) {
      Settings.shared.instance = 2
      await keeper.keep(3)
      Parent().own = 4
      Child.overridable = 5
      XCTAssertEqual(Child.overridable, 6)
    }
    XCTAssertEqual(try store.value(forKey: "instance"), 2)
    XCTAssertEqual(try store.value(forKey: "kept"), 3)
    XCTAssertEqual(try store.value(forKey: "own"), 4)
    XCTAssertEqual(try store.value(forKey: "parent"), 5)
  }

  func testAnyThreadMayUseAStaticProperty() async throws {
    try await DefaultStore.withOverride(store) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask { for _ in 0..<100 { try AppDefaults.$launches.update { $0 += 1 } } }
        }
        try await group.waitForAll()
      }
      XCTAssertEqual(AppDefaults.launches, 800)
    }
  }
}
