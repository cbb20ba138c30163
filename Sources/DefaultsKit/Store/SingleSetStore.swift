/// A store that can set a single value for less than a transaction costs.
protocol SingleSetStore: KeyValueStore {
  /// What memory holds under a name, whether or not another process has set it since.
  func rememberedValue(forKey name: String) -> PropertyListValue?

  /// Sets or removes a value where nothing else has to change with it.
  ///
  /// - Parameters:
  ///   - value: The value; nil removes what is stored.
  ///   - name: A name that was checked.
  ///   - known: What the caller takes to be stored, and looked at before: no code of a key's type runs in here.
  /// - Returns: Whether it is done, or what stands there instead.
  /// - Throws: ``StoreError``; nothing has changed then.
  func set(
    _ value: PropertyListValue?, under name: String, replacing known: PropertyListValue?
  ) throws -> SingleSetOutcome
}

enum SingleSetOutcome {
  /// The value is stored.
  case done
  /// Something else is stored than was expected: nothing has changed.
  case found(PropertyListValue?)
}

extension SingleSetStore {
  /// Sets the value of a key where nothing else has to change with it; false: a transaction does it, or says why not.
  func setAlone<Value>(_ value: Value, under name: String, by codec: StoredKeyCodec<Value>) throws -> Bool {
    let encoded: PropertyListValue?
    do {
      encoded = try codec.encode(value)
      try encoded?.checkCanBeStored(forKey: name)
    } catch { return false }
    var known = rememberedValue(forKey: name)
    for _ in 0..<StoreTransaction.changeAttempts {
      // What cannot be read must be kept among the displaced values.
      if let known, known != encoded, !codec.reads(known) { return false }
      switch try set(encoded, under: name, replacing: known) {
      case .done:
        FaultReporter.shared.settle(key: name, of: self)
        return true
      case .found(let present): known = present
      }
    }
    return false
  }
}

extension StoredKey {
  /// The name of a value that can be set alone; whose value another key names depends on who is logged in.
  var nameAlone: String? {
    guard case .shared = scope, KeyName.problem(with: name) == nil else { return nil }
    return name
  }
}
