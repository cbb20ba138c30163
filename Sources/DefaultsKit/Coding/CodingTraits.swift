/// An optional, whatever it wraps.
private protocol AnyOptional {}

extension Optional: AnyOptional {}

/// What the coders ask of a type, beyond its `Codable` conformance.
enum CodingTraits {
  static func isOptional(_ type: Any.Type) -> Bool { type is any AnyOptional.Type }
}
