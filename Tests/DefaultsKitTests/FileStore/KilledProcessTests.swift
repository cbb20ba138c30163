import Foundation
import XCTest

@testable import DefaultsKit

final class KilledProcessTests: FileStoreTestCase {
  func testAKillAtAnySystemCallLosesNothingThatWasAcknowledged() throws {
    try killAtEveryCall(["--kill-at"])
  }

  func testAKillWithinAnyWriteLosesNothingThatWasAcknowledged() throws {
    try killAtEveryCall(["--torn", "--kill-at"])
  }

  func testAKillAtAnySystemCallOfADurableSetLosesNothing() throws {
    try killAtEveryCall(["--media", "--torn", "--kill-at"])
  }

  /// Runs a script of sets and flushes in a process that is killed at its first system call, its second and so on.
  private func killAtEveryCall(_ options: [String]) throws {
    var call = 1
    // Every call, or some where there is little time: others each time.
    let stride = Self.thoroughness > 1 ? 1 : 13
    call = Int.random(in: 1...stride, using: &generator)
    while true {
      let probe = try Probe(options + ["\(call)", "script", file.path])
      let lines = probe.finish()
      let acknowledged = lines.compactMap { $0.hasPrefix("step ") ? Int($0.dropFirst(5)) : nil }.last ?? 0
      let flushed = lines.compactMap { $0.hasPrefix("flushed ") ? Int($0.dropFirst(8)) : nil }.last ?? 0
      try checkState(acknowledged: acknowledged, flushed: flushed, call: call)
      try moveToNewFolder()
      if !probe.wasKilled {
        XCTAssertEqual(acknowledged, 6)
        break
      }
      call += stride
    }
    XCTAssertGreaterThan(call, 60, "the script makes more calls")
  }

  private func checkState(acknowledged: Int, flushed: Int, call: Int) throws {
    // What any tool sees: a whole file, at least as new as the last flush.
    if FileManager.default.fileExists(atPath: file.path) {
      let step = try foundationValues()["step"] as? Int ?? 0
      XCTAssertTrue((flushed...acknowledged + 1).contains(step), "plist: step \(step) after call \(call)")
    } else {
      XCTAssertEqual(flushed, 0, "no plist after call \(call)")
    }
    let log = FaultLog()
    for round in 0..<2 {
      let store = try makeStore(log: log)
      let step = try store.value(for: StoredKey("step", default: 0))
      XCTAssertTrue(
        (acknowledged...acknowledged + 1).contains(step), "step \(step) of \(acknowledged) after call \(call)")
      XCTAssertEqual(
        try store.value(for: StoredKey("twin", default: "")).count, step * 40, "half a transaction, call \(call)")
      XCTAssertEqual(try store.contains(StoredKey("gone", default: false)), step % 2 == 1, "call \(call)")
      // The next opener finds a plist that is everything, and an empty journal.
      try store.flush()
      XCTAssertEqual(try journalLength(), 0)
      if step > 0 { XCTAssertEqual(try foundationValues()["step"] as? Int, step) }
      if round == 0 { try store.setValue(.integer(Int64(step)), forKey: "again") }
      if round == 0 { try store.setValue(nil, forKey: "again") }
    }
    XCTAssertEqual(log.codes, [], "call \(call)")
    XCTAssertEqual(try visibleNames(), [], "call \(call)")
    XCTAssertEqual(try temporaryNames(), [], "call \(call)")
  }

  func testAKillAtARandomTimeLosesNothingThatWasAcknowledged() throws {
    for round in 0..<4 * Self.thoroughness {
      let probe = try Probe(["set", file.path, "k"])
      for _ in 0..<Int.random(in: 1...400, using: &generator) { XCTAssertNotNil(probe.nextLine()) }
      usleep(UInt32.random(in: 0...2000, using: &generator))
      probe.kill()
      let last = try lastSet(of: probe)
      let store = try makeStore()
      for key in 0...min(99, last) {
        let newest = last - (last - key) % 100
        let value = try XCTUnwrap(store.value(for: StoredKey<Int?>("k\(key)")), "round \(round)")
        // One more may have been set and not said.
        XCTAssertTrue(value == newest || (value == last + 1 && newest + 100 == value), "\(value) for \(newest)")
      }
      try store.flush()
      try moveToNewFolder()
    }
  }

  func testKillsAmongManyWritersLoseNothingOfAnybody() throws {
    for _ in 0..<2 * Self.thoroughness {
      try moveToNewFolder()
      let probes = try (0..<3).map { try Probe(["set", file.path, "p\($0)-"]) }
      for probe in probes {
        for _ in 0..<Int.random(in: 1...200, using: &generator) { XCTAssertNotNil(probe.nextLine()) }
      }
      var lasts: [Int] = []
      for probe in probes {
        usleep(UInt32.random(in: 0...3000, using: &generator))
        probe.kill()
        lasts.append(try lastSet(of: probe))
      }
      let store = try makeStore()
      for (number, last) in lasts.enumerated() {
        let value = try XCTUnwrap(store.value(for: StoredKey<Int?>("p\(number)-\(last % 100)")))
        XCTAssertTrue(value == last || value == last + 100, "\(value) after \(last) was acknowledged")
      }
      try store.flush()
      XCTAssertEqual(try journalLength(), 0)
      XCTAssertEqual(try visibleNames(), [])
    }
  }

  /// The number that a process said last when it set it: that was acknowledged.
  private func lastSet(of probe: Probe) throws -> Int {
    _ = probe.finish()
    return try XCTUnwrap(probe.lastLine.flatMap { Int($0.dropFirst("set ".count)) })
  }

  func testWhatWasSetIsInThePlistAfterAnExit() throws {
    XCTAssertEqual(try Probe.run("set-and-exit", file.path, "a", "at exit"), [])
    XCTAssertEqual(try foundationValues()["a"] as? String, "at exit")
    XCTAssertEqual(try journalLength(), 0)
  }

  func testAnExitDoesNotWaitForABodyThatNeverEnds() throws {
    let probe = try Probe(["exit-within-a-body", file.path])
    defer { probe.kill() }
    try eventually("the process has ended") { !probe.isRunning }
    XCTAssertFalse(probe.wasKilled)
    XCTAssertEqual(try makeStore().value(forKey: "a"), "set")
  }

  func testAnExitDoesNotWaitForAProcessThatHoldsTheLock() throws {
    let signal = folder.appending(path: "signal")
    let probe = try Probe(["exit-at", file.path, signal.path])
    defer { probe.kill() }
    XCTAssertEqual(probe.nextLine(), "set")
    let store = try makeStore(isQuiet: true)
    try store.transaction { _ in
      try Data().write(to: signal)
      try eventually("the process has ended") { !probe.isRunning }
    }
    XCTAssertFalse(probe.wasKilled)
    XCTAssertEqual(try store.value(forKey: "a"), "set")
    try store.flush()
  }

  func testWhatAKilledProcessSetIsInThePlistAfterTheNextOpening() throws {
    let probe = try Probe(["set", file.path, "k"])
    for _ in 0..<10 { XCTAssertNotNil(probe.nextLine()) }
    probe.kill()
    _ = probe.finish()
    XCTAssertGreaterThan(try journalLength(), 0)
    let store = try makeStore()
    try eventually("the journal is empty") { try self.journalLength() == 0 }
    XCTAssertNotNil(try foundationValues()["k9"])
    try store.flush()
  }

  private func temporaryNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".tmp") }
  }
}
