import Dispatch
import Foundation
import Synchronization

/// When an engine's background work is due: a checkpoint after a pause in the writing, a look at the file now and then.
final class CheckpointSchedule: Sendable {
  /// How long nothing must have been written, in seconds.
  static let pause = 0.25
  /// How often a store that somebody observes is looked at, in milliseconds.
  static let tick = 25

  private struct State {
    weak var engine: StoreFile?
    /// Keeps the engine until what was written is in the plist.
    var pending: StoreFile?
    var failures = 0
    var lastFailure = 0.0
    var ticker: (any DispatchSourceTimer)?
    var watch: FolderWatcher.Watch?
  }

  private let state = Locked(State())
  private let queue: DispatchQueue
  private let isScheduled = Atomic<Bool>(false)
  private let isHastened = Atomic<Bool>(false)
  /// Whether a look is due at once, and whether one is due later.
  private let mustLook = Atomic<Bool>(false)
  private let mustLookLater = Atomic<Bool>(false)
  /// Milliseconds of a clock that no one sets.
  private let lastWrite = Atomic<Int>(0)

  private let isQuiet: Bool

  init(name: String, isQuiet: Bool) {
    self.isQuiet = isQuiet
    queue = DispatchQueue(label: "DefaultsKit.\(name)", qos: .utility)
  }

  /// Begins to watch an engine's file.
  func begin(_ engine: StoreFile) {
    let watch =
      isQuiet ? nil : FolderWatcher.shared.watch(engine.file, engine.fileSystem) { [weak self] in self?.look() }
    state.withLock { state in
      state.engine = engine
      state.watch = watch
      // Opening may have found something to write, when there was no engine to keep yet.
      if isScheduled.load(ordering: .relaxed) { state.pending = engine }
    }
  }

  func end() {
    state.withLock { state in
      state.ticker?.cancel()
      state.watch?.end()
    }
  }

  // MARK: Checkpoints

  /// Has a checkpoint made once nothing was written for a while.
  @inline(__always)
  func noteWrite() {
    lastWrite.store(Self.now, ordering: .relaxed)
    if !isQuiet, !isScheduled.load(ordering: .relaxed), !isScheduled.exchange(true, ordering: .relaxed) {
      plan(after: Self.pause)
    }
  }

  /// Has a checkpoint made soon, and puts off none that is due.
  func noteLoss() {
    if !isScheduled.load(ordering: .relaxed) { noteWrite() }
  }

  /// Has a checkpoint made at once.
  func hasten() {
    if isQuiet || isHastened.load(ordering: .relaxed) || isHastened.exchange(true, ordering: .relaxed) { return }
    queue.async { self.run() }
  }

  /// Forgets what was due: the plist holds it all.
  ///
  /// Call it in a turn, when nobody writes.
  func clear() {
    isScheduled.store(false, ordering: .relaxed)
    state.withLock { $0.pending = nil }
  }

  /// Makes a checkpoint on the thread of who wrote, who waits for it: so a journal cannot grow for ever.
  func help() {
    let (engine, mayTry) = state.withLock { ($0.engine, monotonicSeconds() - $0.lastFailure > 1) }
    if mayTry, let engine { attempt(engine) }
  }

  /// Whether something was written that is not in the plist yet.
  var pendingEngine: StoreFile? { state.withLock { $0.pending } }

  private func plan(after seconds: Double) {
    state.withLock { $0.pending = $0.engine }
    AtExit.register()
    queue.asyncAfter(deadline: .now() + seconds) { self.fire() }
  }

  private func fire() {
    let rest = Self.pause - Double(Self.now - lastWrite.load(ordering: .relaxed)) / 1000
    if rest > 0.005 { return queue.asyncAfter(deadline: .now() + rest) { self.fire() } }
    run()
  }

  private func run() {
    // Before the checkpoint: what is written from now on needs another.
    isHastened.store(false, ordering: .relaxed)
    let wasScheduled = isScheduled.exchange(false, ordering: .relaxed)
    guard let engine = state.withLock({ $0.pending ?? $0.engine }) else { return }
    if attempt(engine) || engine.isAbandoned {
      state.withLock { if !self.isScheduled.load(ordering: .relaxed) { $0.pending = nil } }
    } else if wasScheduled, !isScheduled.exchange(true, ordering: .relaxed) {
      // The disk may be full for long: wait twice as long each time, a minute at most.
      let failures = state.withLock { $0.failures }
      plan(after: min(60, Self.pause * Double(1 << min(failures, 10))))
    }
  }

  @discardableResult
  private func attempt(_ engine: StoreFile) -> Bool {
    defer { engine.settle() }
    do throws(StoreError) {
      try engine.checkpoint()
      state.withLock { $0.failures = 0 }
      engine.settleCheckpointFaults()
      return true
    } catch {
      state.withLock { state in
        state.failures += 1
        state.lastFailure = monotonicSeconds()
      }
      engine.note(error)
      return false
    }
  }

  // MARK: Looking

  /// Looks at the file soon, on the engine's queue: once for all who asked for it until then.
  func look() {
    if mustLook.exchange(true, ordering: .relaxed) { return }
    queue.async {
      // Before the look: what is done to the file from now on needs another.
      self.mustLook.store(false, ordering: .sequentiallyConsistent)
      self.state.withLock { $0.engine }?.look()
    }
  }

  /// Looks at the file after some time.
  func look(after seconds: Double) {
    if mustLookLater.exchange(true, ordering: .relaxed) { return }
    queue.asyncAfter(deadline: .now() + seconds) {
      self.mustLookLater.store(false, ordering: .sequentiallyConsistent)
      self.state.withLock { $0.engine }?.look()
    }
  }

  /// Calls something once what was due on the engine's queue at the time is done.
  func afterLooks(_ call: @escaping @Sendable () -> Void) { queue.async(execute: call) }

  /// Whether somebody observes the store.
  var isTicking: Bool { state.withLock { $0.ticker != nil } }

  /// Looks for what other processes set, forty times a second, for as long as somebody listens.
  ///
  /// Call it once the listener is there: nobody there is the end of it.
  func startTicking() {
    state.withLock { state in
      guard state.ticker == nil else { return }
      let ticker = DispatchSource.makeTimerSource(queue: queue)
      let ticks = Counter()
      ticker.schedule(
        deadline: .now() + .milliseconds(Self.tick), repeating: .milliseconds(Self.tick), leeway: .milliseconds(5))
      ticker.setEventHandler { [weak self] in
        guard let self, !stopTickingIfUnheard() else { return }
        // The file itself five times a second: where its folder cannot be watched, this is all there is.
        self.state.withLock { $0.engine }?.tick(looking: ticks.next() % 8 == 0)
      }
      state.ticker = ticker
      ticker.resume()
    }
  }

  private func stopTickingIfUnheard() -> Bool {
    state.withLock { state in
      guard let engine = state.engine, engine.broadcaster.audience == 0 else { return false }
      state.ticker?.cancel()
      state.ticker = nil
      return true
    }
  }

  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
  }

  private static var now: Int {
    var time = timespec()
    #if canImport(Darwin)
      clock_gettime(CLOCK_MONOTONIC_RAW_APPROX, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    #endif
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}
