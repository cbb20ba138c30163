import Foundation

extension StoreFile {
  /// The place of one file's engine.
  ///
  /// Opening can wait, and must not keep others from opening other files.
  private final class Place: Sendable {
    private struct Opened {
      weak var engine: StoreFile?
    }

    private let opening = NSLock()
    private let opened = Locked(Opened())

    var engine: StoreFile? { opened.withLock { $0.engine } }

    func engine(orOpen open: () throws -> StoreFile) throws -> StoreFile {
      opening.lock()
      defer { opening.unlock() }
      if let engine { return engine }
      let engine = try open()
      opened.withLock { $0.engine = engine }
      return engine
    }
  }

  /// The engines of this process, by the file that their URL leads to in the end.
  private static let places = Locked<[ResolvedFile: Place]>([:])

  /// The engine of a file: all stores on one file in a process share it, also those that name it by a symbolic link.
  static func shared(_ url: URL) throws -> StoreFile {
    let file = try ResolvedFile(url: url, fileSystem: .system)
    let place = places.withLock { places in
      if let place = places[file] { return place }
      let place = Place()
      places[file] = place
      return place
    }
    if let engine = place.engine {
      if !engine.writer.isHeldByCurrentThread { engine.look() }  // a transaction's body may open its store once more
      return engine
    }
    return try place.engine { try StoreFile(file, url: url, fileSystem: .system) }
  }

  /// The engines that wrote something that is not in their plist yet.
  static var allPending: [StoreFile] {
    places.withLock { Array($0.values) }.compactMap(\.engine?.schedule.pendingEngine)
  }
}
