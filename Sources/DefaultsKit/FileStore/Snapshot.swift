import Foundation

/// What a plist holds: the user's values, and the store's mark on them.
struct Snapshot: Sendable {
  /// All values, the store's own record included, without the mark.
  var values: [String: PropertyListValue]
  /// The store that wrote the file; 0: some other program.
  var storeID: UInt64 = 0
  /// The last commit that the file holds.
  var sequence: UInt64 = 0
  var format = PropertyListFormat.binary

  /// The largest file that is read or written, in bytes.
  ///
  /// All of it must fit into memory, and no program's settings come near; a sparse file can be of any size.
  static let sizeLimit = 1 << 30

  /// The form of the record that this release reads and writes.
  static let recordVersion: Int64 = 1

  private enum Field {
    static let store = "store"
    static let sequence = "sequence"
    static let version = "version"
  }

  /// What reading a file can find.
  enum Reading {
    case missing
    case empty(FileStatus)
    case snapshot(Snapshot, FileStatus)
    case corrupt(PropertyListError, FileStatus)
  }
}

// MARK: - Reading

extension Snapshot {
  /// Reads the file.
  static func read(_ file: ResolvedFile, url: URL, _ fileSystem: FileSystem) throws(StoreError) -> Reading {
    do {
      guard let status = try fileSystem.statusIfPresent(file.path) else { return .missing }
      // Opening a pipe or a device could wait, or do worse.
      guard status.kind == .regular else {
        throw SystemError(call: .open, number: status.kind == .folder ? EISDIR : EINVAL)
      }
      let descriptor: Int32
      do throws(SystemError) { descriptor = try fileSystem.open(file.path, O_RDONLY | O_NONBLOCK) } catch {
        if error.number == ENOENT { return .missing }
        throw error
      }
      defer { fileSystem.close(descriptor) }
      return try parse(descriptor, url: url, fileSystem)
    } catch let error as SystemError {
      throw .unreadable(url, error)
    } catch let error as StoreError {
      throw error
    } catch { throw .unreadable(url, because: String(describing: error)) }
  }

  private static func parse(_ descriptor: Int32, url: URL, _ fileSystem: FileSystem) throws -> Reading {
    let status = try fileSystem.status(descriptor)
    let size = Int(status.identity.size)
    if size == 0 { return .empty(status) }
    guard size <= Self.sizeLimit else { throw SystemError(call: .read, number: EFBIG) }
    var data = Data(count: size)
    let count = try data.withUnsafeMutableBytes { try fileSystem.read(descriptor, into: $0, at: 0) }
    if count < size { data.removeSubrange(count...) }
    // A file that changed while it was read is one that somebody is writing in place.
    let after = try fileSystem.status(descriptor)
    let identity = after.identity
    do {
      try check(data)
      let root = try PropertyListValue(serialized: data)
      guard case .dictionary(let values) = root else {
        return .corrupt(
          PropertyListError(
            description: "The property list is no dictionary, but a value of another kind: \(root.kind)."), after)
      }
      guard identity == status.identity else {
        return .corrupt(PropertyListError(description: "The file was being written."), after)
      }
      return .snapshot(try Snapshot(values, isBinary: data.starts(with: "bplist".utf8), url: url), after)
    } catch let error as PropertyListError { return .corrupt(error, after) }
  }

  private init(_ values: [String: PropertyListValue], isBinary: Bool, url: URL) throws {
    self.init(values: values, format: isBinary ? .binary : .xml)
    guard case .dictionary(var fields)? = values[KeyName.record] else { return }
    if case .integer(let version)? = fields[Field.version], version > Self.recordVersion {
      throw StoreError(
        code: .schemaTooNew, url: url,
        reason: "The file was written by a later release of this library; it is left untouched. Update the program.")
    }
    if case .integer(let id)? = fields[Field.store], case .integer(let sequence)? = fields[Field.sequence],
      id > 0, sequence >= 0, sequence < Self.sequenceLimit / 2  // no store gets there, and each has room to go on
    {
      storeID = UInt64(id)
      self.sequence = UInt64(sequence)
    }
    fields[Field.store] = nil
    fields[Field.sequence] = nil
    fields[Field.version] = nil
    self.values[KeyName.record] = fields.isEmpty ? nil : .dictionary(fields)
  }

  /// No store gets here by counting: beyond it a sequence is damage.
  static let sequenceLimit: Int64 = 1 << 62
}

// MARK: - Checksum

extension Snapshot {
  /// What stands in a binary file of ours for all of its bytes; never 0, which stands there when others wrote it.
  private static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    let range = BinaryPropertyListTrailer.checksumRange(inByteCount: bytes.count)
    let before = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<range.lowerBound]))
    let zeros = withUnsafeBytes(of: UInt32(0)) { CRC32C.checksum($0, after: before) }
    let all = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[range.upperBound...]), after: zeros)
    return all == 0 ? .max : all
  }

  /// Refuses a binary file of ours in which a bit is not as it was written.
  private static func check(_ data: Data) throws(PropertyListError) {
    let isIntact = data.withUnsafeBytes { bytes in
      guard bytes.count > BinaryPropertyListTrailer.length, bytes.starts(with: "bplist".utf8) else { return true }
      let range = BinaryPropertyListTrailer.checksumRange(inByteCount: bytes.count)
      let stored = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: range.lowerBound, as: UInt32.self))
      return stored == 0 || stored == checksum(of: bytes)
    }
    if !isIntact {
      throw PropertyListError(description: "The bytes are not as they were written: a checksum is wrong.")
    }
  }
}

// MARK: - Writing

extension Snapshot {
  /// The bytes of the file: XML where that was asked for and can carry every value exactly, else binary.
  func serialized() throws -> Data {
    var values = values
    var fields: [String: PropertyListValue] = [:]
    if case .dictionary(let own)? = values[KeyName.record] { fields = own }
    fields[Field.store] = .integer(Int64(storeID))
    fields[Field.sequence] = .integer(Int64(sequence))
    fields[Field.version] = .integer(Self.recordVersion)
    values[KeyName.record] = .dictionary(fields)
    let root = PropertyListValue.dictionary(values)
    if format == .xml, let xml = try? root.serialized(as: .xml) { return xml }
    return try BinaryPropertyListWriter.data(for: root) { Self.checksum(of: $0) }
  }

  /// What a new file's permissions are.
  struct Permissions: Sendable {
    var mode: mode_t = 0o600
    /// Nil: the process's own.
    var owner: (user: uid_t, group: gid_t)?

    init() {}

    init(_ status: FileStatus) {
      mode = status.mode
      owner = (status.owner, status.group)
    }

    /// Gives a file these permissions, where it has others.
    func apply(to descriptor: Int32, _ fileSystem: FileSystem) throws(SystemError) {
      let status = try fileSystem.status(descriptor)
      let isAnothers = owner.map { $0.user != status.owner || $0.group != status.group } ?? false
      var mode = mode
      if isAnothers, let owner {
        do throws(SystemError) {
          try fileSystem.changeOwner(descriptor, to: owner.user, group: owner.group)
        } catch {
          // A group that its user is not in can't be kept, and another group is to get no access by it.
          guard error.number == EPERM, owner.user == status.owner else { throw error }
          mode &= ~0o2070
        }
      }
      // After the owner: a change of owner takes bits away.
      if isAnothers || status.mode != mode { try fileSystem.changeMode(descriptor, to: mode) }
    }
  }

  /// Writes bytes to a new file, down to the media, and leaves it open; on failure nothing is left of it.
  static func write(
    _ bytes: Data, toNew path: String, _ permissions: Permissions, _ fileSystem: FileSystem
  ) throws(SystemError) -> Int32 {
    let descriptor = try fileSystem.open(path, O_RDWR | O_CREAT | O_EXCL)
    do throws(SystemError) {
      // As long as it is locked, somebody is there to take it away again. Who takes it for one that was left behind, as
      // it is not locked yet, holds the lock for a moment: whether it is still there is asked before the rename.
      try fileSystem.lock(descriptor)
      try permissions.apply(to: descriptor, fileSystem)
      try fileSystem.write(descriptor, bytes, at: 0)
      try fileSystem.sync(descriptor)
      return descriptor
    } catch {
      // Never synced again after a failure: the kernel may have dropped the pages and forgotten the error.
      fileSystem.close(descriptor)
      try? fileSystem.unlink(path)
      throw error
    }
  }
}
