import Foundation

/// A turn: the time in which this process alone may change the file, and memory is what every process agreed on.
extension StoreFile {
  enum Purpose {
    case open, read, commit
    /// A checkpoint, a flush, a tick: the plist is looked at too.
    case maintain
  }

  /// Waits for the file's lock, and brings memory up to date.
  ///
  /// Call it with `writer` held.
  func takeTurn(_ purpose: Purpose, before deadline: Double? = nil) throws(StoreError) {
    var patience = Patience(patience)
    while true {
      guard let sidecar = try openedSidecar(for: purpose, before: deadline) else { return try refreshReadOnly() }
      do throws(SystemError) { try fileSystem.lock(sidecar.descriptor, before: deadline) } catch {
        throw fault(error, purpose)
      }
      let isDone: Bool
      do throws(StoreError) { isDone = try begin(purpose, sidecar) } catch {
        endTurn()
        throw error
      }
      if isDone { return }
      endTurn()
      if patience.isExhausted || deadline.map({ monotonicSeconds() > $0 }) == true { throw restless(purpose) }
      // Another process may hold what this one needs; never wait for it with the lock held.
      if session.sidecar != nil { usleep(useconds_t(min(settlingTime / 50, 0.02) * 1e6)) }
    }
  }

  /// Lets others have their turn.
  func endTurn() {
    if let sidecar = session.sidecar { fileSystem.unlock(sidecar.descriptor) }
  }

  /// Brings memory up to date; false: try again.
  private func begin(_ purpose: Purpose, _ sidecar: Sidecar) throws(StoreError) -> Bool {
    do throws(SystemError) {
      var isRemoved = try fileSystem.linkCount(sidecar.descriptor) == 0
      if !isRemoved, purpose == .maintain { isRemoved = try !isInPlace(sidecar) }
      if isRemoved {
        // Removed, or moved away: whoever still reads by its word must come and see.
        rescue(from: sidecar)
        sidecar.markDead()
        fileSystem.unlock(sidecar.descriptor)
        forgetSidecar()
        return false
      }
      if session.header.generation != sidecar.generation || session.header.generation == 0
        || sidecar.word >= UInt64(Snapshot.sequenceLimit)
      {
        readHeader(sidecar)
      }
      if session.header.next != 0 { try resolveRename(sidecar) }
      var isAnother = !session.isOpen || session.mustReload
      if purpose == .maintain, !isAnother {
        isAnother = try plistIdentity() != session.header.identity
        if !isAnother { session.unsettled = nil }
      }
      if !isAnother, try catchUp(sidecar) { return true }
    } catch { throw fault(error, purpose) }
    return try reload(sidecar, purpose)
  }

  /// Reads the header; one that is not whole, or of another boot, is fresh: generation 0.
  func readHeader(_ sidecar: Sidecar) {
    let header = sidecar.readHeader()
    let isPlausible = sidecar.word < UInt64(Snapshot.sequenceLimit)
    if let header, header.boot == BootID.current, isPlausible {
      session.header = header
    } else {
      session.header = SidecarHeader()
      // Behind every life of the journal that a process could know.
      session.header.epoch = header.map { $0.epoch &+ 1 } ?? UInt64.random(in: 1...UInt64(Int64.max))
      session.header.identity = header?.identity ?? .none
    }
  }

  /// Whether the header tells nothing.
  var headerIsFresh: Bool { session.header.generation == 0 }

  func writeHeader() {
    if let sidecar = session.sidecar, sidecar.isWritable { sidecar.write(&session.header) }
  }

  /// Finds out how far a checkpoint came whose process was killed.
  func resolveRename(_ sidecar: Sidecar) throws(SystemError) {
    let temporary = file.temporaryPath(session.header.temporary)
    let isLeft = try fileSystem.statusIfPresent(temporary, followingLinks: false) != nil
    // Gone is not renamed: others clean up too. Where the plist does not say so itself, the journal counts.
    if !isLeft, case .snapshot(let plist, _)? = try? Snapshot.read(file, url: url, fileSystem),
      plist.storeID == session.header.storeID, plist.sequence >= session.header.next
    {
      session.header.snapshot = max(session.header.snapshot, session.header.next)
    }
    session.header.next = 0
    writeHeader()
    if isLeft, sidecar.isWritable { try fileSystem.unlink(temporary) }
  }

  /// Applies the records that this process does not know; false: they do not lead from its state to the present one.
  func catchUp(_ sidecar: Sidecar) throws(SystemError) -> Bool {
    if headerIsFresh { return false }
    let isSameLife = session.header.epoch == session.epoch
    // Who wrote last released the lock in good order, and we know what it wrote.
    if isSameLife, sidecar.word == session.sequence, !sidecar.isWriting { return true }
    let starts = isSameLife ? [session.offset, Sidecar.journalStart] : [Sidecar.journalStart]
    for start in starts {
      var scanner = JournalScanner(sidecar, from: start, fileSystem)
      var (sequence, storeID, end) = (session.sequence, session.storeID, start)
      var news: [JournalRecord] = []
      var isBroken = false
      while let record = try scanner.next(), storeID == 0 || record.storeID == storeID {
        if start == Sidecar.journalStart, record.sequence <= sequence {
          end = scanner.offset
          continue
        }
        if record.sequence != sequence + 1 || record.kind == .reload {
          isBroken = true
          break
        }
        (sequence, storeID, end) = (record.sequence, record.storeID, scanner.offset)
        news.append(record)
      }
      if isBroken || sequence < sidecar.word { continue }
      session.hasTail = try scanner.hasMore() || scanner.offset != end
      session.offset = end
      session.epoch = session.header.epoch
      session.storeID = storeID
      apply(news, upTo: sequence, sidecar)
      return true
    }
    return false
  }

  /// Publishes the changes of records.
  private func apply(_ records: [JournalRecord], upTo sequence: UInt64, _ sidecar: Sidecar) {
    let isHeard = broadcaster.hasAudience
    var keys = Set<String>()
    state.withLock { state in
      for change in records.lazy.flatMap(\.changes) {
        if isHeard, state.values[change.name] != change.value { keys.insert(change.name) }
        state.values[change.name] = change.value
      }
    }
    publish(sequence, sidecar)
    keys.remove(KeyName.record)
    broadcaster.enqueue(StoreChange(keys: keys, origin: .external))
  }

  /// Says that memory holds this many commits.
  func publish(_ sequence: UInt64, _ sidecar: Sidecar) {
    session.sequence = sequence
    state.withLock { state in
      // Without a word to look at, no read is current: the stopped clock shows 0.
      state.sequence = sidecar.isWritable ? sequence : 1
      state.clock = sidecar.isWritable ? sidecar.clock : .stopped
      if sidecar.isWritable, sidecar.word != sequence { sidecar.word = sequence }
    }
    // A tail stays announced until it is cut off.
    if sidecar.isWritable, !session.hasTail, sidecar.isWriting { sidecar.isWriting = false }
  }

  /// The identity of the file that stands under the plist's name now.
  func plistIdentity() throws(SystemError) -> FileIdentity {
    try fileSystem.statusIfPresent(file.path)?.identity ?? .none
  }

  /// How long it is waited for a file that holds no property list and does not stay as it is; begins when first asked.
  struct Patience {
    private let seconds: Double
    private var start: Double?

    init(_ seconds: Double) { self.seconds = seconds }

    var isExhausted: Bool {
      mutating get {
        let now = monotonicSeconds()
        if let start { return now - start > seconds }
        start = now
        return false
      }
    }
  }

  /// The file is written again and again, and never holds a property list.
  func restless(_ purpose: Purpose) -> StoreError {
    let problem = "it keeps changing, and holds no property list; find out which program writes it, or try again later"
    return switch purpose {
    case .open, .read: .unreadable(url, because: problem)
    case .commit, .maintain: .unwritable(url, because: "the file can't be used: \(problem)")
    }
  }

  func fault(_ error: SystemError, _ purpose: Purpose) -> StoreError {
    switch purpose {
    case .open, .read: .unreadable(url, error)
    case .commit, .maintain: .unwritable(url, error)
    }
  }
}
