import Foundation

/// Writes the XML form, for people: a value a line, indented by tabs, keys in order.
///
/// There is no recursion: containers that are being written stand on a stack of their own.
struct XMLPropertyListWriter: ~Copyable {
  private var output = OutputBytes()

  /// Deeper lines stay at this column, so that nesting cannot make a small value a large file.
  private static let deepestIndentation = 32

  /// The bytes of a value.
  ///
  /// - Throws: ``PropertyListError`` with the path of what XML cannot carry exactly.
  static func data(for value: PropertyListValue) throws(PropertyListError) -> Data {
    var writer = XMLPropertyListWriter()
    writer.output.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    try writer.write(value)
    writer.output.append("</plist>\n")
    return writer.output.data()
  }

  /// A container that is being written.
  private struct Frame {
    let isDictionary: Bool
    let fields: SortedFields
    let elements: [PropertyListValue]
    var next = 0

    var count: Int { isDictionary ? fields.count : elements.count }
    var step: PropertyListError.PathComponent { isDictionary ? .key(fields[next].key) : .index(next) }
  }

  private mutating func write(_ value: PropertyListValue) throws(PropertyListError) {
    guard var frame = open(value, depth: 0) else {
      if let reason = scalar(value, depth: 0) { throw PropertyListError(reason: reason, location: .path([])) }
      return
    }
    var enclosing: [Frame] = []
    while true {
      let depth = enclosing.count + 1
      if let inner = try fill(&frame, depth: depth, within: enclosing) {
        enclosing.append(frame)
        frame = inner
        guard depth < PropertyListValue.serializedNestingLimit else {
          throw PropertyListError(nestedTooDeepAt: enclosing.map(\.step))
        }
        continue
      }
      indent(depth - 1)
      output.append(frame.isDictionary ? "</dict>\n" : "</array>\n")
      guard let outer = enclosing.popLast() else { return }
      frame = outer
      frame.next += 1
    }
  }

  /// Writes elements up to the first that is a container with something in it, and returns that one, opened.
  private mutating func fill(
    _ frame: inout Frame, depth: Int, within enclosing: [Frame]
  ) throws(PropertyListError) -> Frame? {
    while frame.next < frame.count {
      var fault: String?
      let value: PropertyListValue
      if frame.isDictionary {
        let field = frame.fields[frame.next]
        indent(depth)
        output.append("<key>")
        fault = text(field.key).map { "Its key holds \($0), which XML cannot carry." }
        output.append("</key>\n")
        value = field.value
      } else {
        value = frame.elements[frame.next]
      }
      if fault == nil {
        if let inner = open(value, depth: depth) { return inner }
        fault = scalar(value, depth: depth)
      }
      if let fault {
        throw PropertyListError(reason: fault, location: .path(enclosing.map(\.step) + [frame.step]))
      }
      frame.next += 1
    }
    return nil
  }

  /// Writes the beginning of a container that has something in it.
  private mutating func open(_ value: PropertyListValue, depth: Int) -> Frame? {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      indent(depth)
      output.append("<array>\n")
      return Frame(isDictionary: false, fields: SortedFields(), elements: elements)
    case .dictionary(let fields) where !fields.isEmpty:
      indent(depth)
      output.append("<dict>\n")
      return Frame(isDictionary: true, fields: SortedFields(fields), elements: [])
    default: return nil
    }
  }

  private mutating func indent(_ depth: Int) {
    output.append(repeating: UInt8(ascii: "\t"), count: min(depth, Self.deepestIndentation))
  }

  /// Writes any other value as a line, or returns why XML cannot carry it.
  private mutating func scalar(_ value: PropertyListValue, depth: Int) -> String? {
    indent(depth)
    switch value {
    case .string(let string):
      output.append("<string>")
      if let fault = text(string) { return "A string holds \(fault), which XML cannot carry." }
      output.append("</string>\n")
    case .boolean(let flag): output.append(flag ? "<true/>\n" : "<false/>\n")
    case .integer(let number): integer(magnitude: number.magnitude, isNegative: number < 0)
    case .unsignedInteger(let number): integer(magnitude: number, isNegative: false)
    case .real(let number): return real(number)
    case .date(let date):
      switch XMLDate.components(of: date) {
      case .success(let components): self.date(components)
      case .failure(let fault): return fault.reason
      }
    case .data(let data): base64(data, depth: depth)
    case .array: output.append("<array/>\n")
    case .dictionary: output.append("<dict/>\n")
    }
    return nil
  }

  private mutating func integer(magnitude: UInt64, isNegative: Bool) {
    output.append("<integer>")
    if isNegative { output.append(UInt8(ascii: "-")) }
    output.append(decimal: magnitude)
    output.append("</integer>\n")
  }

  private mutating func real(_ number: Double) -> String? {
    output.append("<real>")
    if number.isFinite {
      var shortest = number.description
      shortest.withUTF8 { output.append(UnsafeRawBufferPointer($0)) }
    } else if number.isInfinite {
      output.append(number > 0 ? "+infinity" : "-infinity")
    } else {
      // The text "nan" is one of many NaNs.
      guard number.bitPattern == Double.nan.bitPattern else { return "XML cannot carry the bits of an unusual NaN." }
      output.append("nan")
    }
    output.append("</real>\n")
    return nil
  }

  private mutating func date(_ components: XMLDate) {
    output.append("<date>")
    output.append(decimal: UInt64(components.year), digits: 4)
    output.append("-")
    output.append(decimal: UInt64(components.month), digits: 2)
    output.append("-")
    output.append(decimal: UInt64(components.day), digits: 2)
    output.append("T")
    output.append(decimal: UInt64(components.second / 3600), digits: 2)
    output.append(":")
    output.append(decimal: UInt64(components.second / 60 % 60), digits: 2)
    output.append(":")
    output.append(decimal: UInt64(components.second % 60), digits: 2)
    output.append("Z</date>\n")
  }

  /// Lines of at most 76 characters, as Foundation and `plistlib` write them.
  private mutating func base64(_ data: Data, depth: Int) {
    output.append("<data>\n")
    let bytesInLine = 57
    data.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: bytesInLine) {
        indent(depth)
        output.append(base64: UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + bytesInLine, bytes.count)]))
        output.append("\n")
      }
    }
    indent(depth)
    output.append("</data>\n")
  }

  /// Writes text, or returns what in it XML cannot carry.
  private mutating func text(_ string: String) -> String? {
    var string = string
    return string.withUTF8 { output.append(xmlText: UnsafeRawBufferPointer($0)) }
  }
}
