/// An optional, whatever it wraps.
private protocol AnyOptional {}

extension Optional: AnyOptional {}

/// What the coders ask of a type, beyond its `Codable` conformance.
enum CodingTraits {
  static func isOptional(_ type: Any.Type) -> Bool { type is any AnyOptional.Type }
}

/// A value as one of its own type, where generic code knows that type by another name; nil where it is of another.
///
/// Two pointers are compared: a cast asks the runtime, which is some fifty times dearer, for each element of an array.
@inline(__always)
func identity<Known, Wanted>(_ value: Known, as type: Wanted.Type) -> Wanted? {
  Known.self == Wanted.self ? unsafeBitCast(value, to: Wanted.self) : nil
}
