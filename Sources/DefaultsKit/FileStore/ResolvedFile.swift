import Foundation

/// The file that a store's URL leads to in the end, and the names that the engine uses beside it.
struct ResolvedFile: Sendable, Hashable {
  /// A folder's path without symbolic links.
  let folder: String
  let name: String

  var path: String { folder == "/" ? "/" + name : folder + "/" + name }
  /// The sidecar: lock, header and journal.
  var sidecarPath: String { sibling(".\(name).lock") }

  /// How many bytes a name may have: those of the files beside it are longer, the temporary one's most.
  ///
  /// No file system of Linux or Apple's allows names of more than 255 bytes (of Apple's, 255 UTF-16 units, which are never
  /// more than as many bytes).
  static let nameLimit = 255 - (temporaryPrefix("").utf8.count + 16 + temporarySuffix.utf8.count)

  func sibling(_ name: String) -> String { folder == "/" ? "/" + name : folder + "/" + name }

  /// Where a snapshot is written before it takes the file's place.
  func temporaryPath(_ number: UInt64) -> String {
    sibling(Self.temporaryPrefix(name) + String(number, radix: 16) + Self.temporarySuffix)
  }

  /// Whether a name in the folder is one of those.
  func isTemporary(_ sibling: String) -> Bool {
    guard sibling.hasPrefix(Self.temporaryPrefix(name)), sibling.hasSuffix(Self.temporarySuffix) else { return false }
    let number = sibling.dropFirst(Self.temporaryPrefix(name).count).dropLast(Self.temporarySuffix.count)
    return UInt64(number, radix: 16) != nil
  }

  private static func temporaryPrefix(_ name: String) -> String { ".\(name)." }
  private static let temporarySuffix = ".tmp"

  /// Follows symbolic links to a file, which need not be there, and makes the folders that are missing, 0700.
  ///
  /// Folders that cannot be made are left out: the file is missing then, and writing to it will say why.
  init(url: URL, fileSystem: FileSystem) throws(StoreError) {
    guard url.isFileURL else {
      throw .unreadable(url, because: "the URL names no file; make it with URL(filePath:)")
    }
    var path = url.path
    // By bytes, here and below: what characters are is no matter of paths, and knowing it takes memory.
    guard !path.utf8.contains(0) else { throw .invalidName(path, because: "it contains a NUL character") }
    if !Self.isAbsolute(path) { path = FileManager.default.currentDirectoryPath + "/" + path }
    do {
      try Self.makeFolders(Self.split(path).folder, fileSystem)
      // As many links as Linux follows before it gives up (path_resolution(7)).
      for _ in 0..<40 {
        let (folder, name) = Self.split(path)
        guard !name.isEmpty, name != ".", name != ".." else {
          throw SystemError(call: .resolve, number: EISDIR)
        }
        guard name.utf8.count <= Self.nameLimit else { throw StoreError.nameTooLong(name) }
        let resolved: String
        do throws(SystemError) { resolved = try fileSystem.resolve(folder) } catch {
          guard error.number == ENOENT else { throw error }
          self.init(folder: folder, name: name)
          return
        }
        self.init(folder: resolved, name: name)
        guard let status = try fileSystem.statusIfPresent(self.path, followingLinks: false),
          status.kind == .symbolicLink
        else { return }
        let target = try fileSystem.readLink(self.path)
        path = Self.isAbsolute(target) ? target : sibling(target)
      }
      throw SystemError(call: .resolve, number: ELOOP)
    } catch let error as SystemError {
      throw .unreadable(url, error)
    } catch { throw error as? StoreError ?? .unreadable(url, because: "\(error)") }
  }

  private init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  private static let slash = UInt8(ascii: "/")

  private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let end = path.utf8.lastIndex(of: slash) else { return (".", path) }
    let folder = path[..<end]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.utf8.index(after: end)...]))
  }

  static func folder(of path: String) -> String { split(path).folder }

  /// Makes the file's folder where it is missing.
  func makeFolder(_ fileSystem: FileSystem) throws(SystemError) { try Self.makeMissing(folder, fileSystem) }

  private static func makeFolders(_ folder: String, _ fileSystem: FileSystem) throws(SystemError) {
    do { try makeMissing(folder, fileSystem) } catch {
      switch error.number {
      case EACCES, EPERM, EROFS, ENOSPC, EDQUOT: break
      default: throw error
      }
    }
  }

  private static func makeMissing(_ folder: String, _ fileSystem: FileSystem) throws(SystemError) {
    if try fileSystem.statusIfPresent(folder) != nil { return }
    let parent = split(folder).folder
    if parent != folder { try makeMissing(parent, fileSystem) }
    do { try fileSystem.makeFolder(folder) } catch {
      if error.number == EEXIST { return }
      throw error
    }
    // What is set in it is promised to survive power loss: so must its own name. Where the folder above may not be read
    // it cannot be synced, by whatever program.
    do { try fileSystem.syncFolder(parent) } catch {
      if error.number != EACCES { throw error }
    }
  }
}

extension StoreError {
  fileprivate static func nameTooLong(_ name: String) -> StoreError {
    .invalidName(
      name, because: "it has \(name.utf8.count) bytes, and a store's file may have \(ResolvedFile.nameLimit) at most")
  }
}
