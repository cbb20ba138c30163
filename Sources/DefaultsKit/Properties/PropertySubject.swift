/// What those observe who read a wrapped property.
@usableFromInline
final class PropertySubject: Sendable {
  init() {}

  @inlinable
  func access() {}
}
