/// Gives the one value that stands for another to its encoder.
struct SingleValueEncoder: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws { try encoder.setValue(ReservedMarker.nilValue()) }
  func encode(_ value: Bool) throws { try encoder.setValue(.boolean(value)) }
  func encode(_ value: String) throws { try encoder.setValue(.string(value)) }
  func encode(_ value: Double) throws { try encoder.setValue(.real(value)) }
  func encode(_ value: Float) throws { try encoder.setValue(.real(Double(value))) }
  func encode(_ value: Int) throws { try encoder.setValue(value.propertyListValue) }
  func encode(_ value: Int8) throws { try encoder.setValue(value.propertyListValue) }
  func encode(_ value: Int16) throws { try encoder.setValue(value.propertyListValue) }
  func encode(_ value: Int32) throws { try encoder.setValue(value.propertyListValue) }
  func encode(_ value: Int64) throws { try encoder.setValue(value.propertyListValue) }
  func encode(_ value: Int128) throws { try encoder.setValue(value.propertyListValue) }
  func encode(_ value: UInt) throws { try encoder.setValue(value.propertyListValue) }
  func encode(_ value: UInt8) throws { try encoder.setValue(value.propertyListValue) }
  func encode(_ value: UInt16) throws { try encoder.setValue(value.propertyListValue) }
  func encode(_ value: UInt32) throws { try encoder.setValue(value.propertyListValue) }
  func encode(_ value: UInt64) throws { try encoder.setValue(value.propertyListValue) }
  func encode(_ value: UInt128) throws { try encoder.setValue(value.propertyListValue) }

  func encode<T: Encodable>(_ value: T) throws {
    var encoded = try encoder.boxed(value, at: .same)
    // An optional around a nil: `.some(nil)` is told from `nil`. Other wrappers of a nil are a nil themselves.
    if ReservedMarker.nilDepth(of: encoded) != nil, encoder.subject.map(CodingTraits.isOptional) ?? false {
      encoded = ReservedMarker.deeper(encoded)
    }
    try encoder.setValue(encoded)
  }
}
