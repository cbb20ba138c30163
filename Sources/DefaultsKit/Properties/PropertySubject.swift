public import Observation
public import Synchronization

/// What those observe who read a wrapped property within `withObservationTracking`.
///
/// Nothing tells a subject that an access is tracked, and a store should not be watched for the sake of reads that
/// nobody tracks. But whoever keeps a key path for later hashes it, and this key path notices.
@usableFromInline
final class PropertySubject: Observable, Sendable {
  @usableFromInline let registrar = ObservationRegistrar()
  @usableFromInline let probe: TrackingProbe
  // A key path never changes; it is not declared `Sendable`. Made once: making one costs more than a read.
  @usableFromInline nonisolated(unsafe) let keyPath: KeyPath<PropertySubject, Void>

  init() {
    let probe = TrackingProbe()
    self.probe = probe
    keyPath = \PropertySubject.[probe]
  }

  /// Notes an access; true once one was tracked.
  @inlinable
  func access() -> Bool {
    registrar.access(self, keyPath: keyPath)
    return probe.wasHashed.load(ordering: .relaxed)
  }

  /// Tells those who track the property that it changed.
  func notify() { registrar.withMutation(of: self, keyPath: keyPath) {} }

  subscript(probe: TrackingProbe) -> Void { () }
}

/// Notices that it was hashed.
@usableFromInline
final class TrackingProbe: Hashable, Sendable {
  @usableFromInline let wasHashed = Atomic<Bool>(false)

  init() {}

  @usableFromInline
  static func == (lhs: TrackingProbe, rhs: TrackingProbe) -> Bool { lhs === rhs }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    wasHashed.store(true, ordering: .relaxed)
    hasher.combine(ObjectIdentifier(self))
  }
}
