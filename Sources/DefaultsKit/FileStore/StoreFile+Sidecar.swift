import Foundation

/// Getting hold of the sidecar, or of what a process may read without it.
extension StoreFile {
  /// The sidecar, opened and created where need be; nil: this process may not write, and `purpose` needs not to.
  func openedSidecar(for purpose: Purpose, before deadline: Double? = nil) throws(StoreError) -> Sidecar? {
    if let sidecar = session.sidecar, sidecar.isWritable { return sidecar }
    if purpose == .read, session.isOpen, session.seen != nil { return nil }
    do throws(SystemError) {
      let sidecar = try makeSidecar(for: purpose, before: deadline)
      session.sidecar = sidecar
      session.seen = nil
      session.offset = Sidecar.journalStart
      session.epoch = 0
      session.header = SidecarHeader()
      session.mustReload = session.isOpen
      return sidecar
    } catch {
      switch purpose {
      case .open, .read:
        if Self.leavesReading(error) { return nil }
        throw .unreadable(url, error)
      case .maintain where session.seen != nil && Self.leavesReading(error): return nil
      case .commit, .maintain: throw .unwritable(url, error)
      }
    }
  }

  /// Whether a sidecar that cannot be had for a reason is one that this process can read without.
  ///
  /// Not where it may be there and could be had at another time, as with no descriptors left: what it holds would be
  /// missing then.
  static func leavesReading(_ error: SystemError) -> Bool {
    switch error.number {
    case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, ENOSPC, EDQUOT, ELOOP, EINVAL, EISDIR, ENXIO, ENAMETOOLONG: true
    default: false
    }
  }

  /// Whether a sidecar is still the one that others find.
  func isInPlace(_ sidecar: Sidecar) throws(SystemError) -> Bool {
    guard let there = try fileSystem.statusIfPresent(file.sidecarPath, followingLinks: false)?.identity else {
      return false
    }
    let own = try fileSystem.status(sidecar.descriptor).identity
    return there.device == own.device && there.inode == own.inode
  }

  /// Lets go of a sidecar that is the store's no more.
  func forgetSidecar() {
    session.sidecar = nil
    session.mustReload = true
  }

  /// Opens the sidecar for writing; it is created with the plist's mode and owner.
  private func makeSidecar(for purpose: Purpose, before deadline: Double?) throws(SystemError) -> Sidecar {
    // It could not be made at opening, or was removed: what is set brings it back, and says why where it cannot.
    if purpose == .commit { try file.makeFolder(fileSystem) }
    let plist = try fileSystem.statusIfPresent(file.path)
    try checkMayWrite(plist)
    while true {
      var isNew = false
      let descriptor: Int32
      do throws(SystemError) {
        descriptor = try fileSystem.open(file.sidecarPath, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
      } catch {
        guard error.number == ENOENT else { throw error }
        do throws(SystemError) {
          descriptor = try fileSystem.open(file.sidecarPath, O_RDWR | O_NOFOLLOW | O_CREAT | O_EXCL)
          isNew = true
        } catch {
          if error.number == EEXIST { continue }
          throw error
        }
      }
      do throws(SystemError) {
        try prepare(descriptor, isNew: isNew, plist, before: deadline)
        try? fileSystem.announce(descriptor)  // where it cannot be known, others are waited for
        return try Sidecar(descriptor, isWritable: true, fileSystem)
      } catch {
        fileSystem.close(descriptor)
        throw error
      }
    }
  }

  /// Makes room for the header on the disk, so that no write to its mapping can find the disk full.
  private func prepare(
    _ descriptor: Int32, isNew: Bool, _ plist: FileStatus?, before deadline: Double?
  ) throws(SystemError) {
    if isNew { try (plist.map { Snapshot.Permissions($0) } ?? .init()).apply(to: descriptor, fileSystem) }
    try fileSystem.lock(descriptor, before: deadline)
    defer { fileSystem.unlock(descriptor) }
    let status = try fileSystem.status(descriptor)
    guard status.kind == .regular else { throw SystemError(call: .open, number: EINVAL) }
    guard status.identity.size <= Int64(Sidecar.sizeLimit) else { throw SystemError(call: .open, number: EFBIG) }
    if status.identity.size < Int64(Sidecar.journalStart) {
      if try holdsSomething(descriptor) { try keepCopy(of: descriptor, from: 0) }
      let zeros = Data(count: Sidecar.journalStart)
      do throws(SystemError) { try fileSystem.write(descriptor, zeros, at: 0) } catch {
        if isNew { try? fileSystem.unlink(file.sidecarPath) }
        throw error
      }
    } else {
      // A copy of a sidecar may have a hole where its header was.
      try fileSystem.allocate(descriptor, size: Sidecar.journalStart)
    }
  }

  /// Whether what is too short for a header is more than what a process left that was killed when it made it.
  private func holdsSomething(_ descriptor: Int32) throws(SystemError) -> Bool {
    var failure: SystemError?
    let isSomething = withUnsafeTemporaryAllocation(byteCount: Sidecar.journalStart, alignment: 8) { buffer in
      do throws(SystemError) {
        return buffer[..<(try fileSystem.read(descriptor, into: buffer, at: 0))].contains { $0 != 0 }
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    return isSomething
  }

  /// Refuses to replace a file that this process may not write, or whose owner it could not keep.
  private func checkMayWrite(_ plist: FileStatus?) throws(SystemError) {
    let user = geteuid()
    if let plist, user != 0, plist.owner != user || plist.mode & 0o200 == 0 {
      throw SystemError(call: .access, number: plist.owner == user ? EACCES : EPERM)
    }
    try fileSystem.checkMayWrite(file.folder)
  }
}
