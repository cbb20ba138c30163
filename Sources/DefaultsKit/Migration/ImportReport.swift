/// What an import took from another store, and what it did not.
public struct ImportReport: Sendable, Hashable {
  /// The identifier of the import.
  public let identifier: String
  /// What was taken: the names in the source, with the names under which the values stand now.
  public internal(set) var imported: [String: String] = [:]
  /// The names in the source for which the store held a value of its own already: it stayed, and where the source's was
  /// another, that one is among the store's displaced values.
  public internal(set) var kept: Set<String> = []
  /// The names in the source that a store cannot use, or whose values it cannot hold: reserved names, what is no
  /// property-list value, nesting beyond the limit, a date that is no finite number.
  public internal(set) var refused: Set<String> = []
  /// The names that were asked for, and under which the source holds nothing.
  public internal(set) var missing: Set<String> = []

  init(identifier: String) { self.identifier = identifier }
}

extension ImportReport: CustomStringConvertible {
  /// What was taken and what was not, by names.
  public var description: String {
    let taken = imported.sorted { $0.key < $1.key }.map { $0.key == $0.value ? $0.key : "\($0.key) as \($0.value)" }
    var parts = ["took " + (taken.isEmpty ? "nothing" : taken.joined(separator: ", "))]
    for (what, names) in [("kept the store's own", kept), ("refused", refused), ("did not find", missing)]
    where !names.isEmpty { parts.append("\(what) \(names.sorted().joined(separator: ", "))") }
    return "\(identifier): " + parts.joined(separator: "; ")
  }
}
