extension StoreTransaction {
  /// Where a key's value stands, whatever its type.
  struct Place {
    let name: String
    let scope: StoreScope
    let problem: StoreError?

    init<Value>(_ key: StoredKey<Value>) {
      name = key.name
      scope = key.scope
      var problem: StoreError?
      do throws(StoreError) { try key.checkName() } catch { problem = error }
      self.problem = problem
    }

    /// The stored name; `accountPrefix` stands in for the account that is logged in.
    func storedName(accountPrefix: String?) throws(StoreError) -> String {
      switch scope {
      case .shared: return name
      case .user(let id): return KeyName.scoped(name, toUser: id)
      case .activeUser:
        guard let accountPrefix else { throw .noActiveUser(name) }
        return accountPrefix + name
      }
    }
  }

  /// What is to be changed, once all of it is known to be possible.
  private struct Step {
    var stored: [(name: String, value: PropertyListValue?)] = []
    var displaced: [(value: PropertyListValue, from: String, to: String)] = []
  }

  /// Puts what is stored at some places to others.
  ///
  /// `transform` is given what is stored at the old places, of which one at least holds something, and gives what is to
  /// be stored at the new ones; nil leaves all as it is.
  mutating func rearrange(
    _ old: [Place], into new: [Place], by transform: ([PropertyListValue?]) throws -> [PropertyListValue?]?
  ) throws {
    if let problem = (old + new).lazy.compactMap(\.problem).first { throw problem }
    // All are worked out before the first is made: a call that throws has changed nothing.
    let steps = try accountPrefixes(for: old + new).compactMap { prefix in
      try step(from: old, to: new, accountPrefix: prefix, by: transform)
    }
    for step in steps {
      for (value, oldName, newName) in step.displaced { displace(value, from: oldName, inFavorOf: newName) }
      for (name, value) in step.stored { store(value, under: name) }
    }
  }

  private func step(
    from old: [Place], to new: [Place], accountPrefix: String?,
    by transform: ([PropertyListValue?]) throws -> [PropertyListValue?]?
  ) throws -> Step? {
    // An account's place is nowhere while nobody is logged in, and nothing is stored there.
    let oldNames = try old.map { place in
      place.scope == .activeUser && accountPrefix == nil ? nil : try place.storedName(accountPrefix: accountPrefix)
    }
    let values = oldNames.map { $0.flatMap(stored) }
    guard !new.isEmpty, values.contains(where: { $0 != nil }) else { return nil }

    let newNames = try new.map { try $0.storedName(accountPrefix: accountPrefix) }
    let taken = newNames.filter { !oldNames.contains($0) && stored($0) != nil }
    var step = Step()
    if taken.count < newNames.count {
      guard let transformed = try transform(values) else { return nil }
      for (name, value) in zip(newNames, transformed) where !taken.contains(name) { step.stored.append((name, value)) }
    }
    for (name, value) in zip(oldNames, values) {
      guard let name, let value else { continue }
      if let newName = taken.first { step.displaced.append((value, name, newName)) }
      if taken.count == newNames.count || !newNames.contains(name) { step.stored.append((name, nil)) }
    }
    return step
  }

  /// The accounts to rearrange for, by what their names begin with: nil where no account is meant, or nobody logged in.
  private func accountPrefixes(for places: [Place]) -> [String?] {
    let concerned = places.filter { $0.scope == .activeUser }
    if concerned.isEmpty { return [nil] }
    if concerned.count < places.count { return [activeUserID.map(KeyName.prefix(ofUser:))] }
    return Set(keys.compactMap(KeyName.accountPrefix(of:))).sorted()
  }
}
