public import Foundation

/// A value that a property list can hold.
///
/// Equality is exact: two values are equal when they read back as the same bits. Two NaNs of the same bits are equal,
/// `-0.0` and `0.0` differ, and strings are compared scalar by scalar. Keys of dictionaries are Swift strings: two
/// Unicode forms of one text are one key.
public enum PropertyListValue: Sendable {
  /// A string.
  case string(String)
  /// A Boolean.
  case boolean(Bool)
  /// An integer within the range of `Int64`.
  case integer(Int64)
  /// An integer above `Int64.max`.
  ///
  /// Smaller numbers are ``integer(_:)``, so that equal numbers are equal values; a smaller one here compares as such.
  case unsignedInteger(UInt64)
  /// A double-precision number.
  case real(Double)
  /// A point in time, kept as seconds since 2001-01-01T00:00:00Z.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// A list of values.
  case array([PropertyListValue])
  /// Values under unique keys.
  case dictionary([String: PropertyListValue])
}

/// The two serialized forms of a property list.
public enum PropertyListFormat: Sendable, Hashable {
  /// The binary format, `bplist00`: carries every value exactly, but for a date that is no finite number.
  case binary
  /// The XML format, version 1.0: for people to read and edit.
  ///
  /// It cannot carry dates with fractional seconds or outside the years 1 to 9999, control characters other than tab,
  /// line feed and carriage return, U+FFFE and U+FFFF, and NaNs of unusual bits; writing those throws.
  case xml
}
