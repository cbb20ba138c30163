import Foundation
import Synchronization

/// The engine of one file: what all stores on it in this process share.
final class StoreFile: Sendable {
  struct State {
    var values: [String: PropertyListValue] = [:]
    var storeID: UInt64 = 0
    var sequence: UInt64 = 0
    var identity: FileIdentity?
    var format = PropertyListFormat.binary
    var requestedFormat: PropertyListFormat?
    var faults: [StoreError] = []
  }

  let file: ResolvedFile
  let url: URL
  let fileSystem: FileSystem
  let state = Locked(State())
  let writer = WriterLock()
  let broadcaster = ChangeBroadcaster()
  let clock = StoreClock()

  init(_ file: ResolvedFile, url: URL, fileSystem: FileSystem) throws(StoreError) {
    self.file = file
    self.url = url
    self.fileSystem = fileSystem
    try refresh()
  }

  func use(_ format: PropertyListFormat?) {
    if let format { state.withLock { $0.requestedFormat = format } }
  }

  func takeFaults() -> [StoreError] {
    state.withLock { state in
      defer { state.faults = [] }
      return state.faults
    }
  }

  // MARK: Reading

  /// A transaction's body reads the state before the transaction.
  func refreshUnlessWriting() throws(StoreError) {
    if !writer.isHeldByCurrentThread { try refresh() }
  }

  /// Takes in what others wrote, where the file is not the one that was read or written last.
  func refresh() throws(StoreError) {
    let known = state.withLock { $0.identity }
    let present: FileIdentity?
    do throws(SystemError) { present = try fileSystem.statusIfPresent(file.path)?.identity } catch {
      throw .unreadable(url, error)
    }
    if let present, present == known { return }
    if present == nil, known == nil { return }
    switch try Snapshot.read(file, url: url, fileSystem) {
    case .missing: adopt(Snapshot(values: [:]), nil)
    case .empty(let status): adopt(Snapshot(values: [:]), status.identity)
    case .snapshot(let snapshot, let status): adopt(snapshot, status.identity)
    case .corrupt(let problem, _):
      do throws(SystemError) {
        let aside = try setAside()
        state.withLock { $0.faults.append(.corrupted(url, movedTo: aside, problem)) }
        adopt(Snapshot(values: [:]), nil)
      } catch { throw .corrupted(url, movedTo: nil, problem) }
    }
  }

  /// Moves bytes that hold no property list to a free name beside the file.
  private func setAside() throws(SystemError) -> String {
    for number in 1... {
      let path = file.sibling("\(file.name).corrupt-\(number)")
      if try fileSystem.statusIfPresent(path, followingLinks: false) != nil { continue }
      try fileSystem.rename(file.path, to: path)
      return path
    }
    return file.path
  }

  private func adopt(_ snapshot: Snapshot, _ identity: FileIdentity?) {
    state.withLock { state in
      let isFirst = state.identity == nil && state.sequence == 0
      var keys = Set<String>()
      for (name, value) in snapshot.values where state.values[name] != value { keys.insert(name) }
      for name in state.values.keys where snapshot.values[name] == nil { keys.insert(name) }
      keys.remove(KeyName.record)
      state.values = snapshot.values
      state.storeID = snapshot.storeID
      state.sequence = max(state.sequence &+ (isFirst ? 0 : 1), snapshot.sequence)
      state.identity = identity
      state.format = snapshot.format
      clock.word.pointee.store(state.sequence, ordering: .releasing)
      if !isFirst { broadcaster.enqueue(StoreChange(keys: keys, origin: .external)) }
    }
  }

  // MARK: Writing

  func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    defer { broadcaster.deliver() }
    return try writer.withLock {
      let descriptor = try lockFile()
      defer {
        fileSystem.unlock(descriptor)
        fileSystem.close(descriptor)
      }
      try refresh()
      var transaction = StoreTransaction(state.withLock { $0.values })
      let result = try body(&transaction)
      try transaction.checkForErrors()
      try commit(transaction.changes)
      return result
    }
  }

  private func lockFile() throws(StoreError) -> Int32 {
    do throws(SystemError) {
      let descriptor = try fileSystem.open(file.sidecarPath, O_RDWR | O_CREAT)
      do throws(SystemError) { try fileSystem.lock(descriptor) } catch {
        fileSystem.close(descriptor)
        throw error
      }
      return descriptor
    } catch { throw .unwritable(url, error) }
  }

  private func commit(_ changes: [String: PropertyListValue?]) throws {
    guard !changes.isEmpty else { return }
    var snapshot = state.withLock { state in
      Snapshot(
        values: state.values, storeID: state.storeID, sequence: state.sequence + 1,
        format: state.requestedFormat ?? state.format)
    }
    for (name, value) in changes { snapshot.values[name] = value }
    if snapshot.storeID == 0 { snapshot.storeID = UInt64.random(in: 1...UInt64(Int64.max)) }
    let bytes = try snapshot.serialized()
    do throws(SystemError) {
      let identity = try replaceFile(with: bytes)
      state.withLock { state in
        state.values = snapshot.values
        state.storeID = snapshot.storeID
        state.sequence = snapshot.sequence
        state.identity = identity
        clock.word.pointee.store(state.sequence, ordering: .releasing)
      }
    } catch { throw StoreError.unwritable(url, error) }
    broadcaster.enqueue(StoreChange(keys: Set(changes.keys).subtracting([KeyName.record]), origin: .local))
  }

  private func replaceFile(with bytes: Data) throws(SystemError) -> FileIdentity {
    let permissions = try fileSystem.statusIfPresent(file.path).map { Snapshot.Permissions($0) } ?? .init()
    let temporary = file.temporaryPath(UInt64.random(in: 1...UInt64.max))
    try Snapshot.write(bytes, toNew: temporary, permissions, fileSystem)
    do throws(SystemError) { try fileSystem.rename(temporary, to: file.path) } catch {
      try? fileSystem.unlink(temporary)
      throw error
    }
    try fileSystem.syncFolder(file.folder)
    return try fileSystem.status(file.path).identity
  }
}

extension StoreError {
  static func corrupted(_ url: URL, movedTo path: String?, _ problem: PropertyListError) -> StoreError {
    let kept = path.map { "Its bytes were moved to \($0)." } ?? "Its bytes stay where they are, and cannot be replaced."
    return StoreError(
      code: .fileCorrupted, url: url, underlyingError: problem, reason: "The file holds no property list. \(kept)")
  }
}
