import Foundation

/// What tells one content of a file from another: a rename, or a write in place, makes another identity.
struct FileIdentity: Equatable, Sendable {
  var device: UInt64
  var inode: UInt64
  var size: Int64
  /// Nanoseconds since 1970.
  var modified: Int64
  var changed: Int64

  /// What stands for a file that was never seen.
  static let none = FileIdentity(device: 0, inode: 0, size: 0, modified: 0, changed: 0)
  /// What stands for a file that memory was read from and that is no more: no file is this one.
  static let lost = FileIdentity(device: .max, inode: .max, size: -1, modified: .max, changed: .max)
}

/// What the system knows of a file.
struct FileStatus: Sendable {
  enum Kind: Sendable { case regular, folder, symbolicLink, other }

  var identity: FileIdentity
  var kind: Kind
  /// The permission bits.
  var mode: mode_t
  var owner: uid_t
  var group: gid_t

  init(_ status: stat) {
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      modified: Int64(modified.tv_sec) &* 1_000_000_000 &+ Int64(modified.tv_nsec),
      changed: Int64(changed.tv_sec) &* 1_000_000_000 &+ Int64(changed.tv_nsec))
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .symbolicLink
    default: kind = .other
    }
    mode = status.st_mode & 0o7777
    owner = status.st_uid
    group = status.st_gid
  }
}
