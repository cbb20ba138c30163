import Foundation
import XCTest

@testable import DefaultsKit

final class ManyProcessesTests: FileStoreTestCase {
  func testFourProcessesThatCountLoseNoCount() throws {
    let count = 500 * Self.thoroughness
    let probes = try (0..<4).map { _ in try Probe(["increment", file.path, "n", "\(count)"]) }
    for probe in probes { XCTAssertEqual(probe.finish(), ["done"]) }
    let store = try makeStore()
    XCTAssertEqual(try store.value(for: StoredKey("n", default: 0)), 4 * count)
  }

  func testFourProcessesThatSetKeysOfTheirOwnLoseNone() throws {
    let probes = try (0..<4).map { try Probe(["set", file.path, "p\($0)-", "300"]) }
    for probe in probes { XCTAssertEqual(probe.finish().last, "done") }
    let store = try makeStore()
    for process in 0..<4 {
      for key in 0..<100 {
        XCTAssertEqual(try store.value(forKey: "p\(process)-\(key)"), .integer(Int64(200 + key)))
      }
    }
  }

  func testAReadSeesWhatAnotherProcessSetBeforeItBegan() throws {
    let store = try makeStore()
    XCTAssertNil(try store.value(forKey: "k0"))
    let probe = try Probe(["set", file.path, "k", "300"])
    var number = 0
    while let line = probe.nextLine(), line != "done" {
      let said = try XCTUnwrap(Int(line.dropFirst(4)))
      let value = try XCTUnwrap(store.value(for: StoredKey<Int?>("k\(said % 100)")))
      XCTAssertTrue(value >= said, "\(value) after \(said)")
      number += 1
    }
    XCTAssertEqual(number, 300)
    XCTAssertEqual(probe.finish(), [])
  }

  func testAReaderOfThePlistSeesOnlyWholeFiles() throws {
    let store = try makeStore()
    try store.setValue(true, forKey: "begun")
    try store.flush()
    let probes = try (0..<2).map { try Probe(["set", file.path, "p\($0)-", "3000"]) }
    let url = file
    let isOver = Locked(false)
    let reader = expectation(description: "reader")
    Thread.detachNewThread {
      while !isOver.withLock({ $0 }) {
        let data = try? Data(contentsOf: url)
        let values = data.flatMap {
          try? PropertyListSerialization.propertyList(from: $0, format: nil) as? [String: Any]
        }
        XCTAssertEqual(values?["begun"] as? Bool, true)
      }
      reader.fulfill()
    }
    for _ in 0..<20 { try store.flush() }
    for probe in probes { XCTAssertEqual(probe.finish().last, "done") }
    isOver.withLock { $0 = true }
    wait(for: [reader], timeout: 10)
  }

  func testAStoppedProcessOutsideTheLockDelaysNobody() throws {
    let probe = try Probe(["hold", file.path])
    XCTAssertEqual(probe.nextLine(), "open 0")
    probe.kill(SIGSTOP)
    let store = try makeStore()
    try store.setValue(1, forKey: "a")
    try store.flush()
    XCTAssertEqual(try foundationValues()["a"] as? Int, 1)
    probe.kill()
    _ = probe.finish()
  }

  func testChangesOfAnotherProcessAreToldAsExternal() async throws {
    let store = try makeStore()
    try store.setValue(1, forKey: "same")
    var changes = store.changes().makeAsyncIterator()
    XCTAssertEqual(try Probe.run("set", file.path, "k", "3"), ["set 0", "set 1", "set 2", "done"])
    var keys = Set<String>()
    while keys.count < 3, let change = await changes.next() {
      XCTAssertEqual(change.origin, .external)
      keys.formUnion(change.keys)
    }
    XCTAssertEqual(keys, ["k0", "k1", "k2"])
    XCTAssertEqual(try store.value(forKey: "same"), 1)
  }

  func testNoHomeIsAnErrorOfItsOwnProcess() throws {
    var environment = ProcessInfo.processInfo.environment
    environment["HOME"] = nil
    environment["XDG_CONFIG_HOME"] = nil
    XCTAssertEqual(try Probe.run("named", "App", environment: environment), ["error fileUnreadable"])
    environment["HOME"] = folder.path
    XCTAssertEqual(
      try Probe.run("named", "App", environment: environment),
      [folder.appending(path: ".config/App/Defaults.plist").path, "done"])
  }
}
