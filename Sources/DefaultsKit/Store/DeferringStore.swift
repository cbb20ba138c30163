/// A store whose values cannot be had for now, and which keeps what is set by calls that cannot throw until they can.
protocol DeferringStore: KeyValueStore {
  /// What was kept so far, as if nothing else were stored; nil: the values can be had.
  var kept: StoreTransaction? { get }

  /// Keeps a change until it can be made; where that is possible by now, it is made at once.
  ///
  /// - Parameters:
  ///   - name: What tells the change from others: a later one of the same name takes its place.
  ///   - change: Makes the change.
  /// - Throws: What the change threw where it was made at once.
  func keep(_ name: String, _ change: @escaping @Sendable (inout StoreTransaction) throws -> Void) throws
}

extension KeyValueStore {
  /// What a key reads as while its store cannot be read: what was set meanwhile, or the default.
  func keptValue<Value>(for key: StoredKey<Value>) -> Value {
    guard let kept = (self as? any DeferringStore)?.kept else { return key.defaultValue }
    return (try? kept.value(for: key)) ?? key.defaultValue
  }

  /// Keeps a change to a key while its store cannot be read.
  func keep<Value>(
    _ key: StoredKey<Value>, _ change: @escaping @Sendable (inout StoreTransaction) throws -> Void
  ) {
    guard let deferring = self as? any DeferringStore else { return }
    // Of the active user's keys each change counts, and each of who that is: whose value it is, is known only when it
    // is made.
    let scope: String? =
      switch key.scope {
      case .shared where key.name == KeyName.activeUser: nil
      case .shared: ""
      case .user(let id): id
      case .activeUser: nil
      }
    let name =
      scope.map { "\($0)/\(key.name)" } ?? "?\(ObjectIdentifier(deferring))\(UInt64.random(in: 0...UInt64.max))"
    do { try deferring.keep(name, change) } catch { FaultReporter.shared.report(error, from: self) }
  }
}
