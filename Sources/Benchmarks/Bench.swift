import Foundation
import Synchronization

/// Collects rows.
struct Bench {
  let plan: Plan
  let folder: ScratchFolder
  private(set) var rows: [Row] = []

  init(plan: Plan, folder: ScratchFolder) {
    self.plan = plan
    self.folder = folder
  }

  /// Whether a row, or any of a group, is to be measured.
  func wants(_ id: String) -> Bool { id.hasPrefix(plan.only) || plan.only.hasPrefix(id + ".") }

  mutating func add(_ row: Row) { rows.append(row) }

  /// Measures two bodies that run something as many times as they are told, and adds them as a row.
  ///
  /// They take turns, so that whatever else the machine does hits both; the least time of each counts. What others
  /// write to the disk disturbs for longer than what they compute: `usesDisk` makes for more trials.
  mutating func compare(
    _ what: Subject, threads: Int = 1, usesDisk: Bool = false, baseline: @escaping @Sendable (Int) -> Void,
    subject: @escaping @Sendable (Int) -> Void
  ) {
    // Threads that are to run at once do so for a short time only where others want the processors too.
    let turn = threads == 1 ? plan.turn : plan.turn / 4
    var sides = [
      Side(body: baseline, threads: threads, turn: turn), Side(body: subject, threads: threads, turn: turn),
    ]
    for trial in 0..<(usesDisk ? 4 * plan.trials : plan.trials) {
      let first = trial % 2
      sides[first].takeTurn()
      sides[1 - first].takeTurn()
    }
    let isComplete = sides.allSatisfy { $0.least.isFinite }
    add(
      Row(
        what, threads: threads, figure: isComplete ? sides[1].least : nil, baseline: isComplete ? sides[0].least : nil,
        note: isComplete ? nil : "the threads never ran at once"))
  }

  /// Measures two bodies that are long enough to be timed one by one; what they return is let go of off the clock.
  mutating func compareOnce(
    _ what: Subject, baseline: () throws -> Any, subject: () throws -> Any
  ) rethrows {
    var least = [Double.infinity, Double.infinity]
    for trial in 0..<plan.trials {
      for side in [trial % 2, 1 - trial % 2] {
        least[side] = min(least[side], side == 0 ? try time(baseline) : try time(subject))
      }
    }
    add(Row(what, threads: 1, figure: least[1], baseline: least[0]))
  }

  private func time(_ body: () throws -> Any) rethrows -> Double {
    let start = ContinuousClock.now
    let result = try body()
    let elapsed = ContinuousClock.now - start
    withExtendedLifetime(result) {}
    return elapsed.nanoseconds
  }
}

/// One of two that are compared.
private struct Side {
  let body: @Sendable (Int) -> Void
  let threads: Int
  let count: Int
  private(set) var least = Double.infinity

  init(body: @escaping @Sendable (Int) -> Void, threads: Int, turn: Double) {
    self.body = body
    self.threads = threads
    var count = 1
    while true {
      let start = ContinuousClock.now
      body(count)
      let elapsed = (ContinuousClock.now - start).nanoseconds
      if elapsed >= turn { break }
      count = elapsed < turn / 16 ? count * 8 : Int(Double(count) * turn / elapsed * 1.1) + 1
    }
    self.count = count
  }

  mutating func takeTurn() { least = min(least, (threads == 1 ? alone() : together()) / Double(count)) }

  private func alone() -> Double {
    let start = ContinuousClock.now
    body(count)
    return (ContinuousClock.now - start).nanoseconds
  }

  /// The time of the slower thread, where all of them ran at once for most of it; else nothing.
  ///
  /// On a busy machine one may be done before another got a processor, and then it shows nothing of what one costs the
  /// other.
  private func together() -> Double {
    for _ in 0..<(least.isFinite ? 4 : 40) {
      let laps = Race(threads: threads).run { [body, count] in body(count) }
      guard let first = laps.map(\.start).min(), let last = laps.map(\.end).max() else { continue }
      guard let lastStart = laps.map(\.start).max(), let firstEnd = laps.map(\.end).min() else { continue }
      if (firstEnd - lastStart) / (last - first) > 0.8 { return last - first }
    }
    return .infinity
  }
}

/// Threads that run the same at once.
private final class Race: Sendable {
  typealias Lap = (start: Double, end: Double)

  private let threads: Int
  private let ready = Atomic<Int>(0)
  private let laps = Mutex<[Lap]>([])

  init(threads: Int) { self.threads = threads }

  func run(_ body: @escaping @Sendable () -> Void) -> [Lap] {
    let done = DispatchGroup()
    let epoch = ContinuousClock.now
    for _ in 0..<threads {
      done.enter()
      Thread { [self] in
        ready.wrappingAdd(1, ordering: .acquiringAndReleasing)
        while ready.load(ordering: .acquiring) < threads { sched_yield() }
        let start = ContinuousClock.now
        body()
        let end = ContinuousClock.now
        laps.withLock { $0.append(((start - epoch).nanoseconds, (end - epoch).nanoseconds)) }
        done.leave()
      }.start()
    }
    done.wait()
    return laps.withLock { $0 }
  }
}

extension Duration {
  var nanoseconds: Double { Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9 }
}

/// Takes what was computed, so that computing it cannot be left out.
func keep(_ value: Int) { sink.wrappingAdd(value, ordering: .relaxed) }

private let sink = Atomic<Int>(0)
