import Foundation

/// The one seam to the system calls of the file engine, where tests can make any of them fail.
///
/// Calls that a signal interrupts are taken up again. All others that fail throw what `errno` says.
struct FileSystem: Sendable {
  enum Call: String, Sendable, CaseIterable {
    case open, close, read, write, truncate, sync, dataSync, rename, unlink, status, linkCount, lock, map
    case makeFolder, changeMode, changeOwner, readLink, resolve, access, list, presence, watch, allocate
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

  /// Closes a descriptor.
  ///
  /// Never again after a signal: it is gone by then.
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

  /// Copies all bytes of a file from an offset on, and leaves holes where there are nothing but zeros.
  ///
  /// Returns how many bytes there were.
  func copy(_ descriptor: Int32, from start: Int, to copy: Int32) throws(SystemError) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    defer { buffer.deallocate() }
    var copied = 0
    while true {
      let count = try read(descriptor, into: buffer, at: start + copied)
      if count == 0 { break }
      let piece = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
      // Each byte like the one before it, and the first is 0.
      let isHole = piece.first == 0 && piece.baseAddress.map { memcmp($0, $0 + 1, count - 1) } == 0
      if !isHole { try write(copy, piece, at: copied) }
      copied += count
    }
    try truncate(copy, to: copied)
    return copied
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

  /// Waits for the lock on a file; a shared one keeps only those out that want it alone.
  func lock(_ descriptor: Int32, shared: Bool = false) throws(SystemError) {
    try perform(.lock) { flock(descriptor, shared ? LOCK_SH : LOCK_EX) }
  }

  /// Takes the lock on a file, or throws where somebody has it.
  func tryLock(_ descriptor: Int32) throws(SystemError) {
    try perform(.lock) { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  /// Waits for the lock on a file until a time of `monotonicSeconds`, then throws that it is held; nil: without end.
  func lock(_ descriptor: Int32, before deadline: Double?) throws(SystemError) {
    guard let deadline else { return try lock(descriptor) }
    while true {
      do throws(SystemError) { return try tryLock(descriptor) } catch {
        guard error.number == EWOULDBLOCK, monotonicSeconds() < deadline else { throw error }
      }
      usleep(1000)
    }
  }

  func unlock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_UN) }
}
