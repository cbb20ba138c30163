/// Gives the elements of one value to its encoder.
struct UnkeyedValueEncoder: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.elements.count }

  private func append(_ value: PropertyListValue) throws {
    try encoder.checkForFault()
    encoder.elements.append(value)
  }

  func encodeNil() throws { try append(ReservedMarker.nilValue()) }
  func encode(_ value: Bool) throws { try append(.boolean(value)) }
  func encode(_ value: String) throws { try append(.string(value)) }
  func encode(_ value: Double) throws { try append(.real(value)) }
  func encode(_ value: Float) throws { try append(.real(Double(value))) }
  func encode(_ value: Int) throws { try append(value.propertyListValue) }
  func encode(_ value: Int8) throws { try append(value.propertyListValue) }
  func encode(_ value: Int16) throws { try append(value.propertyListValue) }
  func encode(_ value: Int32) throws { try append(value.propertyListValue) }
  func encode(_ value: Int64) throws { try append(value.propertyListValue) }
  func encode(_ value: Int128) throws { try append(value.propertyListValue) }
  func encode(_ value: UInt) throws { try append(value.propertyListValue) }
  func encode(_ value: UInt8) throws { try append(value.propertyListValue) }
  func encode(_ value: UInt16) throws { try append(value.propertyListValue) }
  func encode(_ value: UInt32) throws { try append(value.propertyListValue) }
  func encode(_ value: UInt64) throws { try append(value.propertyListValue) }
  func encode(_ value: UInt128) throws { try append(value.propertyListValue) }

  func encode<T: Encodable>(_ value: T) throws { try append(encoder.boxed(value, at: .index(count))) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    nested().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  func superEncoder() -> any Encoder { nested() }

  private func nested() -> ValueEncoder {
    let index = count
    encoder.elements.append(.dictionary([:]))  // holds the place
    return encoder.nested(at: .index(index), name: String(index))
  }
}
