import Foundation

extension StoreFile {
  private struct Opened {
    weak var engine: StoreFile?
  }

  /// The engines of this process, by the file that their URL leads to in the end.
  private static let opened = Locked<[ResolvedFile: Opened]>([:])

  /// The engine of a file: all stores on one file in a process share it, also those that name it by a symbolic link.
  static func shared(_ url: URL, fileSystem: FileSystem) throws -> StoreFile {
    let file = try ResolvedFile(url: url, fileSystem: fileSystem)
    return try opened.withLock { opened in
      if let engine = opened[file]?.engine { return engine }
      let engine = try StoreFile(file, url: url, fileSystem: fileSystem)
      opened = opened.filter { $0.value.engine != nil }
      opened[file] = Opened(engine: engine)
      return engine
    }
  }
}
