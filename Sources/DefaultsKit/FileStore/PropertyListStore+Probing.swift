package import Foundation

extension PropertyListStore {
  /// Opens a store with an engine of its own, for tests that count system calls and die within them.
  ///
  /// - Parameters:
  ///   - url: The property-list file.
  ///   - durability: What a set survives once it has returned.
  ///   - beforeCall: Told the name of each system call before it is made; returns how many bytes it may move at most,
  ///     or nil.
  /// - Throws: As ``init(url:format:durability:onError:)`` does.
  package convenience init(
    probing url: URL, durability: Durability = .process, beforeCall: @escaping @Sendable (String) -> Int?
  ) throws {
    let fileSystem = FileSystem { call in beforeCall(call.rawValue).map { .shortCount($0) } }
    let file = try ResolvedFile(url: url, fileSystem: fileSystem)
    let engine = try StoreFile(file, url: url, fileSystem: fileSystem)
    self.init(engine: engine, url: url, durability: durability)
  }
}
