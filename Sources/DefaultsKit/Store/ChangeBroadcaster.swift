import Synchronization

/// Tells everybody who asked of a store's commits, in their order, with no lock held.
final class ChangeBroadcaster: Sendable {
  private struct State {
    var mailboxes: [ObjectIdentifier: ChangeMailbox] = [:]
    var listeners: [ObjectIdentifier: Listener] = [:]
    var waiting: [StoreChange] = []
    var isDelivering = false
  }

  private struct Listener {
    weak var object: (any ChangeListener)?
  }

  private let state = Locked(State())
  /// Whether anybody ever asked, and whether anything waits: a store that nobody observes pays two atomic loads.
  private let wasAsked = Atomic<Bool>(false)
  private let isWaiting = Atomic<Bool>(false)

  /// The changes from now on, for one subscriber.
  func changes() -> AsyncStream<StoreChange> {
    let mailbox = ChangeMailbox()
    let id = ObjectIdentifier(mailbox)
    state.withLock { $0.mailboxes[id] = mailbox }
    wasAsked.store(true, ordering: .relaxed)
    return mailbox.stream { [weak self] in self?.state.withLock { _ = $0.mailboxes.removeValue(forKey: id) } }
  }

  /// Tells a listener of the changes from now on, for as long as somebody else holds it.
  func add(_ listener: any ChangeListener) {
    state.withLock { state in
      state.listeners = state.listeners.filter { $0.value.object != nil }
      state.listeners[ObjectIdentifier(listener)] = Listener(object: listener)
    }
    wasAsked.store(true, ordering: .relaxed)
  }

  /// Whether somebody would hear of a change; without one, what changed need not be found out.
  var hasAudience: Bool {
    wasAsked.load(ordering: .relaxed) && state.withLock { !$0.mailboxes.isEmpty || !$0.listeners.isEmpty }
  }

  /// Puts a change in line.
  ///
  /// Call it in the order of commits, under the lock that orders them.
  func enqueue(_ change: StoreChange) {
    state.withLock { state in
      guard !change.keys.isEmpty, !state.mailboxes.isEmpty || !state.listeners.isEmpty else { return }
      state.waiting.append(change)
      isWaiting.store(true, ordering: .relaxed)
    }
  }

  /// Delivers what waits in line.
  ///
  /// It is done once the thread holds no store's lock. Whoever delivers already goes on with what was added meanwhile,
  /// so that an observer may write the store that it observes, and the order is that of the commits.
  func deliver() {
    if isWaiting.load(ordering: .relaxed) { WriterLock.callUnlocked { self.deliverNow() } }
  }

  private func deliverNow() {
    while let (change, mailboxes, listeners) = next() {
      for mailbox in mailboxes { mailbox.post(change) }
      for listener in listeners { listener.object?.storeDidChange(change) }
      state.withLock { $0.isDelivering = false }
    }
  }

  private func next() -> (StoreChange, [ChangeMailbox], [Listener])? {
    state.withLock { state in
      guard !state.isDelivering, !state.waiting.isEmpty else { return nil }
      state.isDelivering = true
      isWaiting.store(state.waiting.count > 1, ordering: .relaxed)
      return (state.waiting.removeFirst(), Array(state.mailboxes.values), Array(state.listeners.values))
    }
  }

  /// How many subscribers and listeners there are.
  var audience: Int {
    state.withLock { state in state.mailboxes.count + state.listeners.values.count { $0.object != nil } }
  }
}
