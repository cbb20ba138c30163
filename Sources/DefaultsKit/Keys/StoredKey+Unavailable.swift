// A key that cannot work, with the sentence that says what to write instead.

extension StoredKey {
  /// Explains what to declare instead.
  @available(
    *, unavailable,
    message: "'StoredKey(_:default:)' keeps property-list values; declare this key with 'StoredKey.codable(_:default:)'"
  )
  @_disfavoredOverload
  public init(
    _ name: String, default defaultValue: Value, scope: StoreScope = .shared, isSecret: Bool = false
  ) { fatalError() }

  /// Explains what to declare instead.
  @available(
    *, unavailable,
    message: "'StoredKey(_:default:)' keeps property-list values; declare this key with 'StoredKey.codable(_:default:)'"
  )
  @_disfavoredOverload
  public init(
    _ name: some RawRepresentable<String>, default defaultValue: Value, scope: StoreScope = .shared,
    isSecret: Bool = false
  ) { fatalError() }
}
