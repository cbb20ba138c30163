/// Tells every subscriber of a store's commits, in their order, with no lock held.
final class ChangeBroadcaster: Sendable {
  private struct State {
    var mailboxes: [ObjectIdentifier: ChangeMailbox] = [:]
    var waiting: [StoreChange] = []
    var isDelivering = false
  }

  private let state = Locked(State())

  /// Whether somebody would hear of a change.
  var hasSubscribers: Bool { state.withLock { !$0.mailboxes.isEmpty } }

  /// The changes from now on, for one subscriber.
  func changes() -> AsyncStream<StoreChange> {
    let mailbox = ChangeMailbox()
    let id = ObjectIdentifier(mailbox)
    state.withLock { $0.mailboxes[id] = mailbox }
    return mailbox.stream { [weak self] in self?.state.withLock { _ = $0.mailboxes.removeValue(forKey: id) } }
  }

  /// Puts a change in line.
  ///
  /// Call it in the order of commits, under the lock that orders them.
  func enqueue(_ change: StoreChange) {
    state.withLock { state in
      if !change.keys.isEmpty && !state.mailboxes.isEmpty { state.waiting.append(change) }
    }
  }

  /// Delivers what waits in line.
  ///
  /// Call it with no lock held; whoever delivers already goes on with what was added.
  func deliver() {
    while let (change, mailboxes) = next() {
      for mailbox in mailboxes { mailbox.post(change) }
      state.withLock { $0.isDelivering = false }
    }
  }

  private func next() -> (StoreChange, [ChangeMailbox])? {
    state.withLock { state in
      guard !state.isDelivering, !state.waiting.isEmpty else { return nil }
      state.isDelivering = true
      return (state.waiting.removeFirst(), Array(state.mailboxes.values))
    }
  }
}
