import Foundation

extension PropertyListValue: Hashable {
  /// Whether two values are the same, to the bit.
  ///
  /// There is no recursion, so that the deepest values compare on the smallest stack.
  public static func == (lhs: PropertyListValue, rhs: PropertyListValue) -> Bool {
    guard lhs.isContainer, rhs.isContainer else { return scalarsAreEqual(lhs, rhs) }
    var pending = [(lhs, rhs)]
    func matches(_ a: PropertyListValue, _ b: PropertyListValue) -> Bool {
      guard a.isContainer, b.isContainer else { return scalarsAreEqual(a, b) }
      pending.append((a, b))
      return true
    }
    while let pair = pending.popLast() {
      switch pair {
      case (.array(let a), .array(let b)):
        guard a.count == b.count, zip(a, b).allSatisfy(matches) else { return false }
      case (.dictionary(let a), .dictionary(let b)):
        guard a.count == b.count else { return false }
        for (key, field) in a {
          guard let other = b[key], matches(field, other) else { return false }
        }
      default: return false
      }
    }
    return true
  }

  private static func scalarsAreEqual(_ lhs: PropertyListValue, _ rhs: PropertyListValue) -> Bool {
    switch (lhs, rhs) {
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.unsignedInteger(let a), .unsignedInteger(let b)): a == b
    case (.integer(let a), .unsignedInteger(let b)), (.unsignedInteger(let b), .integer(let a)):
      a >= 0 && UInt64(a) == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.date(let a), .date(let b)):
      a.timeIntervalSinceReferenceDate.bitPattern == b.timeIntervalSinceReferenceDate.bitPattern
    case (.data(let a), .data(let b)): a == b
    default: false
    }
  }

  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) {
    // Deeper levels tell few values apart, and must not need more stack than there is.
    hash(into: &hasher, levels: 8)
  }

  private func hash(into hasher: inout Hasher, levels: Int) {
    switch self {
    case .array(let elements):
      hasher.combine(6)
      hasher.combine(elements.count)
      if levels > 0 { for element in elements { element.hash(into: &hasher, levels: levels - 1) } }
    case .dictionary(let fields):
      hasher.combine(7)
      hasher.combine(fields.count)
      guard levels > 0 else { return }
      var sum = 0  // the same in any order
      for (key, field) in fields {
        var inner = Hasher()
        inner.combine(key)
        field.hash(into: &inner, levels: levels - 1)
        sum ^= inner.finalize()
      }
      hasher.combine(sum)
    default: hashScalar(into: &hasher)
    }
  }

  private func hashScalar(into hasher: inout Hasher) {
    switch self {
    case .string(let value):
      hasher.combine(0)
      var value = value
      value.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(0xFF as UInt8)  // no text holds it, so texts that follow each other cannot run together
    case .boolean(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .integer(let value):
      hasher.combine(2)
      hasher.combine(UInt64(bitPattern: value))
    case .unsignedInteger(let value):
      hasher.combine(2)
      hasher.combine(value)
    case .real(let value):
      hasher.combine(3)
      hasher.combine(value.bitPattern)
    case .date(let value):
      hasher.combine(4)
      hasher.combine(value.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let value):
      hasher.combine(5)
      hasher.combine(value)
    case .array, .dictionary: break
    }
  }
}
