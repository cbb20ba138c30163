import Synchronization

/// Listens to one store for those who track a property, and tells them when its value became another.
final class PropertyObservation<Value: Sendable>: ChangeListener {
  private let key: StoredKey<Value>
  private let subject: PropertySubject
  private weak let store: (any KeyValueStore)?
  /// What was stored when somebody was told last, once that is known; unset and unreadable count as the default.
  private let last = Locked<PropertyListValue??>(nil)
  private let hasStarted = Atomic<Bool>(false)
  /// Reads the changes of a store that is not one of ours.
  private let task = Locked<Task<Void, Never>?>(nil)

  init(key: StoredKey<Value>, subject: PropertySubject, store: any KeyValueStore) {
    self.key = key
    self.subject = subject
    self.store = store
  }

  /// Whether the observed store is still there.
  var isAlive: Bool { store != nil }

  /// Begins to listen, unless that is done.
  ///
  /// Every reader calls this before it reads. Of several at once none waits for another: each does all of it.
  func start() {
    guard !hasStarted.load(ordering: .acquiring), let store else { return }
    if let store = store as? any ObservableStore {
      store.broadcaster.add(self)
      store.startObserving()
    } else {
      listen(to: store.changes())
    }
    let present = present(in: store)
    // What a change was noted of meanwhile is newer.
    last.withLock { last in if last == nil { last = .some(present) } }
    hasStarted.store(true, ordering: .releasing)
  }

  private func listen(to changes: AsyncStream<StoreChange>) {
    task.withLock { task in
      if task != nil { return }
      task = Task { [weak self] in
        for await change in changes { self?.storeDidChange(change) }
      }
    }
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
    let present = present(in: store)
    return last.withLock { last in
      defer { last = .some(present) }
      return last != nil && last != .some(present)  // at first nobody has read yet
    }
  }

  private func present(in store: any KeyValueStore) -> PropertyListValue? {
    let stored = try? store.storedOrKeptValue(for: key)
    return stored.flatMap { key.reads($0) ? $0 : nil } ?? (try? key.codec.encode(key.defaultValue))
  }

  deinit { task.withLock { $0?.cancel() } }
}
