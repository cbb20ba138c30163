import DefaultsKit
import Foundation
import Synchronization

/// Sets, beside the least that a set between processes has to do.
enum SetRows {
  static func measure(_ bench: inout Bench) throws {
    guard bench.wants("set") else { return }
    let floor = try AppendFloor(bench.folder)
    defer { floor.close() }
    var stores: [PropertyListStore] = []
    for size in bench.plan.sizes {
      let content = Content(count: size)
      let store = try content.store("sets", in: bench.folder)
      stores.append(store)
      if bench.wants("set.process") {
        bench.compare(
          Subject(
            id: "set.process", title: "set of an Int", keys: size, baseline: "× flock pair + append of 64 bytes", bar: 2
          ),
          usesDisk: true, baseline: floor.appendUnderLock, subject: sets(content.integerNames, in: store))
      }
      if bench.wants("set.media") {
        let store = try content.store("durable-sets", in: bench.folder, durability: .media)
        bench.compare(
          Subject(
            id: "set.media", title: "durable set of an Int", keys: size, baseline: "× append of 64 bytes + fdatasync",
            bar: 1.3),
          usesDisk: true, baseline: floor.appendAndSync, subject: sets(content.integerNames, in: store))
      }
      if bench.wants("set.memory") {
        bench.compare(
          Subject(
            id: "set.memory", title: "set of an Int, InMemoryStore", keys: size,
            baseline: "× [String: Int] set under a Mutex"),
          baseline: ReadRows.Floor(content).set,
          subject: sets(content.integerNames, in: InMemoryStore(content.values)))
      }
      peers(&bench, content, store)
    }
    if bench.wants("set.growth"), let small = stores.first, let large = stores.last {
      bench.compare(
        Subject(
          id: "set.growth", title: "set of an Int at 10,000 keys", keys: 10_000, baseline: "× the same at 10 keys",
          bar: 1.3),
        usesDisk: true, baseline: sets(Content(count: 10).integerNames, in: small),
        subject: sets(Content(count: 10_000).integerNames, in: large))
    }
  }

  private static func sets(_ names: [String], in store: any KeyValueStore) -> @Sendable (Int) -> Void {
    let properties = names.map { Stored(wrappedValue: 0, $0, store: store) }
    let value = Counter()
    return { count in
      // Never the value that is there already: that would be no set.
      for turn in 0..<count { properties[turn % properties.count].wrappedValue = value.next() }
    }
  }

  /// What the same costs by `UserDefaults`, which survives no kill, and after `synchronize()`.
  private static func peers(_ bench: inout Bench, _ content: Content, _ store: PropertyListStore) {
    guard bench.wants("set.peer") else { return }
    guard let defaults = UserDefaults.filled("peer-sets-\(content.count)", with: content) else { return }
    nonisolated(unsafe) let shared = defaults  // documented as thread-safe
    let names = content.integerNames
    bench.compare(
      Subject(
        id: "set.peer", title: "set of an Int", keys: content.count, baseline: "× UserDefaults.set, nothing written"),
      baseline: { count in
        for turn in 0..<count { shared.set(turn, forKey: names[turn % names.count]) }
      }, subject: sets(names, in: store))
    let property = Stored(wrappedValue: 0, names[0], store: store)
    let value = Counter()
    bench.compare(
      Subject(
        id: "set.peer.read", title: "set of an Int, and its read", keys: content.count,
        baseline: "× UserDefaults.set + integer"),
      baseline: { count in
        var sum = 0
        for turn in 0..<count {
          shared.set(turn, forKey: names[0])
          sum &+= shared.integer(forKey: names[0])
        }
        keep(sum)
      },
      subject: { count in
        var sum = 0
        for _ in 0..<count {
          property.wrappedValue = value.next()
          sum &+= property.wrappedValue
        }
        keep(sum)
      })
    bench.compare(
      Subject(
        id: "set.peer.synchronized", title: "set of an Int", keys: content.count,
        baseline: "× UserDefaults.set + synchronize"),
      baseline: { count in
        for turn in 0..<count {
          shared.set(turn, forKey: names[turn % names.count])
          shared.synchronize()
        }
      }, subject: sets(names, in: store))
  }
}

private final class Counter: Sendable {
  private let last = Atomic<Int>(1 << 20)

  func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// A file to which 64 bytes are appended.
private final class AppendFloor: Sendable {
  private let descriptor: Int32
  private let bytes = [UInt8](repeating: 7, count: 64)

  init(_ folder: ScratchFolder) throws {
    descriptor = open(folder.file("floor").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  @Sendable
  func appendUnderLock(_ count: Int) {
    ftruncate(descriptor, 0)
    for turn in 0..<count {
      flock(descriptor, LOCK_EX)
      append(turn)
      flock(descriptor, LOCK_UN)
    }
  }

  @Sendable
  func appendAndSync(_ count: Int) {
    ftruncate(descriptor, 0)
    for turn in 0..<count {
      append(turn)
      #if canImport(Darwin)
        _ = fcntl(descriptor, F_FULLFSYNC)
      #else
        fdatasync(descriptor)
      #endif
    }
  }

  private func append(_ turn: Int) {
    let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(turn * 64)) }
    precondition(written == 64, "The disk took less than 64 bytes: there is no baseline to measure against.")
  }

  func close() { _ = Foundation.close(descriptor) }
}
