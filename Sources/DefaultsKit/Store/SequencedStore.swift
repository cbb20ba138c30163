public import Synchronization

/// Counts the commits of a store, where a reader can see the count for the price of an atomic load.
///
/// The count lies in memory that outlives this object's last reader: on the heap, or in a mapped file.
@usableFromInline
final class StoreClock: @unchecked Sendable {  // the word is only touched atomically, and outlives this object
  @usableFromInline let word: UnsafeMutablePointer<Atomic<UInt64>>
  private let release: @Sendable () -> Void

  /// Creates a clock on a word that is valid until `release` is called.
  init(word: UnsafeMutablePointer<Atomic<UInt64>>, release: @escaping @Sendable () -> Void) {
    self.word = word
    self.release = release
  }

  /// Creates a clock of this process alone, at 0.
  convenience init() {
    let word = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: 1)
    word.initialize(to: Atomic(0))
    nonisolated(unsafe) let owned = word  // freed once, by the only owner
    self.init(
      word: word,
      release: {
        owned.deinitialize(count: 1)
        owned.deallocate()
      })
  }

  deinit { release() }

  /// A clock that never shows a count that a reader has.
  static let stopped = StoreClock()
}

/// What a store's memory held when it was read.
struct SequencedValue {
  /// The value under the name.
  var stored: PropertyListValue?
  /// How many commits the memory held: as long as `clock` shows this count, the value is current.
  var sequence: UInt64
  var clock: StoreClock
}

/// A store that counts its commits, so that a reader can keep a value for as long as nothing was committed.
protocol SequencedStore: KeyValueStore {
  /// Reads by the state of one instant: `name` picks the name, and may read others.
  func sequencedValue(
    forKey name: (_ stored: (String) -> PropertyListValue?) -> String?
  ) throws -> SequencedValue
}
