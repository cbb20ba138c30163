import Foundation

/// A system call that failed.
struct SystemError: Error, Equatable, CustomStringConvertible {
  var call: FileSystem.Call
  /// The value of `errno`.
  var number: Int32

  /// What users can look into.
  var underlyingError: any Error {
    POSIXErrorCode(rawValue: number).map { POSIXError($0) } ?? self
  }

  /// What to do about it, as a sentence; empty where nothing can be advised that would help.
  var advice: String {
    switch number {
    case EACCES, EPERM: " Check the permissions of the file and of its folder."
    case ENOSPC, EDQUOT: " Make room on the volume."
    case EROFS: " The volume is read-only."
    case EISDIR, EINVAL, ENXIO, ENOTDIR, ELOOP: " Check what stands at that place: it must be a regular file."
    case EMFILE, ENFILE: " Too many files are open: close some."
    case EFBIG: " No property list of a store is so large."
    case ENAMETOOLONG: " Give it a shorter path."
    default: ""
    }
  }

  var description: String { "\(call.rawValue): \(String(cString: strerror(number))) (errno \(number))" }
}

extension StoreError {
  /// The file's bytes cannot be had.
  static func unreadable(_ url: URL, _ error: SystemError) -> StoreError {
    StoreError(
      code: .fileUnreadable, url: url, underlyingError: error.underlyingError,
      reason: "The file cannot be read (\(error)); it is left untouched.\(error.advice)")
  }

  static func unreadable(_ url: URL, because problem: String) -> StoreError {
    StoreError(code: .fileUnreadable, url: url, reason: "The file cannot be read: \(problem). It is left untouched.")
  }

  /// A change cannot be put on the disk.
  static func unwritable(_ url: URL, _ error: SystemError) -> StoreError {
    StoreError(
      code: .fileUnwritable, url: url, underlyingError: error.underlyingError,
      reason: "The change could not be written (\(error)); nothing has changed.\(error.advice)")
  }

  static func unwritable(_ url: URL, because problem: String) -> StoreError {
    StoreError(
      code: .fileUnwritable, url: url, reason: "The change could not be written: \(problem). Nothing has changed.")
  }

  /// A value that no file can carry.
  static func refused(_ url: URL, _ error: PropertyListError) -> StoreError {
    StoreError(
      code: .encodingFailed, url: url, underlyingError: error,
      reason: "The value cannot be written as a property list; nothing has changed.")
  }
}
