import Foundation

extension FileSystem {
  /// Maps the beginning of a file, shared with all who map it.
  func map(_ descriptor: Int32, size: Int, writable: Bool) throws(SystemError) -> UnsafeMutableRawPointer {
    var mapped: UnsafeMutableRawPointer?
    try perform(.map) {
      mapped = mmap(nil, size, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, descriptor, 0)
      return mapped == MAP_FAILED ? -1 : 0
    }
    guard let mapped else { throw SystemError(call: .map, number: ENOMEM) }
    return mapped
  }

  /// Has the disk hold the beginning of a file, so that nothing that is written to its mapping can find it full.
  ///
  /// The bytes stay as they are. Call it with the file's lock: where the system has no call for it they are written over
  /// by themselves.
  func allocate(_ descriptor: Int32, size: Int) throws(SystemError) {
    #if !canImport(Darwin)
      do throws(SystemError) {
        try perform(.allocate) {
          let number = posix_fallocate(descriptor, 0, off_t(size))
          errno = number
          return number == 0 ? 0 : -1
        }
        return
      } catch { if error.number != EOPNOTSUPP && error.number != EINVAL { throw error } }
    #endif
    var bytes = Data(count: size)
    var failure: SystemError?
    bytes.withUnsafeMutableBytes { buffer in
      do throws(SystemError) { _ = try read(descriptor, into: buffer, at: 0) } catch { failure = error }
    }
    if let failure { throw failure }
    try write(descriptor, bytes, at: 0)
  }

  /// Whether a file's first bytes are a hole, which takes room on the disk as soon as it is mapped and looked at.
  func beginsWithHole(_ descriptor: Int32) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try perform(.map) { _ in Int(lseek(descriptor, 0, Self.seekData)) } > 0
    } catch {
      if error.number == ENXIO { return true }  // nothing but a hole
      if error.number == EINVAL { return false }  // the file system knows of no holes
      throw error
    }
  }

  // SEEK_DATA of lseek(2), which Swift's C modules do not show everywhere.
  #if canImport(Darwin)
    private static let seekData: Int32 = 4
  #else
    private static let seekData: Int32 = 3
  #endif

  /// How many names an open file has: 0 where it was removed.
  func linkCount(_ descriptor: Int32) throws(SystemError) -> Int {
    #if canImport(Darwin)
      var status = Foundation.stat()
      try perform(.linkCount) { fstat(descriptor, &status) }
      return Int(status.st_nlink)
    #else
      guard let statx = Self.statx else {
        var status = Foundation.stat()
        try perform(.linkCount) { fstat(descriptor, &status) }
        return Int(status.st_nlink)
      }
      // Asked for nothing but the count: to tell the times of a file that is being written makes its next write dear.
      // Layout and values from the kernel's uapi/linux/stat.h: AT_EMPTY_PATH, STATX_NLINK, stx_nlink at 16 of 256.
      return try withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { (buffer) throws(SystemError) in
        guard let base = buffer.baseAddress else { throw SystemError(call: .linkCount, number: ENOMEM) }
        try perform(.linkCount) { statx(descriptor, "", 0x1000, 0x4, base) }
        return Int(base.load(fromByteOffset: 16, as: UInt32.self))
      }
    #endif
  }

  #if !canImport(Darwin)
    private typealias Statx =
      @convention(c) (
        Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer
      ) -> Int32

    // Swift's Glibc module does not show it, though every glibc since 2.28 has it.
    private static let statx: Statx? = dlsym(nil, "statx").map { unsafeBitCast($0, to: Statx.self) }
  #endif
}
