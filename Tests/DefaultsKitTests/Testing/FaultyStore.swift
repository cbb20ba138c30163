import DefaultsKit
import Foundation

/// A store with one fault, as somebody could write it who read the contract in haste.
final class FaultyStore: KeyValueStore, @unchecked Sendable {  // the state is touched under `lock` alone
  enum Fault: CaseIterable {
    case roundsDates, takesWholeRealsForIntegers, forgetsWhatIsFlushed
    case keepsRemovedNames, splitsNamesAtSlashes, showsItsRecord, losesItsRecord
    case ignoresErrors, storesBeforeABodyThrows, losesUpdates, publishesKeyByKey
    case tellsOfNoRemoval, tellsOfEveryNameApart, dropsChanges
  }

  private let fault: Fault?
  private let isReadable: Bool
  private let lock = NSRecursiveLock()
  private let writer = NSRecursiveLock()
  private var values: [String: PropertyListValue] = [:]
  private var names: Set<String> = []
  private var readers: [AsyncStream<StoreChange>.Continuation] = []

  init(_ fault: Fault?, isReadable: Bool = true) {
    self.fault = fault
    self.isReadable = isReadable
  }

  func value(forKey name: String) throws -> PropertyListValue? {
    guard isReadable else { throw StoreError(code: .fileUnreadable) }
    return lock.withLock { values[stored(name)] }
  }

  var keys: Set<String> {
    switch fault {
    case .keepsRemovedNames: lock.withLock { names.subtracting(["$defaultskit"]) }
    case .showsItsRecord: lock.withLock { Set(values.keys) }
    default: lock.withLock { StoreTransaction(values).keys }
    }
  }

  func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    if fault != .losesUpdates { writer.lock() }
    defer { if fault != .losesUpdates { writer.unlock() } }
    var transaction = StoreTransaction(lock.withLock { values })
    let result: Result
    do { result = try body(&transaction) } catch {
      if fault == .storesBeforeABodyThrows { apply(transaction.changes) }
      throw error
    }
    if fault != .ignoresErrors { try transaction.checkForErrors() }
    if fault == .losesUpdates { usleep(50) }
    apply(transaction.changes)
    return result
  }

  func changes() -> AsyncStream<StoreChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: StoreChange.self, bufferingPolicy: fault == .dropsChanges ? .bufferingNewest(1) : .unbounded)
    lock.withLock { readers.append(continuation) }
    return stream
  }

  func flush() { if fault == .forgetsWhatIsFlushed { lock.withLock { values = [:] } } }

  private func stored(_ name: String) -> String {
    fault == .splitsNamesAtSlashes
      ? String(name[(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)...]) : name
  }

  private func stored(_ value: PropertyListValue?) -> PropertyListValue? {
    switch (fault, value) {
    case (.roundsDates, .date(let date)):
      .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded()))
    case (.takesWholeRealsForIntegers, .real(let number)): Int64(exactly: number).map { .integer($0) } ?? value
    default: value
    }
  }

  private func apply(_ changes: [String: PropertyListValue?]) {
    var changes = changes
    if fault == .losesItsRecord { changes["$defaultskit"] = nil }
    if changes.isEmpty { return }
    if fault == .publishesKeyByKey {
      for (name, value) in changes {
        lock.withLock { values[name] = value }
        usleep(50)
      }
    }
    lock.withLock {
      for (name, value) in changes {
        values[stored(name)] = stored(value)
        names.insert(name)
      }
    }
    if fault == .tellsOfNoRemoval { changes = changes.filter { $0.value != nil } }
    let told = Set(changes.keys).subtracting(["$defaultskit"])
    if told.isEmpty { return }
    let groups = fault == .tellsOfEveryNameApart ? told.map { [$0] } : [told]
    for reader in lock.withLock({ readers }) {
      for keys in groups { reader.yield(StoreChange(keys: keys, origin: .local)) }
    }
  }
}
