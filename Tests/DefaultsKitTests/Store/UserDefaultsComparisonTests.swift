#if os(Linux)
  import Foundation
  import XCTest

  /// What the README says of `UserDefaults` on Linux.
  final class UserDefaultsComparisonTests: XCTestCase {
    private var home = URL(filePath: "/")

    override func setUpWithError() throws {
      home = URL(filePath: NSTemporaryDirectory()).appending(path: "UserDefaultsComparisonTests-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(at: home) }

    private func probe(_ work: String) throws -> Probe {
      var environment = ProcessInfo.processInfo.environment
      environment["HOME"] = home.path
      environment["XDG_CONFIG_HOME"] = home.path
      environment["SWIFT_BACKTRACE"] = "enable=no"
      return try Probe(["user-defaults", "compared", work], environment: environment)
    }

    func testASetSurvivesAKillFromSynchronizeOn() throws {
      for (work, found) in [("set", "nil"), ("set-and-synchronize", "7")] {
        let writer = try probe(work)
        XCTAssertEqual(writer.nextLine(), "set")
        writer.kill()
        _ = writer.finish()
        XCTAssertEqual(try probe("read").finish().first, found, work)
      }
    }

    func testACustomStructureEndsTheProcess() throws {
      let writer = try probe("set-structure")
      XCTAssertEqual(writer.finish(), [])
      XCTAssertTrue(writer.wasKilled)
    }

    func testAValueOfAnotherTypeReadsAsADefaultInSilence() throws {
      let suite = "UserDefaultsComparisonTests-\(UUID().uuidString)"
      let defaults = try XCTUnwrap(UserDefaults(suiteName: suite))
      defer { defaults.removePersistentDomain(forName: suite) }
      defaults.set("many", forKey: "launches")
      XCTAssertEqual(defaults.integer(forKey: "launches"), 0)
    }
  }
#endif
