import Foundation
import Synchronization

/// The engine of one file: what all stores on it in this process share.
///
/// Every state is the plist and the records of the journal behind it. Locks are taken in this order: `writer`, which
/// lets one thread at a time act, the file's lock, which lets one process at a time, and `state`, which is held for a
/// moment and is all that a read takes.
final class StoreFile: Sendable {
  /// What a read needs.
  struct State {
    var values: [String: PropertyListValue] = [:]
    /// How many commits `values` holds: while the clock shows this count, they are current.
    var sequence: UInt64 = 1
    var clock = StoreClock.stopped
    var requestedFormat: PropertyListFormat?
    var faults: [StoreError] = []
    var stores: [WeakStore] = []
  }

  struct WeakStore {
    weak var store: PropertyListStore?
  }

  let file: ResolvedFile
  let url: URL
  let fileSystem: FileSystem
  /// For how long a file that holds no property list must stay as it is before it is taken for one that is lost.
  let settlingTime: Double
  /// For how many seconds a file that holds no property list and does not stay as it is keeps a caller waiting.
  let patience: Double
  let state = Locked(State())
  private let hasFaults = Atomic<Bool>(false)
  let broadcaster = ChangeBroadcaster()
  let schedule: CheckpointSchedule
  let writer = WriterLock()
  /// Lets one checkpoint run at a time; taken before `writer`.
  let checkpointing = NSLock()
  /// What this process knows of the sidecar.
  // Touched only while `writer` is held; the check of that at run time would cost as much as the rest of a set.
  @exclusivity(unchecked) nonisolated(unsafe) var session = Session()

  /// Opens a file, whether it is there or not; a quiet engine does nothing that it is not asked to.
  init(
    _ file: ResolvedFile, url: URL, fileSystem: FileSystem, settlingTime: Double = 1, patience: Double = 5,
    isQuiet: Bool = false
  ) throws(StoreError) {
    self.file = file
    self.url = url
    self.fileSystem = fileSystem
    self.settlingTime = settlingTime
    self.patience = patience
    schedule = CheckpointSchedule(name: file.name, isQuiet: isQuiet)
    do throws(SystemError) { try Background.prepare(fileSystem) } catch { throw .unreadable(url, error) }
    let opening = writer.withLock { () -> Result<Void, StoreError> in
      do throws(StoreError) {
        try takeTurn(.open)
        endTurn()
        return .success(())
      } catch { return .failure(error) }
    }
    try opening.get()
    schedule.begin(self)
  }

  deinit { schedule.end() }

  // MARK: Stores

  func attach(_ store: PropertyListStore, format: PropertyListFormat?) {
    state.withLock { state in
      if let format { state.requestedFormat = format }
      state.stores = state.stores.filter { $0.store != nil } + [WeakStore(store: store)]
    }
    reportFaults()
  }

  /// Keeps a fault until no lock is held.
  func note(_ fault: StoreError) {
    state.withLock { $0.faults.append(fault) }
    hasFaults.store(true, ordering: .relaxed)
  }

  /// Tells the stores of what went wrong; call it with no lock held.
  func reportFaults() {
    guard hasFaults.load(ordering: .relaxed) else { return }
    let (faults, stores) = state.withLock { state -> ([StoreError], [PropertyListStore]) in
      if state.faults.isEmpty { return ([], []) }
      let stores = state.stores.compactMap(\.store)
      if stores.isEmpty { return ([], []) }
      defer { state.faults = [] }
      hasFaults.store(false, ordering: .relaxed)
      return (state.faults, stores)
    }
    // Stores without a handler of their own share one.
    let told = stores.filter { $0.onError != nil } + stores.filter { $0.onError == nil }.prefix(1)
    for fault in faults {
      for store in told { FaultReporter.shared.report(fault, from: store) }
    }
  }

  /// Makes the faults of checkpoints new again, once one succeeded.
  func settleCheckpointFaults() {
    let stores = state.withLock { $0.stores.compactMap(\.store) }
    for store in stores { FaultReporter.shared.settleCheckpoints(of: store) }
  }

  // MARK: Reading

  /// Reads by the state of one instant, after every set that has returned in any process.
  func read<Result>(_ body: (borrowing State) throws -> Result) throws -> Result {
    if let result = try state.withLock({ try $0.isCurrent ? .some(body($0)) : nil }) { return result }
    // A transaction's body reads the state before the transaction.
    if !writer.isHeldByCurrentThread { try refresh() }
    return try state.withLock { try body($0) }
  }

  /// Takes in what others committed.
  func refresh() throws {
    defer { settle() }
    try writer.withLock {
      if session.isReadOnly { return try refreshReadOnly() }
      try takeTurn(.read)
      endTurn()
    }
  }

  /// Tells who listens, once no lock is held.
  func settle() {
    broadcaster.deliver()
    reportFaults()
  }
}

extension StoreFile.State {
  @inline(__always) var isCurrent: Bool { clock.word.pointee.load(ordering: .acquiring) == sequence }
}

extension StoreFile {
  /// What one process knows of the sidecar, between its turns at the lock.
  struct Session: ~Copyable {
    var sidecar: Sidecar?
    /// As it was read or written last; of this boot, or fresh.
    var header = SidecarHeader()
    /// Where in the journal this process is, and in which of its lives.
    var offset = Sidecar.journalStart
    var epoch: UInt64 = 0
    var sequence: UInt64 = 0
    var storeID: UInt64 = 0
    /// The sequence last committed, where there was no header to tell.
    var freshWord: UInt64 = 0
    /// Whether something that is no record stands behind the offset.
    var hasTail = false
    /// Whether the file was read once.
    var isOpen = false
    /// Whether memory must be built anew, as the sidecar is another.
    var mustReload = false
    /// Whether a sync of this journal failed: the system may have forgotten what it did not write.
    var syncFailed = false
    /// What an unreadable plist looked like, and since when.
    var unsettled: (identity: FileIdentity, since: Double)?
    var format = PropertyListFormat.binary
    var snapshotSize = 0
    /// The life of the journal in which all values were written to it, as the plist could not be.
    var wholeEpoch: UInt64?
    /// What waited in a sidecar that was removed, until the present one has it.
    var rescue: Rescue?
    /// What a reader without a sidecar of its own saw last.
    var seen: ReadOnlyMark?
    var record = OutputBytes(capacity: 512)

    var isReadOnly: Bool { sidecar?.isWritable != true }
  }
}

/// Seconds on a clock that no one sets.
func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
