import DefaultsKit

/// Static properties in the default store.
@MainActor private enum AppDefaults {
  @Stored("setting.5") static var launches = 0
  @Stored("setting.6") static var title = ""
  @CodableStored("coordinate") static var coordinate = Coordinate()
  @CodableStored("place") static var place = Place()
}

/// Reads of properties as apps declare them, on the main actor, and so are their baselines.
enum DeclaredReadRows {
  static func measure(_ bench: inout Bench) throws {
    guard bench.wants("read.static"), let size = bench.plan.sizes.last else { return }
    let content = Content(count: size)
    DefaultStore.bootstrap(try content.store("default", in: bench.folder))
    MainActor.assumeIsolated {
      AppDefaults.coordinate = Coordinate(latitude: 3, longitude: 4)
      AppDefaults.place = Place(visits: 5)
    }
    let floor = ReadRows.Floor(content)
    let names = content.integerNames
    let lookups = onMainActor { count in
      var sum = 0
      for turn in 0..<count { sum &+= floor.value(of: names[turn & 7]) }
      return sum
    }
    let integers = onMainActor { count in
      var sum = 0
      for _ in 0..<count { sum &+= AppDefaults.launches }
      return sum
    }

    bench.compare(
      Subject(
        id: "read.static.int", title: "wrapped Int read, static on the main actor", keys: size,
        baseline: ReadRows.lookup, bar: 1),
      baseline: lookups, subject: integers)
    bench.compare(
      Subject(
        id: "read.static.string", title: "wrapped String read, static on the main actor", keys: size,
        baseline: ReadRows.lookup, bar: 1),
      baseline: lookups,
      subject: onMainActor { count in
        var sum = 0
        for _ in 0..<count { sum &+= AppDefaults.title.utf8.count }
        return sum
      })
    bench.compare(
      Subject(
        id: "read.static.small", title: "@CodableStored read of 2 fields, static on the main actor", keys: size,
        baseline: "× wrapped Int read", bar: 2),
      baseline: integers,
      subject: onMainActor { count in
        var sum = 0
        for _ in 0..<count { sum &+= Int(AppDefaults.coordinate.latitude) }
        return sum
      })
    bench.compare(
      Subject(
        id: "read.static.large", title: "@CodableStored read of 6 fields, static on the main actor", keys: size,
        baseline: "× wrapped Int read", bar: 2),
      baseline: integers,
      subject: onMainActor { count in
        var sum = 0
        for _ in 0..<count { sum &+= AppDefaults.place.visits }
        return sum
      })
  }

  /// The loop is within the closure: calling one that belongs to an actor costs as much as a read.
  private static func onMainActor(_ body: @escaping @MainActor (Int) -> Int) -> @Sendable (Int) -> Void {
    { count in
      MainActor.assumeIsolated {
        keep(body(count))
      }
    }
  }
}
