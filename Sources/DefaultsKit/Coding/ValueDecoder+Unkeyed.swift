/// Gives the stored elements of one value to the type that decodes it.
struct UnkeyedValueDecoder: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  let elements: [PropertyListValue]
  private(set) var currentIndex = 0

  init(decoder: ValueDecoder, elements: [PropertyListValue]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  /// Decodes the next element; one that fails stays the next.
  private mutating func next<T>(
    _ type: Any.Type, _ decode: (ValueDecoder, PropertyListValue, PathStep) throws -> T
  ) throws -> T {
    let step = PathStep.index(currentIndex)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(type, decoder.context("The array has no more elements.", at: step))
    }
    let value = try decode(decoder, elements[currentIndex], step)
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Any?.self, decoder.context("The array has no more elements.", at: .index(currentIndex)))
    }
    guard ReservedMarker.nilDepth(of: elements[currentIndex]) == 0 else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
  mutating func decode(_ type: String.Type) throws -> String { try scalar(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }

  private mutating func scalar<T: PropertyListConvertible>(_ type: T.Type) throws -> T {
    try next(type) { try $0.scalar(type, $1, at: $2) }
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next(type) { try $0.unboxed($1, as: type, at: $2) }
  }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    if isAtEnd { return nil }
    if try decodeNil() { return nil }
    return try next(type) { try $0.unboxed(ReservedMarker.shallower($1), as: type, at: $2) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next([String: Any].self) { try ValueDecoder($1, within: $0, at: $2, subject: nil).container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self) { try ValueDecoder($1, within: $0, at: $2, subject: nil).unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { ValueDecoder($1, within: $0, at: $2, subject: nil) }
  }
}
