import Synchronization

/// A large value, where any number of readers can hold it.
@usableFromInline
final class KeptBox<Value> {
  @usableFromInline let value: Value

  @usableFromInline
  init(_ value: Value) { self.value = value }
}

/// What a property read last.
struct LastRead<Value: Sendable>: Sendable {
  var clock = StoreClock.stopped
  var sequence: UInt64 = .max - 1
  /// What `value` was decoded from; nil: it was not decoded.
  var stored: PropertyListValue?
  var value: Value

  var isCurrent: Bool { clock.word.pointee.load(ordering: .acquiring) == sequence }
}

extension PropertyCell {
  /// Reads from the store, and keeps the value where the store counts its commits.
  @usableFromInline
  func read() -> Value {
    let isOverridden = usesDefaultStore && DefaultStore.isOverridden
    if !isOverridden, let last = last.withLock({ $0?.isCurrent == true ? $0 : nil }) { return last.value }
    let store = store
    do {
      guard let sequenced = store as? any SequencedStore else {
        let new = decoded(try store.storedValue(for: key), in: store)
        if !isOverridden { remember(new) }
        return new.value
      }
      try key.checkName()
      let read = try sequenced.sequencedValue { stored in
        key.physicalName(activeUserID: StoreTransaction.activeUserID(stored(KeyName.activeUser)))
      }
      var new = decoded(read.stored, in: store)
      // What is kept is read by everybody: not what one task alone is to see.
      if isOverridden { return new.value }
      new.clock = read.clock
      new.sequence = read.sequence
      keep(new)
      return new.value
    } catch {
      FaultReporter.shared.report(error, from: store)
      return store.keptValue(for: key)
    }
  }

  /// The value that a stored one stands for; the one that is known already where it was decoded from the same.
  private func decoded(_ stored: PropertyListValue?, in store: any KeyValueStore) -> LastRead<Value> {
    guard let stored else { return LastRead(value: key.defaultValue) }
    let last = last.withLock { $0 }
    if let last, last.stored == stored { return LastRead(stored: stored, value: last.value) }
    // Decoded with no lock held: a type's own `init(from:)` may read properties.
    do { return LastRead(stored: stored, value: try key.value(from: stored)) } catch {
      FaultReporter.shared.report(error, from: store)
      return LastRead(value: key.defaultValue)
    }
  }

  // What is replaced is let go of with no lock held: a value's end may run code of its own.

  private func remember(_ new: LastRead<Value>) {
    let old = last.withLock { last in
      let old = last
      last = new
      return old
    }
    withExtendedLifetime(old) {}
  }

  private func keep(_ new: LastRead<Value>) {
    remember(new)
    let box = Self.valuesAreLarge ? KeptBox(new.value) : nil
    guard !isBusy.exchange(true, ordering: .acquiring) else { return }
    let old = (keptValue, keptBox, keptClock)
    keptClock = new.clock
    keptSequence = new.sequence
    if let box { keptBox = box } else { keptValue = new.value }
    isBusy.store(false, ordering: .releasing)
    withExtendedLifetime(old) {}
  }
}
