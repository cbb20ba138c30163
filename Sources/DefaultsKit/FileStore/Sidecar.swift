import Foundation
import Synchronization

/// The hidden file beside a plist: its lock, a header that is mapped into memory, and the journal.
///
/// The mapping lives as long as any reader that looks at the word.
final class Sidecar: Sendable {
  /// Where the journal begins: behind the page that is mapped.
  static let journalStart = 4096
  /// The largest sidecar that is opened or appended to: writers wait for a checkpoint where the journal is four times as
  /// long as the plist may be, and one more record may follow.
  static let sizeLimit = 4 * Snapshot.sizeLimit + JournalRecord.sizeLimit
  /// The word of a sidecar that was removed: no sequence is this.
  static let dead = UInt64.max

  private enum Offset {
    static let word = 8
    static let generation = 16
    static let writing = 24
    static let void = 32
    static let copies = [64, 64 + SidecarHeader.size]
  }

  let descriptor: Int32
  let isWritable: Bool
  let clock: StoreClock
  // Touched only under the file's lock, the word and the generation apart, which are atomic.
  private nonisolated(unsafe) let map: UnsafeMutableRawPointer
  private let fileSystem: FileSystem

  /// Maps an open sidecar, which has at least the size of a header.
  init(_ descriptor: Int32, isWritable: Bool, _ fileSystem: FileSystem) throws(SystemError) {
    nonisolated(unsafe) let map = try fileSystem.map(descriptor, size: Self.journalStart, writable: isWritable)
    self.descriptor = descriptor
    self.isWritable = isWritable
    self.fileSystem = fileSystem
    self.map = map
    clock = StoreClock(
      word: (map + Offset.word).assumingMemoryBound(to: Atomic<UInt64>.self),
      release: { munmap(map, Sidecar.journalStart) })
  }

  deinit { fileSystem.close(descriptor) }

  /// The sequence last committed.
  var word: UInt64 {
    @inline(__always) get { clock.word.pointee.load(ordering: .acquiring) }
    set { clock.word.pointee.store(newValue, ordering: .releasing) }
  }

  /// Whether whoever held the lock last was killed between a record's first byte and its word.
  var isWriting: Bool {
    @inline(__always) get { map.load(fromByteOffset: Offset.writing, as: UInt64.self) != 0 }
    set { map.storeBytes(of: newValue ? 1 : 0, toByteOffset: Offset.writing, as: UInt64.self) }
  }

  /// The offset of a record that failed and could not be cut off; 0: none.
  var voidOffset: Int {
    get {
      // Twice, once inverted: a flipped bit must not make records void.
      let offset = map.load(fromByteOffset: Offset.void, as: UInt64.self)
      let inverted = map.load(fromByteOffset: Offset.void + 8, as: UInt64.self)
      return offset == ~inverted ? Int(truncatingIfNeeded: offset) : 0
    }
    set {
      map.storeBytes(of: UInt64(newValue), toByteOffset: Offset.void, as: UInt64.self)
      map.storeBytes(of: newValue == 0 ? 0 : ~UInt64(newValue), toByteOffset: Offset.void + 8, as: UInt64.self)
    }
  }

  /// Changes with every change of the header; readers look at it without the lock.
  var generation: UInt64 {
    @inline(__always) get { atomicGeneration.pointee.load(ordering: .acquiring) }
  }

  private var atomicGeneration: UnsafeMutablePointer<Atomic<UInt64>> {
    @inline(__always) get { (map + Offset.generation).assumingMemoryBound(to: Atomic<UInt64>.self) }
  }

  /// The header: of its copies the one that is whole and later; nil where none is.
  func readHeader() -> SidecarHeader? {
    Offset.copies.compactMap { SidecarHeader(map + $0) }.max { $0.generation < $1.generation }
  }

  /// Writes a header as one step: whoever is killed within leaves the one before.
  func write(_ header: inout SidecarHeader) {
    let latest = Offset.copies.compactMap { SidecarHeader(map + $0)?.generation }.max() ?? 0
    header.generation = max(latest, generation < UInt64(Snapshot.sequenceLimit) ? generation : 0) &+ 1
    // The copy that does not count now.
    let target = Offset.copies.first { SidecarHeader(map + $0)?.generation != latest } ?? Offset.copies[0]
    header.write(to: map + target)
    atomicGeneration.pointee.store(header.generation, ordering: .releasing)
  }

  /// Tells readers that look at the word that this is the store's file no more.
  func markDead() { if isWritable { word = Self.dead } }
}
