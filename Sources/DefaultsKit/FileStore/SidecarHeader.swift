import Foundation

/// What the processes that share a file tell each other, beside the sequence of the last commit.
struct SidecarHeader: Equatable, Sendable {
  /// Counts the changes of the header: of its two copies the one that is whole and later counts.
  var generation: UInt64 = 0
  /// Counts the times that the journal was emptied: where it moved on, offsets mean nothing any more.
  var epoch: UInt64 = 0
  /// The sequence of the last snapshot of ours.
  var snapshot: UInt64 = 0
  /// The sequence of the snapshot that is about to be renamed into place; 0: none is.
  var next: UInt64 = 0
  /// The number in that snapshot's temporary name.
  var temporary: UInt64 = 0
  /// The store's id; 0: none was chosen yet.
  var storeID: UInt64 = 0
  /// The plist that was last taken in or written.
  var identity = FileIdentity.none
  /// The run of the system that this header belongs to: what a power loss left of it is not to be trusted.
  var boot = BootID.unknown
  /// Whether the sidecar's name is on the media.
  var nameIsDurable = false

  /// Sixteen words: the fields above in order, a checksum at the end.
  static let size = 16 * 8

  /// Reads a copy of a header; nil where it is not whole.
  init?(_ bytes: UnsafeRawPointer) {
    let checksum = CRC32C.checksum(UnsafeRawBufferPointer(start: bytes, count: Self.size - 8))
    func word(_ index: Int) -> UInt64 { bytes.load(fromByteOffset: index * 8, as: UInt64.self) }
    let limit = UInt64(Snapshot.sequenceLimit)
    guard word(15) == UInt64(checksum) | Self.mark, word(2) < limit, word(3) < limit, word(5) <= UInt64(Int64.max)
    else { return nil }
    generation = word(0)
    epoch = word(1)
    snapshot = word(2)
    next = word(3)
    temporary = word(4)
    storeID = word(5)
    identity = FileIdentity(
      device: word(6), inode: word(7), size: Int64(bitPattern: word(8)), modified: Int64(bitPattern: word(9)),
      changed: Int64(bitPattern: word(10)))
    boot = BootID(high: word(11), low: word(12))
    nameIsDurable = word(13) == 1
  }

  init() {}

  /// Writes a copy of the header, its checksum last.
  func write(to bytes: UnsafeMutableRawPointer) {
    let words = [
      generation, epoch, snapshot, next, temporary, storeID, identity.device, identity.inode,
      UInt64(bitPattern: identity.size), UInt64(bitPattern: identity.modified), UInt64(bitPattern: identity.changed),
      boot.high, boot.low, nameIsDurable ? 1 : 0, 0,
    ]
    bytes.storeBytes(of: 0, toByteOffset: 15 * 8, as: UInt64.self)
    for (index, word) in words.enumerated() { bytes.storeBytes(of: word, toByteOffset: index * 8, as: UInt64.self) }
    let checksum = CRC32C.checksum(UnsafeRawBufferPointer(start: bytes, count: Self.size - 8))
    bytes.storeBytes(of: UInt64(checksum) | Self.mark, toByteOffset: 15 * 8, as: UInt64.self)
  }

  // So that a copy of nothing but zeros is none.
  private static let mark: UInt64 = 0x444B_3031 << 32  // "DK01"
}

/// A run of the system, from start to stop.
struct BootID: Equatable, Sendable {
  var high: UInt64
  var low: UInt64

  static let unknown = BootID(high: 0, low: 0)

  static let current: BootID = {
    #if canImport(Darwin)
      var text = [CChar](repeating: 0, count: 64)
      var size = text.count
      guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return .unknown }
      return BootID(text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }) ?? .unknown
    #else
      // Read by hand: Foundation's way takes some megabytes of a process for it.
      guard let descriptor = try? FileSystem.system.open("/proc/sys/kernel/random/boot_id", O_RDONLY) else {
        return .unknown
      }
      defer { FileSystem.system.close(descriptor) }
      var text = [UInt8](repeating: 0, count: 36)
      let count = text.withUnsafeMutableBytes { (try? FileSystem.system.read(descriptor, into: $0, at: 0)) ?? 0 }
      return BootID(text[..<count]) ?? .unknown
    #endif
  }()

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads a UUID: thirty-two hexadecimal digits, with hyphens anywhere.
  private init?(_ text: some Sequence<UInt8>) {
    let digits = text.filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 32, let high = Self.number(digits[..<16]), let low = Self.number(digits[16...]) else {
      return nil
    }
    self.init(high: high, low: low)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
