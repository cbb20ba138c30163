public import Synchronization

/// What a wrapped property is: its key, its store, and the value as it was read last.
///
/// A read is answered from here for as long as the store's clock shows the count at which the value was read.
@usableFromInline
final class PropertyCell<Value: Sendable>: @unchecked Sendable {  // `kept…` is touched only while `isBusy` is held
  // These stand before the key: what stands behind it is found by the type's metadata, which takes time.
  private let codec: StoredKeyCodec<Value>
  private let nameAlone: String?
  @usableFromInline let subject = PropertySubject()
  @usableFromInline let usesDefaultStore: Bool
  private let ownStore: (any KeyValueStore)?
  /// The same, where it can set a value alone: found out once, as it costs as much as the set.
  private let ownSingleSetStore: (any SingleSetStore)?
  let key: StoredKey<Value>

  // A try-lock: a reader that finds it taken goes the slow way, and never waits.
  @usableFromInline let isBusy = Atomic<Bool>(false)
  // Exclusive because of it: the check of that at run time would take two thirds of a read.
  @exclusivity(unchecked) @usableFromInline var keptClock = StoreClock.stopped
  @exclusivity(unchecked) @usableFromInline var keptSequence = UInt64.max - 1
  /// Where values are small.
  @exclusivity(unchecked) @usableFromInline var keptValue: Value
  /// Where values are large: whoever reads one field of a value copies no others.
  @exclusivity(unchecked) @usableFromInline var keptBox: KeptBox<Value>?

  /// What was read last, for those whom the try-lock turns away, and so that what is stored again need not be decoded.
  let last = Locked<LastRead<Value>?>(nil)

  /// Those who listen to a store on behalf of who tracks this property, by store.
  private let observations = Locked<[ObjectIdentifier: PropertyObservation<Value>]>([:])

  init(key: StoredKey<Value>, store: (any KeyValueStore)?) {
    codec = key.codec
    nameAlone = key.nameAlone
    self.key = key
    ownStore = store
    ownSingleSetStore = store as? any SingleSetStore
    usesDefaultStore = store == nil
    keptValue = key.defaultValue
  }

  var store: any KeyValueStore { ownStore ?? DefaultStore.current }

  @inlinable var value: Value {
    get {
      // Noted, and listened to, before the value is read: no change falls in between.
      if subject.access() { observe() }
      return Self.valuesAreLarge ? box.value : smallValue
    }
    set { set(newValue) }
  }

  /// Whether values are copied in more than a few moves.
  @inlinable static var valuesAreLarge: Bool { MemoryLayout<Value>.size > 4 * MemoryLayout<Int>.size }

  @inlinable var smallValue: Value {
    if beginsFastRead() {
      if keptIsCurrent {
        let value = keptValue
        endFastRead()
        return value
      }
      endFastRead()
    }
    return read()
  }

  @inlinable var box: KeptBox<Value> {
    if beginsFastRead() {
      if keptIsCurrent, let box = keptBox {
        endFastRead()
        return box
      }
      endFastRead()
    }
    return KeptBox(read())
  }

  @inlinable @inline(__always)
  func beginsFastRead() -> Bool {
    if usesDefaultStore && DefaultStore.overrideWasUsed.load(ordering: .relaxed) && DefaultStore.isOverridden {
      return false
    }
    return !isBusy.exchange(true, ordering: .acquiring)
  }

  @inlinable @inline(__always) var keptIsCurrent: Bool {
    keptClock.word.pointee.load(ordering: .acquiring) == keptSequence
  }

  @inlinable @inline(__always)
  func endFastRead() {
    // Never the case. But the compiler takes an atomic store for one that lets go of nothing, and would read an object
    // which it did not retain after the lock is given back. It knows that `forget` lets go of what is kept.
    if !isBusy.load(ordering: .relaxed) { forget() }
    isBusy.store(false, ordering: .releasing)
  }

  @usableFromInline
  func forget() {
    keptClock = .stopped
    keptValue = key.defaultValue
    keptBox = nil
  }

  /// Listens to the store, for somebody who tracked a read.
  @usableFromInline
  func observe() {
    let store = store
    let id = ObjectIdentifier(store)
    let observation = observations.withLock { observations in
      if let present = observations[id], present.isAlive { return present }
      observations = observations.filter { $0.value.isAlive }
      let observation = PropertyObservation(key: key, subject: subject, store: store)
      observations[id] = observation
      return observation
    }
    observation.start()
  }

  @usableFromInline
  func set(_ value: Value) {
    // What throws here throws again below, where it is reported.
    if let nameAlone, let store = usesDefaultStore ? DefaultStore.currentSingleSetStore : ownSingleSetStore,
      (try? store.setAlone(value, under: nameAlone, by: codec)) == true
    {
      return
    }
    setByTransaction(value)
  }

  @inline(never)
  private func setByTransaction(_ value: Value) {
    let store = store
    store[key] = value
  }
}
