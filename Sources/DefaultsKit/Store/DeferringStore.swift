/// A store whose values cannot be had for now, and which keeps what is set by calls that cannot throw until they can.
protocol DeferringStore: KeyValueStore {
  /// What was kept so far, as if nothing else were stored; nil: the values can be had.
  var kept: StoreTransaction? { get }

  /// Keeps a change until it can be made; where that is possible by now, it is made at once.
  ///
  /// - Parameters:
  ///   - name: What tells the change from others: a later one of the same name takes its place.
  ///   - change: Makes the change.
  /// - Returns: Whether it is kept; else it was made.
  /// - Throws: What the change threw where it was made at once.
  func keep(_ name: String, _ change: @escaping @Sendable (inout StoreTransaction) throws -> Void) throws -> Bool
}

extension KeyValueStore {
  /// What a key reads as while its store cannot be read: what was set meanwhile, or the default.
  func keptValue<Value>(for key: StoredKey<Value>) -> Value {
    guard let deferring = self as? any DeferringStore else { return key.defaultValue }
    guard let kept = deferring.kept else { return (try? value(for: key)) ?? key.defaultValue }
    return (try? kept.value(for: key)) ?? key.defaultValue
  }

  /// What is stored for a typed key or, while its store cannot be read, was set meanwhile.
  func storedOrKeptValue<Value>(for key: StoredKey<Value>) throws -> PropertyListValue? {
    do { return try storedValue(for: key) } catch {
      guard let deferring = self as? any DeferringStore else { throw error }
      guard let kept = deferring.kept else { return try storedValue(for: key) }
      return try kept.storedValue(for: key)
    }
  }

  /// Does what is left to do where a change to a key could not be made by a call that cannot throw: reports why, and
  /// keeps the change where the store cannot be read for now.
  func recover<Value>(from error: any Error, changing key: StoredKey<Value>, to value: Value?) {
    guard let deferring = self as? any DeferringStore else {
      return FaultReporter.shared.report(error, from: self, changing: key.name)
    }
    do {
      // Encoded now: what cannot be must not take the place of what can.
      try key.checkName()
      let encoded = try value.flatMap { try key.encoded($0) }
      let isKept = try deferring.keep(Self.changeName(key)) { try $0.change(key, to: encoded) }
      if isKept { FaultReporter.shared.report(error, from: self) }
    } catch { FaultReporter.shared.report(error, from: self, changing: key.name) }
  }

  private static func changeName<Value>(_ key: StoredKey<Value>) -> String {
    switch key.scope {
    case .shared where key.name != KeyName.activeUser: "/\(key.name)"
    case .user(let id): "\(id)/\(key.name)"
    // Of the active user's keys each change counts, and each of who that is: whose value it is, is known only when it is
    // made.
    case .shared, .activeUser: "?\(UInt64.random(in: 0...UInt64.max))\(UInt64.random(in: 0...UInt64.max))"
    }
  }
}
