/// How deep values may nest.
enum CodingLimit {
  /// Containers within containers.
  static let containers = PropertyListValue.serializedNestingLimit
  /// Values within values, where some add no container: an optional, a wrapper.
  ///
  /// One such for each container, and a few.
  static let values = 2 * containers + 8

  static let description = "The value nests deeper than \(containers) levels, or contains itself."
  static let stackDescription = "The value nests deeper than this thread's stack allows, or contains itself."
}
