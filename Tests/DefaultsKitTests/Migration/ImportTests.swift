import Foundation
import XCTest

@testable import DefaultsKit

final class ImportTests: XCTestCase {
  /// What an app that used `UserDefaults` by hand left in its suite.
  private let left: [String: PropertyListValue] = [
    "volume": 7, "theme": "\"dark\"", "launches": 12, "": "nameless", "$defaultskit": ["migrations": ["x"]],
    "users/": 1, "users/a": 2, "users/%/n": 3, "users/a/n": 4,
    // {"name":"Kim","location":{"latitude":37.5}}
    "profile": .data(Data("{\"name\":\"Kim\",\"location\":{\"latitude\":37.5}}".utf8)),
  ]

  private func migrate(
    _ store: any KeyValueStore, _ register: (inout StoreMigrator, @escaping @Sendable (ImportReport) -> Void) -> Void
  ) throws -> [ImportReport] {
    let reports = Locked<[ImportReport]>([])
    var migrator = StoreMigrator()
    register(&migrator) { report in reports.withLock { $0.append(report) } }
    for _ in 0..<2 { try migrator.migrate(store) }
    XCTAssertTrue(try migrator.hasCompletedMigrations(in: store))
    return reports.withLock { $0 }
  }

  func testAllThatASuiteHoldsIsTakenOnceAndTheSuiteStaysAsItIs() throws {
    try forEveryStore { store in
      let suite = try makeSuite(holding: left)
      let defaults = try XCTUnwrap(UserDefaults(suiteName: suite))
      let before = try XCTUnwrap(defaults.persistentDomain(forName: suite) as NSDictionary?)
      let reports = try migrate(store) { $0.registerImport("import", fromSuite: suite, completion: $1) }
      XCTAssertEqual(reports.count, 1)
      let report = try XCTUnwrap(reports.first)
      let taken: Set = ["volume", "theme", "launches", "profile", "users/a/n"]
      XCTAssertEqual(report.identifier, "import")
      XCTAssertEqual(report.imported, Dictionary(uniqueKeysWithValues: taken.map { ($0, $0) }))
      XCTAssertEqual(report.refused, ["", "users/", "users/a", "users/%/n"])
      XCTAssertEqual(report.kept, [])
      XCTAssertEqual(report.missing, [])
      XCTAssertEqual(try store.keys, taken)
      for name in taken { XCTAssertEqual(try store.value(forKey: name), left[name], name) }
      XCTAssertEqual(try XCTUnwrap(defaults.persistentDomain(forName: suite) as NSDictionary?), before)
      defaults.set(99, forKey: "later")  // once is once
      XCTAssertEqual(try migrate(store) { $0.registerImport("import", fromSuite: suite, completion: $1) }, [])
      XCTAssertFalse(try store.keys.contains("later"))
    }
  }

  func testWhatNoFileCanCarryIsRefusedAndTheRestTaken() throws {
    let source = InMemoryStore([
      "never": .date(Date(timeIntervalSinceReferenceDate: .nan)),
      "list": [1, ["due": .date(Date(timeIntervalSinceReferenceDate: .infinity))]],
      "deep": (0..<511).reduce([]) { value, _ in [value] },
      "volume": 7,
    ])
    try forEveryStore { store in
      let reports = try migrate(store) { $0.registerImport("import", from: source, completion: $1) }
      XCTAssertEqual(reports.first?.refused, ["never", "list", "deep"])
      XCTAssertEqual(reports.first?.imported, ["volume": "volume"])
      XCTAssertEqual(try store.keys, ["volume"])
      XCTAssertEqual(try store.displacedValues, [:])
      try store.flush()
    }
  }

  func testALaunchArgumentIsNotTakenForWhatIsStored() throws {
    let name = "volume-\(UUID().uuidString)"
    let suite = try makeSuite(holding: [name: 7])
    let defaults = try XCTUnwrap(UserDefaults(suiteName: suite))
    let arguments = defaults.volatileDomain(forName: UserDefaults.argumentDomain)
    defer { defaults.setVolatileDomain(arguments, forName: UserDefaults.argumentDomain) }
    defaults.setVolatileDomain(
      arguments.merging([name: "3", "\(name)-other": "4"]) { $1 }, forName: UserDefaults.argumentDomain)
    XCTAssertEqual(defaults.string(forKey: name), "3")
    try forEveryStore { store in
      let reports = try migrate(store) {
        $0.registerImport("import", fromSuite: suite, names: [name, "\(name)-other"], completion: $1)
      }
      XCTAssertEqual(reports.map(\.missing), [["\(name)-other"]])
      XCTAssertEqual(try store.value(forKey: name), 7)
    }
  }

  func testChosenNamesAreTakenUnderTheirNewOnes() throws {
    let suite = try makeSuite(holding: left)
    try forEveryStore { store in
      let reports = try migrate(store) { migrator, completion in
        migrator.registerImport(
          "import", fromSuite: suite, names: ["volume", "launches", "profile", "gone"],
          renaming: { $0 == "launches" ? nil : "Player.\($0)" }, completion: completion)
      }
      XCTAssertEqual(
        reports.map(\.imported), [["volume": "Player.volume", "profile": "Player.profile"]])
      XCTAssertEqual(reports.map(\.missing), [["gone"]])
      XCTAssertEqual(try store.keys, ["Player.volume", "Player.profile"])
      XCTAssertEqual(
        reports.first?.description,
        "import: took profile as Player.profile, volume as Player.volume; did not find gone")
    }
  }

  func testAValueThatTheStoreHoldsStaysAndTheSourcesIsDisplaced() throws {
    let suite = try makeSuite(holding: ["volume": 7, "launches": 12])
    try forEveryStore(holding: ["volume": 3, "launches": 12]) { store in
      let reports = try migrate(store) { $0.registerImport("import", fromSuite: suite, completion: $1) }
      XCTAssertEqual(reports.map(\.kept), [["volume", "launches"]])
      XCTAssertEqual(reports.map(\.imported), [[:]])
      XCTAssertEqual(try store.value(forKey: "volume"), 3)
      XCTAssertEqual(try store.displacedValues, ["volume": 7])
    }
  }

  func testNamesThatAreRenamedToAReservedOneAreRefused() throws {
    for name in ["", "$defaultskit", "users/a"] {
      let store = InMemoryStore()
      let reports = try migrate(store) { migrator, completion in
        migrator.registerImport(
          "import", from: InMemoryStore(["n": 1]), renaming: { _ in name }, completion: completion)
      }
      XCTAssertEqual(reports.map(\.refused), [["n"]])
      XCTAssertEqual(store.keys, [])
    }
  }

  func testAnyStoreIsASourceAndAccountsComeAlong() throws {
    let values: [String: PropertyListValue] = [
      "UserSession.userID": "a/b", "users/a%2Fb/UserActivity.lastViewedCurationID": 5, "n": 1,
    ]
    try forEveryStore(holding: values) { source in
      let store = InMemoryStore()
      _ = try migrate(store) { $0.registerImport("import", from: source, completion: $1) }
      XCTAssertEqual(store.keys, Set(values.keys))
      XCTAssertEqual(try store.value(for: UserActivity.lastViewedCurationID), 5)
    }
  }

  func testASuiteThatCannotBeOpenedFailsTheMigrationAndASourceIsOpenedOnlyWhenItIsNeeded() throws {
    let store = InMemoryStore()
    var migrator = StoreMigrator()
    migrator.registerImport("import", from: try Self.unopenable()) { _ in XCTFail("Nothing was imported.") }
    assertCode(.migrationFailed, key: "import") { try migrator.migrate(store) }
    XCTAssertEqual(store.keys, [])
    let done = InMemoryStore(["$defaultskit": ["migrations": ["import"]]])
    try migrator.migrate(done)
  }

  private static func unopenable() throws -> any KeyValueStore { throw StoreError(code: .fileUnreadable) }

  func testWhatEarlierWrappersWroteAsJSONIsReadAfterTheImport() throws {
    struct Location: Codable, Equatable { var latitude = 0.0, longitude = 127.0 }
    struct Profile: Codable, Equatable { var name = "", location = Location() }
    let suite = try makeSuite(holding: left)
    try forEveryStore { store in
      _ = try migrate(store) { $0.registerImport("import", fromSuite: suite, completion: $1) }
      let profile = StoredKey.codable("profile", default: Profile())
      XCTAssertEqual(
        try store.value(for: profile), Profile(name: "Kim", location: Location(latitude: 37.5, longitude: 127)))
      try store.update(profile) { $0.name = "Lee" }
      XCTAssertEqual(
        try store.value(forKey: "profile"), ["name": "Lee", "location": ["latitude": 37.5, "longitude": 127.0]])
      XCTAssertEqual(try store.displacedValues, [:])
    }
  }
}
