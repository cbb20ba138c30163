import Foundation
import XCTest

@testable import DefaultsKit

extension XCTestCase {
  /// Runs a body on a new store of every kind: the library's own, and one that a user wrote.
  ///
  /// Each holds the given values, written by other means than the library's. Failures within the body are followed by
  /// one that names the kind.
  func forEveryStore(
    holding values: [String: PropertyListValue] = [:], file: StaticString = #filePath, line: UInt = #line,
    _ body: (any KeyValueStore) throws -> Void
  ) throws {
    for store in try makeStoreOfEveryKind(holding: values) {
      let failures = testRun?.failureCount ?? 0
      do { try body(store) } catch { XCTFail("\(error)", file: file, line: line) }
      if testRun?.failureCount ?? 0 > failures { XCTFail("It failed for \(type(of: store)).", file: file, line: line) }
    }
  }

  /// The same for a body that waits.
  func forEveryStore(
    holding values: [String: PropertyListValue] = [:], file: StaticString = #filePath, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, _ body: (any KeyValueStore) async throws -> Void
  ) async throws {
    for store in try makeStoreOfEveryKind(holding: values) {
      let failures = testRun?.failureCount ?? 0
      do { try await body(store) } catch { XCTFail("\(error)", file: file, line: line) }
      if testRun?.failureCount ?? 0 > failures { XCTFail("It failed for \(type(of: store)).", file: file, line: line) }
    }
  }

  private func makeStoreOfEveryKind(holding values: [String: PropertyListValue]) throws -> [any KeyValueStore] {
    [
      InMemoryStore(values), DictionaryStore(values),
      try XCTUnwrap(UserDefaultsStore(suiteName: makeSuite(holding: values))),
      try PropertyListStore(url: makeFile(holding: values)),
    ]
  }

  /// A property-list file as another tool would write it; none where there is nothing to hold.
  func makeFile(holding values: [String: PropertyListValue] = [:]) throws -> URL {
    let file = try makeFolder().appendingPathComponent("Defaults.plist")
    if values.isEmpty { return file }
    let bytes = try PropertyListSerialization.data(
      fromPropertyList: values.mapValues(\.foundationObject), format: .xml, options: 0)
    try bytes.write(to: file)
    return file
  }

  /// The name of a suite of `UserDefaults` of this test's own, which is removed at its end.
  func makeSuite(holding values: [String: PropertyListValue] = [:]) throws -> String {
    let suite = "DefaultsKitTests.\(UUID().uuidString)"
    let defaults = try XCTUnwrap(UserDefaults(suiteName: suite))
    for (name, value) in values { defaults.set(value.foundationObject, forKey: name) }
    addTeardownBlock { UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite) }
    return suite
  }

  /// A new folder of this test's own, which is removed at its end.
  func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("DefaultsKitTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    addTeardownBlock {
      // A store may just have been making its last file there.
      for _ in 0..<1000 where FileManager.default.fileExists(atPath: folder.path) {
        try? FileManager.default.removeItem(at: folder)
      }
    }
    return folder
  }
}
