import DefaultsKit
import Foundation
import Synchronization

/// Reads of wrapped properties.
enum ReadRows {
  static let lookup = "× [String: Int] lookup under a Mutex"

  static func measure(_ bench: inout Bench) throws {
    guard bench.wants("read") else { return }
    for size in bench.plan.sizes {
      let content = Content(count: size)
      let store = try content.store("reads", in: bench.folder)
      scalars(&bench, content, store)
      try codable(&bench, content, store)
      try peers(&bench, content, store)
    }
    try DeclaredReadRows.measure(&bench)
  }

  private static func scalars(_ bench: inout Bench, _ content: Content, _ store: PropertyListStore) {
    let floor = Floor(content)
    for threads in 1...2 {
      if bench.wants("read.int") {
        bench.compare(
          Subject(id: "read.int", title: "wrapped Int read", keys: content.count, baseline: lookup, bar: 1),
          threads: threads, baseline: floor.read, subject: reads(of: properties(content.integerNames, in: store)))
      }
      if bench.wants("read.string") {
        bench.compare(
          Subject(id: "read.string", title: "wrapped String read", keys: content.count, baseline: lookup, bar: 1),
          threads: threads, baseline: floor.read, subject: stringReads(content, store))
      }
    }
    if bench.wants("read.memory") {
      let store = InMemoryStore(content.values)
      for threads in 1...2 {
        bench.compare(
          Subject(
            id: "read.memory", title: "wrapped Int read, InMemoryStore", keys: content.count, baseline: lookup, bar: 1),
          threads: threads, baseline: floor.read, subject: reads(of: properties(content.integerNames, in: store)))
      }
    }
  }

  private static func codable(_ bench: inout Bench, _ content: Content, _ store: PropertyListStore) throws {
    guard bench.wants("read.codable") else { return }
    let integers = properties(content.integerNames, in: store)
    let places = (0..<integers.count).map { CodableStored(wrappedValue: Place(), "place.\($0)", store: store) }
    for place in places { try place.projectedValue.save(Place(visits: 4)) }
    for threads in 1...2 {
      bench.compare(
        Subject(
          id: "read.codable", title: "@CodableStored read, unchanged value", keys: content.count,
          baseline: "× wrapped Int read", bar: 2),
        threads: threads, baseline: reads(of: integers)
      ) { count in
        var sum = 0
        for _ in 0..<count / places.count + 1 {
          for place in places { sum &+= place.wrappedValue.visits }
        }
        keep(sum)
      }
    }
  }

  /// What the same costs by `UserDefaults`.
  private static func peers(_ bench: inout Bench, _ content: Content, _ store: PropertyListStore) throws {
    guard bench.wants("read.peer") else { return }
    let suite = "peer-reads-\(content.count)"
    guard let defaults = UserDefaults.filled(suite, with: content) else { return }
    let names = content.integerNames
    nonisolated(unsafe) let shared = defaults  // documented as thread-safe
    bench.compare(
      Subject(
        id: "read.peer.int", title: "wrapped Int read", keys: content.count, baseline: "× UserDefaults.integer"),
      baseline: { count in
        var sum = 0
        for _ in 0..<count / names.count + 1 {
          for name in names { sum &+= shared.integer(forKey: name) }
        }
        keep(sum)
      }, subject: reads(of: properties(names, in: store)))
    let decoder = JSONDecoder()
    defaults.set(try JSONEncoder().encode(Place()), forKey: "place")
    let place = CodableStored(wrappedValue: Place(), "place", store: store)
    try place.projectedValue.save(Place(visits: 4))
    bench.compare(
      Subject(
        id: "read.peer.codable", title: "@CodableStored read, unchanged value", keys: content.count,
        baseline: "× JSON in UserDefaults"),
      baseline: { count in
        var sum = 0
        for _ in 0..<count {
          guard let data = shared.data(forKey: "place") else { continue }
          sum &+= (try? decoder.decode(Place.self, from: data))?.visits ?? 0
        }
        keep(sum)
      },
      subject: { count in
        var sum = 0
        for _ in 0..<count { sum &+= place.wrappedValue.visits }
        keep(sum)
      })
  }
}

extension ReadRows {
  private static func properties(_ names: [String], in store: any KeyValueStore) -> [Stored<Int>] {
    names.map { Stored(wrappedValue: 0, $0, store: store) }
  }

  static func reads(of properties: [Stored<Int>]) -> @Sendable (Int) -> Void {
    { count in
      var sum = 0
      for _ in 0..<count / properties.count + 1 {
        for property in properties { sum &+= property.wrappedValue }
      }
      keep(sum)
    }
  }

  private static func stringReads(_ content: Content, _ store: PropertyListStore) -> @Sendable (Int) -> Void {
    let properties = content.stringNames.map { Stored(wrappedValue: "", $0, store: store) }
    return { count in
      var sum = 0
      for _ in 0..<count / properties.count + 1 {
        for property in properties { sum &+= property.wrappedValue.utf8.count }
      }
      keep(sum)
    }
  }

  /// A dictionary under a lock: as little as a store could do that looks its values up.
  final class Floor: Sendable {
    private let values: Mutex<[String: Int]>
    private let names: [String]

    init(_ content: Content) {
      values = Mutex(Dictionary(uniqueKeysWithValues: content.values.keys.map { ($0, $0.count) }))
      names = content.integerNames
    }

    @Sendable
    func read(_ count: Int) {
      var sum = 0
      for _ in 0..<count / names.count + 1 {
        for name in names { sum &+= values.withLock { $0[name] } ?? 0 }
      }
      keep(sum)
    }

    @Sendable
    func set(_ count: Int) {
      for turn in 0..<count { values.withLock { $0[names[turn % names.count]] = turn } }
    }

    func value(of name: String) -> Int { values.withLock { $0[name] } ?? 0 }
  }
}
