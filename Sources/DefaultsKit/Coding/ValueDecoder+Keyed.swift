/// Gives the stored fields of one value to the type that decodes it.
struct KeyedValueDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  let fields: [String: PropertyListValue]

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// The keys of what is stored; never those of a default.
  var allKeys: [Key] {
    fields.keys.compactMap { name in
      ReservedMarker.isMarker(name) ? nil : Key(stringValue: ReservedMarker.unescaped(name))
    }
  }

  func contains(_ key: Key) -> Bool { fields[ReservedMarker.escaped(key.stringValue)] != nil }

  private static var missingDescription: String {
    "Nothing is stored for it, and no default reaches it. Make the field optional, or have its type conform to "
      + "'DefaultProviding'."
  }

  /// What is stored for a field, or what stands in for it.
  private func field(_ key: Key) throws -> PropertyListValue {
    let name = ReservedMarker.escaped(key.stringValue)
    if let stored = fields[name] { return stored }
    if let filler = decoder.filler(forName: name, optionalOnly: false) { return filler }
    throw DecodingError.keyNotFound(
      key, decoder.context(Self.missingDescription, at: .same))
  }

  func decodeNil(forKey key: Key) throws -> Bool { ReservedMarker.nilDepth(of: try field(key)) == 0 }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(type, key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scalar(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scalar(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(type, key) }

  private func scalar<T: PropertyListConvertible>(_ type: T.Type, _ key: Key) throws -> T {
    try decoder.scalar(type, field(key), at: .key(key))
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder.unboxed(field(key), as: type, at: .key(key))
  }

  // MARK: Optional fields

  /// What is stored for an optional field; nil where nil is stored, or nothing is and no optional of a default fills it.
  private func present(_ key: Key) -> PropertyListValue? {
    let name = ReservedMarker.escaped(key.stringValue)
    guard let value = fields[name] ?? decoder.filler(forName: name, optionalOnly: true) else { return nil }
    return ReservedMarker.nilDepth(of: value) == 0 ? nil : value
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try presentScalar(type, key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try presentScalar(type, key) }

  private func presentScalar<T: PropertyListConvertible>(_ type: T.Type, _ key: Key) throws -> T? {
    try present(key).map { try decoder.scalar(type, $0, at: .key(key)) }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(key).map { try decoder.unboxed(ReservedMarker.shallower($0), as: type, at: .key(key)) }
  }

  // MARK: Containers within

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let name = SuperKey.super.stringValue
    guard let value = fields[name] ?? decoder.filler(forName: name, optionalOnly: false) else {
      throw DecodingError.keyNotFound(
        SuperKey.super, decoder.context(Self.missingDescription, at: .same))
    }
    return ValueDecoder(value, within: decoder, at: .key(SuperKey.super), subject: nil)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }

  private func nested(_ key: Key) throws -> ValueDecoder {
    ValueDecoder(try field(key), within: decoder, at: .key(key), subject: nil)
  }
}
