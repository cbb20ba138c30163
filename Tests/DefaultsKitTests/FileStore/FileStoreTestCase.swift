import Foundation
import XCTest

@testable import DefaultsKit

/// A test with a folder of its own, which is gone afterwards.
class FileStoreTestCase: XCTestCase {
  private var root = URL(filePath: "/")
  private(set) var folder = URL(filePath: "/")
  var generator = SeededGenerator()
  var file: URL { folder.appending(path: "Settings.plist") }

  override func setUpWithError() throws {
    root = URL(filePath: NSTemporaryDirectory(), directoryHint: .isDirectory)
      .appending(path: "FileStoreTests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try moveToNewFolder()
  }

  override func tearDownWithError() throws {
    // A store may just have been making its last file there.
    try eventually("the folder is removed") {
      try? FileManager.default.removeItem(at: root)
      return !FileManager.default.fileExists(atPath: root.path)
    }
  }

  /// Begins with an empty folder: stores on the one before may still be at work there.
  func moveToNewFolder() throws {
    folder = root.appending(path: UUID().uuidString, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// What Foundation reads in a property-list file.
  func foundationValues(_ url: URL? = nil) throws -> NSDictionary {
    let data = try Data(contentsOf: url ?? file)
    let values = try PropertyListSerialization.propertyList(from: data, format: nil) as? NSDictionary
    return values ?? ["no dictionary": true]
  }

  func status(_ url: URL) throws -> FileStatus { try FileSystem.system.status(url.path, followingLinks: false) }

  /// The names in the folder that are neither hidden nor the store's file.
  func visibleNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasPrefix(".") && $0 != "Settings.plist" }.sorted()
  }

  /// Waits, ten seconds at most, for something that happens in the background.
  func eventually(_ what: String, line: UInt = #line, _ condition: () throws -> Bool) throws {
    let end = Date() + 10
    while try !condition() {
      if Date() > end { return XCTFail("never: \(what)", line: line) }
      usleep(2000)
    }
  }

  /// Mounts something, where this process may.
  func mount(_ arguments: String...) throws -> Bool { try run("mount", arguments) }

  /// Unmounts what was mounted in the place of the folder.
  func unmount() throws -> Bool { try run("umount", ["-l", folder.path]) }

  private func run(_ name: String, _ arguments: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  func assertThrows<T>(
    _ code: StoreError.Code, _ body: @autoclosure () throws -> T, file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertThrowsError(try body(), file: file, line: line) { error in
      XCTAssertEqual((error as? StoreError)?.code, code, "\(error)", file: file, line: line)
    }
  }
}

/// The faults that a store reported.
final class FaultLog: Sendable {
  private let log = Locked<[StoreError]>([])
  var errors: [StoreError] { log.withLock { $0 } }
  var codes: [StoreError.Code] { errors.map(\.code) }
  var handler: @Sendable (StoreError) -> Void { { error in self.log.withLock { $0.append(error) } } }
}
