/// Gives the one value that stands for another to the type that decodes it.
struct SingleValueDecoder: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { ReservedMarker.nilDepth(of: decoder.value) == 0 }

  func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
  func decode(_ type: String.Type) throws -> String { try scalar(type) }
  func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
  func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
  func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }

  private func scalar<T: PropertyListConvertible>(_ type: T.Type) throws -> T {
    try decoder.scalar(type, decoder.value, at: .same)
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    var value = decoder.value
    if ReservedMarker.nilDepth(of: value) != nil, decoder.subject.map(CodingTraits.isOptional) ?? false {
      value = ReservedMarker.shallower(value)
    }
    return try decoder.unboxed(value, as: type, at: .same)
  }
}
