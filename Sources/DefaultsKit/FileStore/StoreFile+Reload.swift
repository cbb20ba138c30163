import Foundation

/// The state is the plist and the records above what it holds.
extension StoreFile {
  /// The records of a journal that follow one upon the other, and what stands behind them.
  struct Records {
    var all: [JournalRecord] = []
    var end = Sidecar.journalStart
    var hasTail = false
    /// Whether behind bytes that are no record another record stands.
    var isDamaged = false

    var first: UInt64? { all.first?.sequence }
    var last: UInt64? { all.last?.sequence }
  }

  /// Builds memory anew; false: somebody else may yet put the plist in order, try again.
  func reload(_ sidecar: Sidecar, _ purpose: Purpose) throws(StoreError) -> Bool {
    let reading = try readPlist()
    do throws(SystemError) {
      if let unsettled = unsettledIdentity(reading) {
        let hasSettled = hasSettled(unsettled, for: settlingTime(of: unsettled, sidecar))
        // Memory and the journal are enough for those who are in step.
        if session.isOpen, !session.mustReload, try catchUp(sidecar) { return true }
        if !hasSettled { return false }
      } else {
        session.unsettled = nil
      }
      try replay(reading, sidecar)
      session.isOpen = true
      session.mustReload = false
      session.rescue = nil
      return true
    } catch { throw fault(error, purpose) }
  }

  /// What stands in the plist's place; of what cannot be read, where memory is to be built anew and holds it all, nothing.
  private func readPlist() throws(StoreError) -> Snapshot.Reading {
    do throws(StoreError) { return try Snapshot.read(file, url: url, fileSystem) } catch {
      guard session.isOpen, session.mustReload, error.code == .fileUnreadable else { throw error }
      return .missing
    }
  }

  /// How long a plist that is not in order is waited for.
  ///
  /// Tools have a second to finish what they write in place, and others who have the store open another to write back
  /// what they hold. A file that is not there, and nobody else who has it open: somebody deleted it, to begin anew.
  private func settlingTime(of identity: FileIdentity, _ sidecar: Sidecar) -> Double {
    let isAlone = headerIsFresh || (try? fileSystem.isAlone(sidecar.descriptor)) == true
    if isAlone { return identity == .none ? 0 : settlingTime }
    return 2 * settlingTime
  }

  /// What an unreadable plist is known by; nil: it is in order, or was never there.
  func unsettledIdentity(_ reading: Snapshot.Reading) -> FileIdentity? {
    switch reading {
    case .snapshot: nil
    case .missing: session.header.identity == .none || headerIsFresh ? nil : FileIdentity.none
    case .empty(let status): wasEmpty(status) ? nil : status.identity
    case .corrupt(_, let status): status.identity
    }
  }

  /// Whether a file without bytes was never anything else: nothing was ever written to it.
  private func wasEmpty(_ status: FileStatus) -> Bool {
    if headerIsFresh, session.isOpen, session.sequence > 0 { return false }
    return session.header.identity == .none
      || (session.header.identity == status.identity && session.header.snapshot == 0)
  }

  /// Whether a plist that is not in order has stayed as it is.
  func hasSettled(_ identity: FileIdentity, for seconds: Double) -> Bool {
    let now = monotonicSeconds()
    if session.unsettled?.identity != identity { session.unsettled = (identity, now) }
    // It may have been so for long before anybody looked.
    let age = identity == .none ? 0 : Date().timeIntervalSince1970 - Double(identity.changed) / 1e9
    return max(now - (session.unsettled?.since ?? now), age) >= seconds
  }

  private func replay(_ reading: Snapshot.Reading, _ sidecar: Sidecar) throws(SystemError) {
    var records = try scan(sidecar)
    var base = Snapshot(values: [:])
    var identity = FileIdentity.none
    var isGood = false
    var isGone = false
    switch reading {
    case .snapshot(let snapshot, let status): (base, identity, isGood) = (snapshot, status.identity, true)
    case .empty(let status) where wasEmpty(status): (identity, isGood) = (status.identity, true)
    case .missing: isGone = session.header.identity != .none
    case .empty(let status): identity = status.identity
    case .corrupt(_, let status): identity = status.identity
    }
    if headerIsFresh { try beginHeader(&records, isGood ? base : nil, identity, sidecar) }
    let rescued = try rescuedChanges(over: isGood ? base : nil, records.all)
    let isNew = !isGood && identity == .none && session.header.identity == .none

    if !isGood && session.isOpen && (!isNew || session.mustReload) {
      // The plist is gone, and memory is what is left of it.
      session.storeID = session.header.storeID
      let isCaughtUp = try catchUp(sidecar)
      // Records that memory does not follow on, as the plist before them is gone: what they say counts all the same.
      let missed =
        isCaughtUp ? [] : records.all.filter { $0.sequence > session.sequence && $0.storeID == session.storeID }
      let news = missed.flatMap(\.changes) + rescued
      if !news.isEmpty { install(applying(news, to: state.withLock { $0.values })) }
      if !isCaughtUp {
        if records.isDamaged { try setJournalAside(sidecar, cut: false) }
        if missed.contains(where: { $0.kind == .reload }), !Self.areWhole(missed) { note(.removed(url)) }
        try rebase(carrying: allValues(), &records, sidecar)
      } else if !rescued.isEmpty {
        try append(.changes, rescued, sidecar)
      }
      return schedule.noteWrite()
    }
    let isForeign = identity != session.header.identity
    if !isGood, identity != .none {
      try setAsideOrReport(reading, sidecar)
      identity = sidecar.isWritable ? .none : identity
    }
    if isGone, !records.all.isEmpty, !Self.areWhole(records.all) { note(.removed(url)) }
    try installBase(base, identity, isGood: isGood, isForeign: isForeign, rescued, &records, sidecar)
  }

  /// Whether records hold every value there is: no other plist was taken in since they did.
  private static func areWhole(_ records: [JournalRecord]) -> Bool {
    records.last { $0.kind != .changes }?.kind == .whole
  }

  private func installBase(
    _ snapshot: Snapshot, _ identity: FileIdentity, isGood: Bool, isForeign: Bool,
    _ rescued: [(name: String, value: PropertyListValue?)], _ records: inout Records, _ sidecar: Sidecar
  ) throws(SystemError) {
    // Not the plist's own sequence: a copy of the store, which went its own way, has this store's id too.
    let base = session.header.snapshot
    if let last = records.last, last < base {
      // A checkpoint's process was killed before it emptied the journal.
      try emptyJournal(sidecar)
      records = Records()
    }
    if let first = records.first, first > base + 1 {
      try setJournalAside(sidecar)
      records = Records()
    }
    let live = records.all.filter { $0.sequence > base }
    let changes = live.flatMap(\.changes) + rescued
    install(applying(changes, to: snapshot.values))
    session.format = isGood ? snapshot.format : session.format
    session.snapshotSize = Int(identity.size)
    session.offset = records.end
    session.epoch = session.header.epoch
    session.storeID = session.header.storeID
    session.hasTail = records.hasTail
    session.sequence = live.last?.sequence ?? base
    let isBelowWord = session.sequence < word(sidecar)
    if records.isDamaged || isBelowWord { try setJournalAside(sidecar, cut: false) }
    if isBelowWord {
      try rebase(carrying: changes, &records, sidecar)
      session.header.identity = identity
      writeHeader()
      return
    }
    if session.hasTail { try cutTail(sidecar) }
    publish(session.sequence, sidecar)
    if isForeign {
      session.wholeEpoch = nil
      try append(.reload, rescued, sidecar)
      session.header.identity = identity
      writeHeader()
    } else if !rescued.isEmpty {
      try append(.changes, rescued, sidecar)
    }
    if isForeign || !changes.isEmpty { schedule.noteWrite() }
  }

  private func applying(
    _ changes: [(name: String, value: PropertyListValue?)], to values: [String: PropertyListValue]
  ) -> [String: PropertyListValue] {
    var values = values
    for change in changes { values[change.name] = change.value }
    return values
  }

  /// Begins a header where there is none of this boot: by the plist's own record, and by the journal.
  private func beginHeader(
    _ records: inout Records, _ plist: Snapshot?, _ identity: FileIdentity, _ sidecar: Sidecar
  ) throws(SystemError) {
    var snapshot = plist?.sequence ?? 0
    var storeID = plist?.storeID ?? 0
    if storeID == 0, let first = records.all.first { storeID = first.storeID }
    if let first = records.all.first, first.storeID != storeID {
      try setJournalAside(sidecar)
      records = Records()
    }
    if let first = records.first, first > snapshot + 1 {
      if let plist, plist.storeID != 0 {
        try setJournalAside(sidecar)
        records = Records()
      } else {
        snapshot = first - 1
      }
    }
    var top = max(snapshot, records.last ?? 0)
    if session.isOpen, sidecar.isWritable, session.sequence > top {
      top = session.sequence
      snapshot = top
      if !records.all.isEmpty { try setJournalAside(sidecar) }
      records = Records()
    }
    session.header.snapshot = snapshot
    session.header.storeID = storeID
    // Not what took its place: that has to be set aside, or waited for.
    session.header.identity = plist == nil && session.isOpen && session.sequence > 0 ? .lost : identity
    session.header.boot = BootID.current
    session.freshWord = top
    if sidecar.isWritable { sidecar.word = top }
    writeHeader()
  }

  /// The sequence last committed; of a sidecar of another boot that may not be written, what was found in it.
  private func word(_ sidecar: Sidecar) -> UInt64 {
    headerIsFresh && !sidecar.isWritable ? session.freshWord : sidecar.word
  }

  func scan(_ sidecar: Sidecar) throws(SystemError) -> Records {
    var records = Records()
    var scanner = JournalScanner(sidecar, from: Sidecar.journalStart, fileSystem)
    while let record = try scanner.next() {
      if let last = records.all.last, record.sequence != last.sequence + 1 || record.storeID != last.storeID { break }
      records.all.append(record)
      records.end = scanner.offset
    }
    records.hasTail = try scanner.hasMore() || scanner.offset != records.end
    // What a killed writer left is one torn record; where a sound one follows, something else was at work.
    let storeID = records.all.last?.storeID ?? session.header.storeID
    if records.hasTail, storeID != 0 {
      records.isDamaged = try scanner.mayHoldRecord(of: storeID, above: records.last ?? 0)
    }
    return records
  }

  /// Replaces what memory holds, and tells of what differs.
  func install(_ values: [String: PropertyListValue]) {
    let isHeard = session.isOpen && broadcaster.hasAudience
    let old = state.withLock { state in
      let old = isHeard ? state.values : [:]
      state.values = values
      return old
    }
    guard isHeard else { return }
    var keys = Set<String>()
    for (name, value) in values where old[name] != value { keys.insert(name) }
    for name in old.keys where values[name] == nil { keys.insert(name) }
    keys.remove(KeyName.record)
    broadcaster.enqueue(StoreChange(keys: keys, origin: .external))
  }

  func allValues() -> [(name: String, value: PropertyListValue?)] {
    state.withLock { $0.values.map { (name: $0.key, value: .some($0.value)) } }
  }

  /// Goes on above the word where records that somebody saw are gone, so that everybody reads anew.
  private func rebase(
    carrying changes: [(name: String, value: PropertyListValue?)], _ records: inout Records, _ sidecar: Sidecar
  ) throws(SystemError) {
    session.sequence = word(sidecar)
    session.header.snapshot = session.sequence
    try emptyJournal(sidecar)
    records = Records()
    session.storeID = session.header.storeID
    try append(.reload, changes, sidecar)
    schedule.noteWrite()
  }
}
