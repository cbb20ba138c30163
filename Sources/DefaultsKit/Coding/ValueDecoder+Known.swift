import Foundation

extension ValueDecoder {
  /// The value of a type that has a stored form of its own, whatever it decodes from elsewhere; nil for other types.
  func known<T>(_ type: T.Type, from stored: PropertyListValue, at step: PathStep) throws -> T? {
    if T.self == String.self { return identity(try scalar(String.self, stored, at: step), as: T.self) }
    if T.self == Int.self { return identity(try scalar(Int.self, stored, at: step), as: T.self) }
    if T.self == Double.self { return identity(try scalar(Double.self, stored, at: step), as: T.self) }
    if T.self == Bool.self { return identity(try scalar(Bool.self, stored, at: step), as: T.self) }
    if T.self == Date.self { return identity(try scalar(Date.self, stored, at: step), as: T.self) }
    if T.self == Data.self { return identity(try scalar(Data.self, stored, at: step), as: T.self) }
    if T.self == URL.self { return identity(try scalar(URL.self, stored, at: step), as: T.self) }
    if T.self == UUID.self { return identity(try scalar(UUID.self, stored, at: step), as: T.self) }
    if T.self == Decimal.self { return identity(try scalar(Decimal.self, stored, at: step), as: T.self) }
    if T.self == PropertyListValue.self { return identity(try plain(stored, at: step), as: T.self) }
    return nil
  }

  private func plain(_ stored: PropertyListValue, at step: PathStep) throws -> PropertyListValue {
    guard ReservedMarker.nilDepth(of: stored) == nil else { throw mismatch(PropertyListValue.self, stored, at: step) }
    guard !stored.nests(deeperThan: CodingLimit.containers - depth(at: step)) else {
      throw DecodingError.dataCorrupted(context(CodingLimit.description, at: step))
    }
    let value = session.isJSON ? JSONNumber.nearestDoubles(in: stored) : stored
    return ReservedMarker.unescaped(value)
  }

  /// The scalar that is stored, by the rules of its ``PropertyListConvertible`` conformance.
  func scalar<T: PropertyListConvertible>(
    _ type: T.Type, _ stored: PropertyListValue, at step: PathStep
  ) throws -> T {
    if let value = T(propertyListValue: stored) { return value }
    return try unusualScalar(type, stored, at: step)
  }

  private func unusualScalar<T: PropertyListConvertible>(
    _ type: T.Type, _ stored: PropertyListValue, at step: PathStep
  ) throws -> T {
    // The type was versioned when this was stored, and is not any more.
    if let wrapped = SchemaStamp.wrapped(in: stored) { return try scalar(type, wrapped, at: step) }
    if session.isJSON, let value = JSONScalar.value(of: type, from: stored) { return value }
    // The fields that these types encode with other coders.
    if T.self == URL.self || T.self == Decimal.self, let type = type as? any Decodable.Type,
      case .dictionary = stored, ReservedMarker.nilDepth(of: stored) == nil,
      let value = try type.init(from: ValueDecoder(stored, within: self, at: step, subject: type)) as? T
    {
      return value
    }
    throw mismatch(type, stored, at: step)
  }
}
