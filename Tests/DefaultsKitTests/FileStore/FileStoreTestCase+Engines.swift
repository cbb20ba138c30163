import Foundation
import XCTest

@testable import DefaultsKit

extension FileStoreTestCase {
  /// How much longer than usual a test that can go on for as long as one likes is to go on.
  static let thoroughness = Int(ProcessInfo.processInfo.environment["DEFAULTSKIT_THOROUGHNESS"] ?? "") ?? 1

  /// An engine of its own, as another process would have one; a quiet one does nothing that it is not asked to.
  func makeEngine(
    settlingTime: Double = 0.05, patience: Double = 5, isQuiet: Bool = false,
    fault: (@Sendable (FileSystem.Call) -> FileSystem.Fault?)? = nil
  ) throws -> StoreFile {
    let fileSystem = FileSystem(fault: fault)
    return try StoreFile(
      ResolvedFile(url: file, fileSystem: .system), url: file, fileSystem: fileSystem, settlingTime: settlingTime,
      patience: patience, isQuiet: isQuiet)
  }

  /// A store with an engine of its own.
  func makeStore(
    durability: PropertyListStore.Durability = .process, log: FaultLog = FaultLog(), settlingTime: Double = 0.05,
    patience: Double = 5, isQuiet: Bool = false, fault: (@Sendable (FileSystem.Call) -> FileSystem.Fault?)? = nil
  ) throws -> PropertyListStore {
    try PropertyListStore(
      engine: makeEngine(settlingTime: settlingTime, patience: patience, isQuiet: isQuiet, fault: fault), url: file,
      durability: durability,
      onError: log.handler)
  }

  var sidecar: URL { folder.appending(path: ".Settings.plist.lock") }

  /// The number of bytes in the journal.
  func journalLength() throws -> Int { Int(try status(sidecar).identity.size) - Sidecar.journalStart }

  /// Puts bytes in the place of the file in one step, as careful tools do.
  func replaceFile(with data: Data) throws { try data.write(to: file, options: .atomic) }

  func foundationData(_ values: [String: Any], _ format: PropertyListSerialization.PropertyListFormat = .xml) throws
    -> Data
  {
    try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)
  }

  /// Writes over a file in place, from an offset on.
  func overwrite(_ url: URL, with data: Data, at offset: Int = 0, truncating: Bool = false) throws {
    let descriptor = open(url.path, O_WRONLY | O_CREAT | (truncating ? O_TRUNC : 0), 0o600)
    XCTAssertGreaterThanOrEqual(descriptor, 0)
    defer { close(descriptor) }
    _ = data.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
  }

  /// Changes the header of the sidecar.
  func changeHeader(_ change: (inout SidecarHeader) -> Void) throws {
    let descriptor = open(sidecar.path, O_RDWR)
    let sidecar = try Sidecar(descriptor, isWritable: true, .system)
    var header = try XCTUnwrap(sidecar.readHeader())
    change(&header)
    sidecar.write(&header)
  }
}
