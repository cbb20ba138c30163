public import Synchronization

/// What a wrapped property is: its key, its store, and the value as it was read last.
///
/// A read is answered from here for as long as the store's clock shows the count at which the value was read.
@usableFromInline
final class PropertyCell<Value: Sendable>: @unchecked Sendable {  // `kept…` is touched only while `isBusy` is held
  let key: StoredKey<Value>
  @usableFromInline let subject = PropertySubject()
  @usableFromInline let usesDefaultStore: Bool
  private let ownStore: (any KeyValueStore)?

  // A try-lock: a reader that finds it taken goes the slow way, and never waits.
  @usableFromInline let isBusy = Atomic<Bool>(false)
  // Exclusive because of it: the check of that at run time would take a third of a read.
  @exclusivity(unchecked) @usableFromInline var keptClock = StoreClock.stopped
  @exclusivity(unchecked) @usableFromInline var keptSequence = UInt64.max - 1
  @exclusivity(unchecked) @usableFromInline var keptValue: Value

  /// The stored value that was decoded last, so that one which is stored again need not be.
  private let decoded: Locked<(stored: PropertyListValue, value: Value)?> = Locked(nil)

  /// Those who listen to a store on behalf of who tracks this property, by store.
  private let observations = Locked<[ObjectIdentifier: PropertyObservation<Value>]>([:])

  init(key: StoredKey<Value>, store: (any KeyValueStore)?) {
    self.key = key
    ownStore = store
    usesDefaultStore = store == nil
    keptValue = key.defaultValue
  }

  var store: any KeyValueStore { ownStore ?? DefaultStore.current }

  @inlinable var value: Value {
    get {
      // Noted, and listened to, before the value is read: no change falls in between.
      if subject.access() { observe() }
      if usesDefaultStore && DefaultStore.overrideWasUsed.load(ordering: .relaxed) { return read() }
      if !isBusy.exchange(true, ordering: .acquiring) {
        if keptClock.word.pointee.load(ordering: .acquiring) == keptSequence {
          let value = keptValue
          isBusy.store(false, ordering: .releasing)
          return value
        }
        isBusy.store(false, ordering: .releasing)
      }
      return read()
    }
    set { set(newValue) }
  }

  /// Listens to the store, for somebody who tracked a read.
  @usableFromInline
  func observe() {
    let store = store
    let id = ObjectIdentifier(store)
    let new = observations.withLock { observations -> PropertyObservation<Value>? in
      if observations[id]?.isAlive == true { return nil }
      observations = observations.filter { $0.value.isAlive }
      let observation = PropertyObservation(key: key, subject: subject, store: store)
      observations[id] = observation
      return observation
    }
    new?.start()
  }

  @usableFromInline
  func set(_ value: Value) {
    let store = store
    store[key] = value
  }

  /// Reads from the store, and keeps the value where the store counts its commits.
  @usableFromInline
  func read() -> Value {
    let store = store
    do {
      guard let sequenced = store as? any SequencedStore else {
        return value(of: try store.storedValue(for: key), in: store)
      }
      try key.checkName()
      let read = try sequenced.sequencedValue { stored in
        key.physicalName(activeUserID: StoreTransaction.activeUserID(stored(KeyName.activeUser)))
      }
      let value = value(of: read.stored, in: store)
      keep(value, of: read)
      return value
    } catch {
      FaultReporter.shared.report(error, from: store)
      return store.keptValue(for: key)
    }
  }

  private func value(of stored: PropertyListValue?, in store: any KeyValueStore) -> Value {
    guard let stored else { return key.defaultValue }
    if let known = decoded.withLock({ $0?.stored == stored ? $0 : nil }) { return known.value }
    // Decoded with no lock held: a type's own `init(from:)` may read properties.
    let value: Value
    do { value = try key.value(from: stored) } catch {
      FaultReporter.shared.report(error, from: store)
      return key.defaultValue
    }
    decoded.withLock { $0 = (stored, value) }
    return value
  }

  private func keep(_ value: Value, of read: SequencedValue) {
    guard !isBusy.exchange(true, ordering: .acquiring) else { return }
    let old = (keptValue, keptClock)  // let go of after the lock: a value's end may run code of its own
    keptClock = read.clock
    keptSequence = read.sequence
    keptValue = value
    isBusy.store(false, ordering: .releasing)
    withExtendedLifetime(old) {}
  }
}
