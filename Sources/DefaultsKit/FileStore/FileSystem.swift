import Foundation

/// The one seam to the system calls of the file engine, where tests can make any of them fail.
///
/// Calls that a signal interrupts are taken up again. All others that fail throw what `errno` says.
struct FileSystem: Sendable {
  enum Call: String, Sendable, CaseIterable {
    case open, close, read, write, truncate, sync, dataSync, rename, unlink, status, links, lock, map
    case makeFolder, changeMode, changeOwner, readLink, resolve
  }

  /// What a test makes of a call.
  enum Fault: Sendable {
    case error(Int32)
    /// The call moves at most this many bytes.
    case shortCount(Int)
  }

  /// Asked before each call; nil, as outside tests: nothing is made to fail.
  var fault: (@Sendable (Call) -> Fault?)?

  static let system = FileSystem()

  /// Makes a call, and again as long as a signal interrupts it; -1 is its failure.
  @inline(__always)
  func perform(_ call: Call, _ body: (_ limit: Int) -> Int) throws(SystemError) -> Int {
    while true {
      var limit = Int.max
      if let fault {
        switch fault(call) {
        case .error(EINTR)?: continue
        case .error(let number)?: throw SystemError(call: call, number: number)
        case .shortCount(let count)?: limit = count
        case nil: break
        }
      }
      let result = body(limit)
      if result != -1 { return result }
      let number = errno
      if number != EINTR { throw SystemError(call: call, number: number) }
    }
  }

  @discardableResult
  @inline(__always)
  func perform(_ call: Call, _ body: () -> Int32) throws(SystemError) -> Int32 {
    Int32(truncatingIfNeeded: try perform(call) { _ in Int(body()) })
  }
}

// MARK: - Files

extension FileSystem {
  func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError) -> Int32 {
    try perform(.open) { Foundation.open(path, flags | O_CLOEXEC, mode) }
  }

  /// Closes a descriptor. Never again after a signal: it is gone by then.
  func close(_ descriptor: Int32) {
    if let fault { _ = fault(.close) }
    _ = Foundation.close(descriptor)
  }

  /// Reads at an offset until the buffer is full or the file ends.
  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int
  {
    var done = 0
    while done < buffer.count {
      let count = try perform(.read) { limit in
        pread(descriptor, buffer.baseAddress.map { $0 + done }, min(buffer.count - done, limit), off_t(offset + done))
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Writes all bytes at an offset.
  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = try perform(.write) { limit in
        pwrite(descriptor, bytes.baseAddress.map { $0 + done }, min(bytes.count - done, limit), off_t(offset + done))
      }
      // A disk that takes nothing and names no reason would have us here for ever.
      if count == 0 { throw SystemError(call: .write, number: ENOSPC) }
      done += count
    }
  }

  /// Writes all bytes at an offset.
  func write(_ descriptor: Int32, _ data: Data, at offset: Int) throws(SystemError) {
    let failure = data.withUnsafeBytes { buffer -> SystemError? in
      do throws(SystemError) { try write(descriptor, buffer, at: offset) } catch { return error }
      return nil
    }
    if let failure { throw failure }
  }

  func truncate(_ descriptor: Int32, to length: Int) throws(SystemError) {
    try perform(.truncate) { ftruncate(descriptor, off_t(length)) }
  }

  /// Puts a file, or a folder's names, on the media.
  func sync(_ descriptor: Int32) throws(SystemError) {
    try perform(.sync) {
      #if canImport(Darwin)
        // fsync leaves the bytes in the drive's own memory there; where the full form is refused, it is all there is.
        fcntl(descriptor, F_FULLFSYNC) == 0 ? 0 : fsync(descriptor)
      #else
        fsync(descriptor)
      #endif
    }
  }

  /// Puts a file's bytes on the media.
  func dataSync(_ descriptor: Int32) throws(SystemError) {
    try perform(.dataSync) {
      #if canImport(Darwin)
        fcntl(descriptor, F_FULLFSYNC) == 0 ? 0 : fsync(descriptor)
      #else
        fdatasync(descriptor)
      #endif
    }
  }

  /// Puts a folder's names on the media, where the file system knows how to.
  func syncFolder(_ path: String) throws(SystemError) {
    let descriptor = try open(path, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    do { try sync(descriptor) } catch { if error.number != EINVAL { throw error } }
  }

  /// Waits for the only lock on a file.
  func lock(_ descriptor: Int32) throws(SystemError) {
    try perform(.lock) { flock(descriptor, LOCK_EX) }
  }

  func unlock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_UN) }
}

// MARK: - Names

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
