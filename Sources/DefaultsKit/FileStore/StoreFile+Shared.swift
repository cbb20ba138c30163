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

  private struct Entry {
    let place: Place
    /// How many threads are just asking it for an engine.
    var visitors = 0
  }

  /// The engines of this process, by the file that their URL leads to in the end.
  private static let places = Locked<[ResolvedFile: Entry]>([:])

  /// The files whose engine is there, or is just being asked for.
  static var sharedFiles: Set<ResolvedFile> { places.withLock { Set($0.keys) } }

  /// The engine of a file: all stores on one file in a process share it, also those that name it by a symbolic link.
  static func shared(_ url: URL) throws -> StoreFile {
    let file = try ResolvedFile(url: url, fileSystem: .system)
    let place = enterPlace(of: file)
    defer { leavePlace(of: file) }
    if let engine = place.engine {
      if !engine.writer.isHeldByCurrentThread { engine.look() }  // a transaction's body may open its store once more
      return engine
    }
    return try place.engine { try StoreFile(file, url: url, fileSystem: .system) }
  }

  private static func enterPlace(of file: ResolvedFile) -> Place {
    places.withLock { places in
      if places[file] == nil {
        // A program that opens file after file does not keep a place for each.
        places = places.filter { $0.value.visitors > 0 || $0.value.place.engine != nil }
      }
      var entry = places[file] ?? Entry(place: Place())
      entry.visitors += 1
      places[file] = entry
      return entry.place
    }
  }

  private static func leavePlace(of file: ResolvedFile) {
    places.withLock { $0[file]?.visitors -= 1 }
  }

  /// The engines that wrote something that is not in their plist yet.
  static var allPending: [StoreFile] {
    places.withLock { Array($0.values) }.compactMap(\.place.engine?.schedule.pendingEngine)
  }
}
