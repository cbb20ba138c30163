import DefaultsKit
import Foundation

/// A store as somebody else would write it: by the public contract alone.
final class ForeignStore: KeyValueStore, @unchecked Sendable {  // `values` and `readers` are touched under `lock` alone
  private let lock = NSRecursiveLock()
  private var values: [String: PropertyListValue] = [:]
  private var readers: [AsyncStream<StoreChange>.Continuation] = []

  func value(forKey name: String) throws -> PropertyListValue? { lock.withLock { values[name] } }

  var keys: Set<String> { get throws { StoreTransaction(lock.withLock { values }).keys } }

  func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    lock.lock()
    defer { lock.unlock() }
    var transaction = StoreTransaction(values)
    let result = try body(&transaction)
    try transaction.checkForErrors()
    for (name, value) in transaction.changes { values[name] = value }
    if !transaction.changes.isEmpty {
      for reader in readers { reader.yield(StoreChange(keys: Set(transaction.changes.keys), origin: .local)) }
    }
    return result
  }

  func changes() -> AsyncStream<StoreChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: StoreChange.self)
    lock.withLock { readers.append(continuation) }
    return stream
  }

  func flush() throws {}
}
