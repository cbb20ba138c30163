import Foundation
import XCTest

@testable import DefaultsKit

/// Three processes, tools and accidents at random, against a dictionary that knows what must come of it.
final class RandomWorkTests: FileStoreTestCase {
  private var engines: [PropertyListStore] = []
  /// What every process must read.
  private var expected: [String: PropertyListValue] = [:]
  /// What was set since the last snapshot, and holds against an edit of the file.
  private var pending = Set<String>()

  func testWhatEveryProcessReadsIsWhatWasSetAndEditedLast() throws {
    for round in 0..<Self.thoroughness {
      let seed = SeededGenerator.seed &+ UInt64(round)
      generator = SeededGenerator(state: seed)
      try moveToNewFolder()
      (expected, pending) = ([:], [])
      engines = try (0..<3).map { _ in try makeStore(settlingTime: 0.01, isQuiet: true) }
      for step in 0..<150 {
        let work = try doSomething()
        for (number, engine) in engines.enumerated() {
          var values: [String: PropertyListValue] = [:]
          for name in try engine.keys { values[name] = try engine.value(forKey: name) }
          XCTAssertEqual(values, expected, "process \(number), after \(work), step \(step) of seed \(seed)")
        }
        if testRun?.failureCount ?? 0 > 0 { return XCTFail("round \(round)") }
      }
      try engines[0].flush()
      try checkPlist()
    }
  }

  private func doSomething() throws -> String {
    let number = Int.random(in: 0..<3, using: &generator)
    let engine = engines[number]
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<50:
      let name = randomName()
      let value: PropertyListValue? = Int.random(in: 0..<5, using: &generator) == 0 ? nil : randomValue()
      try engine.setValue(value, forKey: name)
      if expected[name] != value { pending.insert(name) }
      expected[name] = value
      return "a set by \(number)"
    case 50..<62:
      try engine.transaction { transaction in
        for _ in 0..<3 {
          let (name, value) = (randomName(), randomValue())
          transaction[name] = value
          if expected[name] != value { pending.insert(name) }
          expected[name] = value
        }
      }
      return "a transaction of \(number)"
    case 62..<78:
      try engine.flush()
      pending = []
      try checkPlist()
      return "a flush by \(number)"
    case 78..<84:
      engines[number] = try makeStore(settlingTime: 0.01, isQuiet: true)
      return "the death and the birth of \(number)"
    case 84..<92:
      try edit()
      try engine.flush()
      pending = []
      try checkPlist()
      return "an edit, and a flush by \(number)"
    case 92..<96:
      try engine.flush()
      pending = []
      try FileManager.default.removeItem(at: sidecar)
      for engine in engines { engine.engine.look() }
      return "the end of the sidecar"
    default:
      guard FileManager.default.fileExists(atPath: file.path) else { return "nothing" }
      try overwrite(file, with: Data("no property list".utf8), truncating: true)
      try engine.flush()
      pending = []
      try checkPlist()
      return "damage, and a flush by \(number)"
    }
  }

  /// Another tool reads the file, changes some of it, and writes it in one of the ways that tools do.
  private func edit() throws {
    guard var values = try? foundationValues() as? [String: Any] else { return }
    let base = values
    for _ in 0..<2 {
      let name = randomName()
      values[name] = Bool.random(using: &generator) ? Int.random(in: 0..<1000, using: &generator) : nil
    }
    if Bool.random(using: &generator) { values["$defaultskit"] = nil }
    let data = try foundationData(values, Bool.random(using: &generator) ? .xml : .binary)
    if Bool.random(using: &generator) {
      try replaceFile(with: data)
    } else {
      try overwrite(file, with: data, truncating: true)
    }
    for name in Set(base.keys).union(values.keys) where name != "$defaultskit" && !pending.contains(name) {
      expected[name] = (values[name] as? Int).map { .integer(Int64($0)) }
    }
  }

  private func checkPlist() throws {
    guard FileManager.default.fileExists(atPath: file.path) else { return XCTAssertEqual(expected, [:]) }
    var values = try XCTUnwrap(foundationValues() as? [String: Any])
    values["$defaultskit"] = nil
    XCTAssertEqual(values.mapValues { PropertyListValue.integer(Int64($0 as? Int ?? -1)) }, expected)
  }

  private func randomName() -> String { "k\(Int.random(in: 0..<8, using: &generator))" }
  private func randomValue() -> PropertyListValue { .integer(.random(in: 1000..<1_000_000, using: &generator)) }
}
