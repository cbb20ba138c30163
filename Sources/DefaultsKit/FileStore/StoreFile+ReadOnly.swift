import Foundation

/// Reading where nothing may be written: through the sidecar where it can be opened, else by the plist alone.
extension StoreFile {
  /// By what a reader that may not write tells whether something changed.
  struct ReadOnlyMark: Equatable {
    var plist: FileIdentity?
    var sidecar: FileIdentity?
    var word: UInt64?
    var generation: UInt64?
  }

  /// Reads anew where something changed since.
  func refreshReadOnly() throws(StoreError) {
    var patience = Patience(patience)
    while true {
      do {
        if let sidecar = session.sidecar, try fileSystem.linkCount(sidecar.descriptor) == 0 { session.sidecar = nil }
        if session.sidecar == nil { session.sidecar = try openForReading() }
        // Taken before the reading: what changes meanwhile is found the next time.
        let mark = try currentMark()
        if mark == session.seen { return }
        if let sidecar = session.sidecar { try fileSystem.lock(sidecar.descriptor, shared: true) }
        let result = readAll()
        if let sidecar = session.sidecar { fileSystem.unlock(sidecar.descriptor) }
        switch result {
        case .success(true):
          session.seen = mark
          return
        case .success(false): if session.isOpen { return }
        case .failure(let error): return try Result<Void, StoreError>.failure(error).get()
        }
      } catch let error as SystemError {
        throw .unreadable(url, error)
      } catch { throw error as? StoreError ?? .unreadable(url, because: "\(error)") }
      if patience.isExhausted { throw restless(.read) }
      usleep(useconds_t(min(settlingTime / 50, 0.02) * 1e6))
    }
  }

  private func openForReading() throws(SystemError) -> Sidecar? {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try fileSystem.open(file.sidecarPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    } catch {
      if Self.leavesReading(error) { return nil }
      throw error
    }
    do throws(SystemError) {
      let status = try fileSystem.status(descriptor)
      if status.identity.size > Int64(Sidecar.sizeLimit) { throw SystemError(call: .open, number: EFBIG) }
      let length = status.identity.size - Int64(Sidecar.journalStart)
      if status.kind == .regular, length >= 0 {
        if try fileSystem.beginsWithHole(descriptor) {
          if length > 0 { throw SystemError(call: .map, number: ENOSPC) }
          fileSystem.close(descriptor)
          return nil
        }
        return try Sidecar(descriptor, isWritable: false, fileSystem)
      }
    } catch {
      // Not to be done without: it may hold what the plist lacks.
      if error.number == ENOSPC || !Self.leavesReading(error) {
        fileSystem.close(descriptor)
        throw error
      }
    }
    fileSystem.close(descriptor)
    return nil
  }

  private func currentMark() throws(SystemError) -> ReadOnlyMark {
    var mark = ReadOnlyMark(plist: try fileSystem.statusIfPresent(file.path)?.identity)
    if let sidecar = session.sidecar {
      mark.sidecar = try fileSystem.status(sidecar.descriptor).identity
      mark.word = sidecar.word
      mark.generation = sidecar.generation
    }
    return mark
  }

  /// Builds memory anew; false: the plist is not in order, and may be soon.
  private func readAll() -> Result<Bool, StoreError> {
    do throws(StoreError) {
      guard let sidecar = session.sidecar else { return .success(try readPlist()) }
      readHeader(sidecar)
      do throws(SystemError) { if session.header.next != 0 { try resolveRename(sidecar) } } catch {
        throw .unreadable(url, error)
      }
      return .success(try reload(sidecar, .read))
    } catch { return .failure(error) }
  }

  private func readPlist() throws(StoreError) -> Bool {
    let reading = try Snapshot.read(file, url: url, fileSystem)
    switch reading {
    case .snapshot(let snapshot, _): install(snapshot.values)
    case .missing, .empty: install([:])
    case .corrupt(_, let status):
      guard hasSettled(status.identity, for: settlingTime) else { return false }
      do throws(SystemError) { try setAsideOrReport(reading, nil) } catch { throw .unreadable(url, error) }
      if !session.isOpen { install([:]) }
    }
    session.isOpen = true
    return true
  }
}
