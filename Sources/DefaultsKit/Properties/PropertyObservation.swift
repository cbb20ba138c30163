/// Listens to one store for those who track a property, and tells them when its value became another.
final class PropertyObservation<Value: Sendable>: ChangeListener {
  private let key: StoredKey<Value>
  private let subject: PropertySubject
  private weak let store: (any KeyValueStore)?
  /// What was stored when somebody was told last; unset and unreadable count as the default.
  private let last: Locked<PropertyListValue?>
  /// Reads the changes of a store that is not one of ours.
  private let task = Locked<Task<Void, Never>?>(nil)

  init(key: StoredKey<Value>, subject: PropertySubject, store: any KeyValueStore) {
    self.key = key
    self.subject = subject
    self.store = store
    last = Locked(nil)
  }

  /// Whether the observed store is still there.
  var isAlive: Bool { store != nil }

  /// Begins to listen.
  func start() {
    guard let store else { return }
    if let store = store as? any ObservableStore {
      store.broadcaster.add(self)
      store.startObserving()
    } else {
      let changes = store.changes()
      let task = Task { [weak self] in
        for await change in changes { self?.storeDidChange(change) }
      }
      self.task.withLock { $0 = task }
    }
    _ = notePresent()
  }

  func storeDidChange(_ change: StoreChange) {
    if mayConcern(change), notePresent() { subject.notify() }
  }

  private func mayConcern(_ change: StoreChange) -> Bool {
    switch key.scope {
    case .shared: change.keys.contains(key.name)
    case .activeUser, .user: true  // the name is another one for each account
    }
  }

  /// Whether another value is stored than when this was called last.
  private func notePresent() -> Bool {
    guard let store else { return false }
    let stored = try? store.storedOrKeptValue(for: key)
    let present = stored.flatMap { key.reads($0) ? $0 : nil } ?? (try? key.codec.encode(key.defaultValue))
    return last.withLock { last in
      defer { last = present }
      return last != present
    }
  }

  deinit { task.withLock { $0?.cancel() } }
}
