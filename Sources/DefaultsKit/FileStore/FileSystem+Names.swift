import Foundation

extension FileSystem {
  func status(_ path: String, followingLinks: Bool = true) throws(SystemError) -> FileStatus {
    var status = Foundation.stat()
    try perform(.status) { followingLinks ? stat(path, &status) : lstat(path, &status) }
    return FileStatus(status)
  }

  func status(_ descriptor: Int32) throws(SystemError) -> FileStatus {
    var status = Foundation.stat()
    try perform(.status) { fstat(descriptor, &status) }
    return FileStatus(status)
  }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    try perform(.rename) { Foundation.rename(path, newPath) }
  }

  func unlink(_ path: String) throws(SystemError) {
    try perform(.unlink) { Foundation.unlink(path) }
  }

  func makeFolder(_ path: String) throws(SystemError) {
    try perform(.makeFolder) { mkdir(path, 0o700) }
  }

  func changeMode(_ descriptor: Int32, to mode: mode_t) throws(SystemError) {
    try perform(.changeMode) { fchmod(descriptor, mode) }
  }

  func changeOwner(_ descriptor: Int32, to owner: uid_t, group: gid_t) throws(SystemError) {
    try perform(.changeOwner) { fchown(descriptor, owner, group) }
  }

  /// What a symbolic link leads to.
  func readLink(_ path: String) throws(SystemError) -> String {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = try perform(.readLink) { _ in
      target.withUnsafeMutableBytes { buffer in
        buffer.withMemoryRebound(to: CChar.self) { buffer in
          buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? -1
        }
      }
    }
    return String(decoding: target[..<count], as: UTF8.self)
  }

  /// A path without symbolic links, `.` and `..`.
  func resolve(_ path: String) throws(SystemError) -> String {
    var resolved = ""
    try perform(.resolve) {
      guard let found = realpath(path, nil) else { return -1 }
      resolved = String(cString: found)
      free(found)
      return 0
    }
    return resolved
  }
}

extension FileSystem {
  /// The names in a folder.
  func names(in folder: String) throws(SystemError) -> [String] {
    var names: [String] = []
    try perform(.list) {
      guard let stream = opendir(folder) else { return -1 }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        names.append(
          withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
          })
      }
      return 0
    }
    return names
  }

  /// Refuses a path that this process may not write.
  func checkMayWrite(_ path: String) throws(SystemError) {
    try perform(.access) { faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) }
  }
}

extension FileSystem {
  /// The status of a file, or nil where there is none.
  func statusIfPresent(_ path: String, followingLinks: Bool = true) throws(SystemError) -> FileStatus? {
    do { return try status(path, followingLinks: followingLinks) } catch {
      if error.number == ENOENT { return nil }
      throw error
    }
  }
}
