/// Gives the elements of one value to its encoder.
struct UnkeyedValueEncoder: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.elements.count }

  private func append(_ value: PropertyListValue) { encoder.elements.append(value) }

  func encodeNil() throws { append(ReservedMarker.nilValue()) }
  func encode(_ value: Bool) throws { append(.boolean(value)) }
  func encode(_ value: String) throws { append(.string(value)) }
  func encode(_ value: Double) throws { append(.real(value)) }
  func encode(_ value: Float) throws { append(.real(Double(value))) }
  func encode(_ value: Int) throws { append(value.propertyListValue) }
  func encode(_ value: Int8) throws { append(value.propertyListValue) }
  func encode(_ value: Int16) throws { append(value.propertyListValue) }
  func encode(_ value: Int32) throws { append(value.propertyListValue) }
  func encode(_ value: Int64) throws { append(value.propertyListValue) }
  func encode(_ value: Int128) throws { append(value.propertyListValue) }
  func encode(_ value: UInt) throws { append(value.propertyListValue) }
  func encode(_ value: UInt8) throws { append(value.propertyListValue) }
  func encode(_ value: UInt16) throws { append(value.propertyListValue) }
  func encode(_ value: UInt32) throws { append(value.propertyListValue) }
  func encode(_ value: UInt64) throws { append(value.propertyListValue) }
  func encode(_ value: UInt128) throws { append(value.propertyListValue) }

  func encode<T: Encodable>(_ value: T) throws { append(try encoder.boxed(value, at: .index(count))) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    nested().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  func superEncoder() -> any Encoder { nested() }

  private func nested() -> ValueEncoder {
    let index = count
    append(.dictionary([:]))  // holds the place
    return encoder.nested(at: .index(index), name: String(index))
  }
}
