/// Gives the fields of one value to its encoder.
struct KeyedValueEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func set(_ value: PropertyListValue, forKey key: Key) throws {
    try encoder.checkForFault()
    let name = ReservedMarker.escaped(key.stringValue)
    encoder.fields[name] = value
    if !encoder.pending.isEmpty { encoder.pending[name] = nil }
  }

  func encodeNil(forKey key: Key) throws { try set(ReservedMarker.nilValue(), forKey: key) }
  func encode(_ value: Bool, forKey key: Key) throws { try set(.boolean(value), forKey: key) }
  func encode(_ value: String, forKey key: Key) throws { try set(.string(value), forKey: key) }
  func encode(_ value: Double, forKey key: Key) throws { try set(.real(value), forKey: key) }
  func encode(_ value: Float, forKey key: Key) throws { try set(.real(Double(value)), forKey: key) }
  func encode(_ value: Int, forKey key: Key) throws { try set(.integer(Int64(value)), forKey: key) }
  func encode(_ value: Int8, forKey key: Key) throws { try set(.integer(Int64(value)), forKey: key) }
  func encode(_ value: Int16, forKey key: Key) throws { try set(.integer(Int64(value)), forKey: key) }
  func encode(_ value: Int32, forKey key: Key) throws { try set(.integer(Int64(value)), forKey: key) }
  func encode(_ value: Int64, forKey key: Key) throws { try set(.integer(value), forKey: key) }
  func encode(_ value: Int128, forKey key: Key) throws { try set(value.propertyListValue, forKey: key) }
  func encode(_ value: UInt, forKey key: Key) throws { try set(value.propertyListValue, forKey: key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try set(.integer(Int64(value)), forKey: key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try set(.integer(Int64(value)), forKey: key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try set(.integer(Int64(value)), forKey: key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try set(value.propertyListValue, forKey: key) }
  func encode(_ value: UInt128, forKey key: Key) throws { try set(value.propertyListValue, forKey: key) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try set(encoder.boxed(value, at: .key(key)), forKey: key)
    if encoder.session.recordsDefaults, CodingTraits.isOptional(T.self) { noteOptional(key) }
  }

  // Every nil is written: a field that is absent was stored by an earlier release, one that is nil was nil.

  private func setPresent(_ value: PropertyListValue?, forKey key: Key) throws {
    try set(value ?? ReservedMarker.nilValue(), forKey: key)
    if encoder.session.recordsDefaults { noteOptional(key) }
  }

  private func noteOptional(_ key: Key) {
    encoder.fields[DefaultTree.optionalKey(ReservedMarker.escaped(key.stringValue))] = .boolean(true)
  }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try setPresent(value?.propertyListValue, forKey: key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try setPresent(value?.propertyListValue, forKey: key)
  }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try setPresent(value?.propertyListValue, forKey: key)
  }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    try setPresent(value?.propertyListValue, forKey: key)
  }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try setPresent(value?.propertyListValue, forKey: key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try setPresent(value?.propertyListValue, forKey: key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try setPresent(value?.propertyListValue, forKey: key)
  }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try setPresent(value?.propertyListValue, forKey: key)
  }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    try setPresent(value?.propertyListValue, forKey: key)
  }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    try setPresent(value?.propertyListValue, forKey: key)
  }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try setPresent(value?.propertyListValue, forKey: key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try setPresent(value?.propertyListValue, forKey: key)
  }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try setPresent(value?.propertyListValue, forKey: key)
  }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try setPresent(value?.propertyListValue, forKey: key)
  }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try setPresent(value?.propertyListValue, forKey: key)
  }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    try setPresent(value?.propertyListValue, forKey: key)
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    try setPresent(value.map { ReservedMarker.deeper(try encoder.boxed($0, at: .key(key))) }, forKey: key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nested(forKey: key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder.nested(at: .key(SuperKey.super), name: SuperKey.super.stringValue)
  }

  func superEncoder(forKey key: Key) -> any Encoder { nested(forKey: key) }

  private func nested(forKey key: Key) -> ValueEncoder {
    encoder.nested(at: .key(key), name: ReservedMarker.escaped(key.stringValue))
  }
}
