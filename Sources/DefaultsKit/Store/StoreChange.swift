/// One commit, as those see it who observe a store.
public struct StoreChange: Sendable, Hashable {
  /// Who made a change.
  public enum Origin: Sendable, Hashable {
    /// This process.
    case local
    /// Another process, or an edit of the file.
    case external
  }

  /// The stored names that changed; an account's are `users/<percent-encoded id>/<name>`.
  public let keys: Set<String>
  /// Who made the change; ``Origin/external`` where any part of a merged one was.
  public let origin: Origin

  /// Creates a change, for those who write a store of their own.
  ///
  /// - Parameters:
  ///   - keys: The stored names that changed.
  ///   - origin: Who made the change.
  public init(keys: Set<String>, origin: Origin) {
    self.keys = keys
    self.origin = origin
  }
}
