/// The changes that wait for one subscriber, merged into one.
final class ChangeMailbox: Sendable {
  private struct State {
    var waiting: StoreChange?
    var reader: CheckedContinuation<StoreChange?, Never>?
    var isClosed = false
  }

  private let state = Locked(State())

  /// Adds a change to what waits.
  func post(_ change: StoreChange) {
    let reader = state.withLock { state -> CheckedContinuation<StoreChange?, Never>? in
      if state.isClosed { return nil }
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      state.waiting = state.waiting.map { $0.merged(with: change) } ?? change
      return nil
    }
    reader?.resume(returning: change)
  }

  /// The changes as a sequence; `onEnd` is called once, when the subscription ends.
  func stream(onEnd: @escaping @Sendable () -> Void) -> AsyncStream<StoreChange> {
    let subscription = Subscription(mailbox: self, onEnd: onEnd)
    return AsyncStream(unfolding: { await subscription.mailbox.next() }, onCancel: { subscription.end() })
  }

  private func next() async -> StoreChange? {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> StoreChange?? in
        if state.isClosed { return .some(nil) }
        if let waiting = state.waiting {
          state.waiting = nil
          return waiting
        }
        state.reader?.resume(returning: nil)  // two readers of one iterator: the earlier one ends
        state.reader = continuation
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }

  private func close() {
    let reader = state.withLock { state in
      state.isClosed = true
      state.waiting = nil
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  /// Ends when it is cancelled, or when nobody holds the sequence any more.
  private final class Subscription: Sendable {
    let mailbox: ChangeMailbox
    private let onEnd: @Sendable () -> Void

    init(mailbox: ChangeMailbox, onEnd: @escaping @Sendable () -> Void) {
      self.mailbox = mailbox
      self.onEnd = onEnd
    }

    func end() {
      onEnd()
      mailbox.close()
    }

    deinit { end() }
  }
}

extension StoreChange {
  /// This change and a later one, as one.
  func merged(with later: StoreChange) -> StoreChange {
    StoreChange(
      keys: keys.union(later.keys),
      origin: origin == .external || later.origin == .external ? .external : .local)
  }
}
