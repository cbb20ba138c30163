/// A store that can tell of its commits at once, beside its asynchronous sequences.
protocol ObservableStore: KeyValueStore {
  var broadcaster: ChangeBroadcaster { get }

  /// Begins to look for the changes of other processes and tools, where there can be any.
  func startObserving()
}

/// Somebody who is told of a store's commits in their order, on the thread that delivers them, with no lock held.
protocol ChangeListener: AnyObject, Sendable {
  func storeDidChange(_ change: StoreChange)
}
