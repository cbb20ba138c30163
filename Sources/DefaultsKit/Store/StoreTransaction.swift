/// The values of a store within a transaction, and the changes made to them so far.
///
/// A subscript that meets a fault (a stored value that is not of the key's type, a name that cannot be used) reads as
/// the default and keeps the first such error: the transaction throws it when its body returns, and nothing changes.
public struct StoreTransaction {
  private let base: Base
  private var overlay: [String: PropertyListValue?] = [:]
  private(set) var firstError: StoreError?
  /// The old values that gave way to a new name's own, for a migrator to report once they are stored.
  private(set) var conflicts: [StoreError] = []

  /// Creates a transaction on values, for those who write a store of their own.
  ///
  /// - Parameter values: All that is stored, the store's own record included.
  public init(_ values: [String: PropertyListValue]) { base = .values(values) }

  /// Creates a transaction on values that are looked up one by one.
  init(reading value: @escaping (String) -> PropertyListValue?, names: @escaping () -> Set<String>) {
    base = .lookup(value: value, names: names)
  }

  /// All values as they would be stored, without the store's own record.
  ///
  /// Complexity: O(*n*) after a change.
  public var values: [String: PropertyListValue] {
    var values = base.all
    for (name, value) in overlay { values[name] = value }
    values[KeyName.record] = nil
    return values
  }

  /// What is to be stored (a value) or removed (nil), by name; empty once an error was met.
  ///
  /// The store's own record, `$defaultskit`, is among them where it changed.
  public var changes: [String: PropertyListValue?] { firstError == nil ? overlay : [:] }

  /// The names under which something would be stored, without the store's own record.
  ///
  /// Complexity: O(*n*).
  public var keys: Set<String> {
    var keys = base.names
    for (name, value) in overlay {
      if value == nil { keys.remove(name) } else { keys.insert(name) }
    }
    keys.remove(KeyName.record)
    return keys
  }

  /// Throws the first error that a subscript met, for those who write a store of their own.
  ///
  /// - Throws: ``StoreError``.
  public func checkForErrors() throws {
    if let firstError { throw firstError }
  }

  /// The value that is stored under a name; nil removes it.
  public subscript(name: String) -> PropertyListValue? {
    get { stored(name) }
    set {
      // A listed name may always be removed; what is reserved is never set.
      if let problem = KeyName.problem(with: name), newValue != nil || !KeyName.isScoped(name) {
        return fail(.invalidName(name, because: problem))
      }
      do {
        if let newValue { try newValue.checkCanBeStored(forKey: name) }
        store(newValue, under: name)
      } catch { fail(error) }
    }
  }

  /// Moves what is stored under one name to another.
  ///
  /// Where something is stored under the new name already it stays, and the old value is kept among the store's
  /// displaced values; a ``StoreMigrator`` reports it. The names are stored ones: ``move(_:to:)`` takes typed keys, and
  /// those of accounts.
  /// - Parameters:
  ///   - oldName: The name that an earlier release used.
  ///   - newName: The name to use from now on.
  public mutating func rename(_ oldName: String, to newName: String) {
    guard oldName != newName, let value = stored(oldName) else { return }
    if stored(newName) == nil { self[newName] = value } else { displace(value, from: oldName, inFavorOf: newName) }
    self[oldName] = nil
  }

  /// Displaces an old name's value, because the new name that it was to stand under holds one already.
  mutating func displace(_ value: PropertyListValue, from oldName: String, inFavorOf newName: String) {
    displace(value, from: oldName, ownedBy: newName)
    conflicts.append(.displaced(oldName, by: newName))
  }

  /// What is stored under a name, reserved ones included.
  func stored(_ name: String) -> PropertyListValue? {
    if let changed = overlay[name] { return changed }
    return base[name]
  }

  /// Stores or removes a value under a name, reserved ones included; what is stored already is no change.
  mutating func store(_ value: PropertyListValue?, under name: String) {
    if base[name] == value { overlay[name] = nil } else { overlay[name] = .some(value) }
  }

  /// Keeps an error for the end of the transaction; the first one counts.
  mutating func fail(_ error: StoreError) {
    if firstError == nil { firstError = error }
  }

  /// What was stored when the transaction began.
  private enum Base {
    case values([String: PropertyListValue])
    case lookup(value: (String) -> PropertyListValue?, names: () -> Set<String>)

    subscript(name: String) -> PropertyListValue? {
      switch self {
      case .values(let values): values[name]
      case .lookup(let value, _): value(name)
      }
    }

    var names: Set<String> {
      switch self {
      case .values(let values): Set(values.keys)
      case .lookup(_, let names): names()
      }
    }

    var all: [String: PropertyListValue] {
      switch self {
      case .values(let values): values
      case .lookup(let value, let names):
        names().reduce(into: [:]) { all, name in all[name] = value(name) }
      }
    }
  }
}
