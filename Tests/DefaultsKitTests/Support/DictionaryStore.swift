@testable import DefaultsKit
import Foundation

/// A store as a user of the library would write one: the five members of the contract, and a dictionary.
final class DictionaryStore: KeyValueStore {
  private let values: Locked<[String: PropertyListValue]>
  private let writer = NSLock()
  private let writingThread = Locked<ObjectIdentifier?>(nil)
  private let observers = Locked<[AsyncStream<StoreChange>.Continuation]>([])

  init(_ values: [String: PropertyListValue] = [:]) { self.values = Locked(values) }

  func value(forKey name: String) -> PropertyListValue? { values.withLock { $0[name] } }

  var keys: Set<String> { Set(values.withLock { $0.keys }).subtracting(["$defaultskit"]) }

  @discardableResult
  func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    let thread = ObjectIdentifier(Thread.current)
    precondition(writingThread.withLock { $0 } != thread, "Write by the transaction that the body is given.")
    writer.lock()
    writingThread.withLock { $0 = thread }
    defer {
      writingThread.withLock { $0 = nil }
      writer.unlock()
    }
    var transaction = StoreTransaction(values.withLock { $0 })
    let result = try body(&transaction)
    try transaction.checkForErrors()
    let changes = transaction.changes
    if changes.isEmpty { return result }
    values.withLock { values in for (name, value) in changes { values[name] = value } }
    let change = StoreChange(keys: Set(changes.keys).subtracting(["$defaultskit"]), origin: .local)
    observers.withLock { for observer in $0 { observer.yield(change) } }
    return result
  }

  func changes() -> AsyncStream<StoreChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: StoreChange.self)
    observers.withLock { $0.append(continuation) }
    return stream
  }

  func flush() {}
}
