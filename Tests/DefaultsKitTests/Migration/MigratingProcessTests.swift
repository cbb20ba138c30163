import Foundation
import XCTest

@testable import DefaultsKit

/// Migrations and stored defaults of several processes on one file.
final class MigratingProcessTests: FileStoreTestCase {
  func testProcessesThatStartAtOnceRunEachMigrationExactlyOnce() throws {
    for _ in 0..<3 {
      let processes = try (0..<6).map { _ in try Probe(["migrate", file.path, "10"]) }
      for process in processes { XCTAssertEqual(process.finish(), ["done"]) }
      try assertEachOfTenRanOnce()
      try moveToNewFolder()
    }
  }

  private func assertEachOfTenRanOnce(_ message: String = "") throws {
    let store = try PropertyListStore(url: file)
    XCTAssertEqual(try store.keys, Set((0..<10).map { "runs of \($0)" }), message)
    for name in try store.keys { XCTAssertEqual(try store.value(forKey: name), 1, "\(name), \(message)") }
    XCTAssertEqual(
      try StoreMigrator().appliedIdentifiers(in: store), (0..<10).map { "migration \($0)" }, message)
  }

  func testAProcessThatIsKilledWhileItMigratesLeavesTheRestToTheNext() throws {
    // Steps of 7 meet every kind of call within a few migrations; all calls come in turn at a longer run.
    let step = Self.thoroughness > 1 ? 1 : 7
    var survived = false
    for call in stride(from: 1, to: 1000, by: step) where !survived {
      try moveToNewFolder()
      let process = try Probe(["--kill-at", "\(call)", "migrate", file.path, "10"])
      survived = process.finish() == ["done"] && !process.wasKilled
      XCTAssertEqual(try Probe.run("migrate", file.path, "10"), ["done"], "after call \(call)")
      try assertEachOfTenRanOnce("after call \(call)")
    }
    XCTAssertTrue(survived)
  }

  func testWhereBothNamesAreStoredEveryProcessReadsTheNewOne() throws {
    // Each process has an order of dictionaries of its own.
    let literal = Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>old</key><integer>1</integer><key>new</key><integer>2</integer></dict></plist>
      """.utf8)
    for _ in 0..<10 {
      let processes = try (0..<10).map { _ in
        try moveToNewFolder()
        try literal.write(to: file)
        return try Probe(["rename", file.path])
      }
      for process in processes {
        XCTAssertEqual(process.finish(), ["new=2 displaced [\"old=1\"]", "done"])
      }
    }
    let store = try PropertyListStore(url: file)
    XCTAssertEqual(try store.keys, ["new"])
  }

  func testProcessesThatRaceOnADefaultAgreeOnOneValue() throws {
    for _ in 0..<10 {
      try moveToNewFolder()
      let signal = folder.appending(path: "start")
      let processes = try (0..<3).map { _ in try Probe(["store-default", file.path, signal.path]) }
      for process in processes { XCTAssertEqual(process.nextLine(), "ready") }
      try Data().write(to: signal)
      let said = processes.map { $0.finish() }
      let stored = try XCTUnwrap(PropertyListStore(url: file).value(for: StoredKey<UUID?>("installID")))
      for lines in said { XCTAssertEqual(lines, ["stored \(stored)", "done"]) }
      XCTAssertEqual(try Probe.run("store-default", file.path), ["ready", "stored \(stored)", "done"])
    }
  }

  func testADuplicateIdentifierTrapsWithASentence() throws {
    let errors = Pipe()
    // Without a backtrace, which takes seconds to make.
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let process = try Probe(["register-twice", file.path], environment: environment, standardError: errors)
    let said = process.finish()
    try errors.fileHandleForWriting.close()
    let sentence = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    XCTAssertEqual(said, [])
    XCTAssertTrue(process.wasKilled)
    XCTAssertTrue(
      sentence.contains("A migration 'rename' is registered already; give each its own identifier."), sentence)
  }
}
