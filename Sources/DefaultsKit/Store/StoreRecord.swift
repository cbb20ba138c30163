/// The store's own record, kept under the reserved name: what was displaced, and which migrations ran.
///
/// It is an ordinary property-list dictionary, so that any store can keep it; fields of a later release are carried on.
struct StoreRecord {
  private(set) var fields: [String: PropertyListValue]

  init(_ stored: PropertyListValue?) {
    if case .dictionary(let fields)? = stored { self.fields = fields } else { fields = [:] }
  }

  /// The record as it is stored, or nil where there is nothing to keep.
  var stored: PropertyListValue? { fields.isEmpty ? nil : .dictionary(fields) }

  /// Values that were replaced though they could not be read, the latest for each stored name.
  var displaced: [String: PropertyListValue] {
    get {
      var values = dictionary("displaced")
      for (name, value) in dictionary("displacedSerialized") {
        if case .data(let bytes) = value { values[name] = try? PropertyListValue(serialized: bytes) }
      }
      return values
    }
    set {
      // The record stands two levels below the file's root: what nests too deep for that is kept as bytes.
      let deep = newValue.filter { $0.value.nests(deeperThan: PropertyListValue.nestingLimit - 2) }
      setDictionary("displaced", newValue.filter { deep[$0.key] == nil })
      setDictionary("displacedSerialized", deep.compactMapValues { try? .data($0.serialized(as: .binary)) })
    }
  }

  /// The names that displaced values belong to now, where it is not the one that they stood under: a value that a new
  /// name displaced goes with what stands under that name.
  private var displacedOwners: [String: String] {
    get { dictionary("displacedOwners").compactMapValues { if case .string(let owner) = $0 { owner } else { nil } } }
    set { setDictionary("displacedOwners", newValue.mapValues { .string($0) }) }
  }

  /// Keeps a value that is about to be lost, in the place of an earlier one of the same name.
  mutating func displace(_ value: PropertyListValue, from name: String, ownedBy owner: String? = nil) {
    displaced[name] = value
    displacedOwners[name] = owner
  }

  /// Forgets the displaced value of one name.
  mutating func removeDisplaced(_ name: String) {
    displaced[name] = nil
    displacedOwners[name] = nil
  }

  /// Forgets the displaced values whose own or whose owner's names satisfy a predicate.
  mutating func removeDisplaced(where shouldBeRemoved: (String) throws -> Bool) rethrows {
    let owners = displacedOwners
    let kept = try displaced.filter { name, _ in
      if try shouldBeRemoved(name) { return false }
      return try owners[name].map { try !shouldBeRemoved($0) } ?? true
    }
    guard kept.count < displaced.count else { return }
    displaced = kept
    displacedOwners = owners.filter { kept[$0.key] != nil }
  }

  /// The identifiers of the migrations that ran, in the order in which they did.
  var migrations: [String] {
    get {
      guard case .array(let identifiers)? = fields["migrations"] else { return [] }
      return identifiers.compactMap { if case .string(let identifier) = $0 { identifier } else { nil } }
    }
    set { fields["migrations"] = newValue.isEmpty ? nil : .array(newValue.map { .string($0) }) }
  }

  private func dictionary(_ field: String) -> [String: PropertyListValue] {
    if case .dictionary(let values)? = fields[field] { values } else { [:] }
  }

  private mutating func setDictionary(_ field: String, _ values: [String: PropertyListValue]) {
    fields[field] = values.isEmpty ? nil : .dictionary(values)
  }
}

extension StoreTransaction {
  /// The store's own record.
  var record: StoreRecord {
    get { StoreRecord(stored(KeyName.record)) }
    set { store(newValue.stored, under: KeyName.record) }
  }

  /// Keeps a value that is about to be lost, in the place of an earlier one of the same name.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name that it stands under.
  ///   - owner: The name that it belongs to from now on, where that is another.
  mutating func displace(_ value: PropertyListValue, from name: String, ownedBy owner: String? = nil) {
    record.displace(value, from: name, ownedBy: owner)
  }
}
