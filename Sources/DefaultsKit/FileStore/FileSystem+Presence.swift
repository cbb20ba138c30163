import Foundation

/// Telling whether anybody else has a file open who might put it in order.
///
/// Each holds a shared lock on a byte that no file has, of the kind that belongs to an open file and that `flock` takes no
/// notice of; it ends with the process.
extension FileSystem {
  /// Lets others know, as long as the descriptor is open, that this process has the file open.
  func announce(_ descriptor: Int32) throws(SystemError) {
    #if !canImport(Darwin)
      var lock = Self.presence(Int16(F_RDLCK))
      try perform(.presence) { fcntl(descriptor, Self.setLock, &lock) }
    #endif
  }

  /// Whether nobody but the owner of the descriptor has announced that they have the file open; false where the system
  /// cannot tell.
  func isAlone(_ descriptor: Int32) throws(SystemError) -> Bool {
    #if canImport(Darwin)
      return false
    #else
      var lock = Self.presence(Int16(F_WRLCK))
      try perform(.presence) { fcntl(descriptor, Self.getLock, &lock) }
      return lock.l_type == Int16(F_UNLCK)
    #endif
  }

  #if !canImport(Darwin)
    // F_OFD_GETLK and F_OFD_SETLK of fcntl(2), which Swift's Glibc module does not show.
    private static let getLock: Int32 = 36
    private static let setLock: Int32 = 37

    private static func presence(_ type: Int16) -> Foundation.flock {
      var lock = Foundation.flock()
      lock.l_type = type
      lock.l_whence = Int16(SEEK_SET)
      lock.l_start = 1 << 40
      lock.l_len = 1
      return lock
    }
  #endif
}
