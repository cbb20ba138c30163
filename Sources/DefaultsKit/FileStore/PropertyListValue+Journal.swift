import Foundation

/// How values stand in a journal record: a byte for the kind, then the value.
extension PropertyListValue {
  private enum Tag {
    static let string: UInt8 = 1
    static let no: UInt8 = 2
    static let yes: UInt8 = 3
    static let integer: UInt8 = 4
    static let unsignedInteger: UInt8 = 5
    static let real: UInt8 = 6
    static let date: UInt8 = 7
    static let data: UInt8 = 8
    static let array: UInt8 = 9
    static let dictionary: UInt8 = 10
    /// What nests deep stands as a binary property list, which is read and written without recursion.
    static let serialized: UInt8 = 11
  }

  /// How deep values nest that are read and written here by recursion.
  private static let recursionLimit = 16

  /// Appends the bytes of a value.
  func write(to bytes: inout OutputBytes) throws(PropertyListError) {
    guard isContainer, nests(deeperThan: Self.recursionLimit) else { return writeHere(to: &bytes) }
    let serialized = try BinaryPropertyListWriter.data(for: self)
    bytes.append(Tag.serialized)
    bytes.append(count: serialized.count)
    serialized.withUnsafeBytes { bytes.append($0) }
  }

  private func writeHere(to bytes: inout OutputBytes) {
    switch self {
    case .string(let text):
      bytes.append(Tag.string)
      bytes.append(text: text)
    case .boolean(let value): bytes.append(value ? Tag.yes : Tag.no)
    case .integer(let value):
      bytes.append(Tag.integer)
      bytes.append(littleEndian: value)
    case .unsignedInteger(let value):
      bytes.append(Tag.unsignedInteger)
      bytes.append(littleEndian: value)
    case .real(let value):
      bytes.append(Tag.real)
      bytes.append(littleEndian: value.bitPattern)
    case .date(let value):
      bytes.append(Tag.date)
      bytes.append(littleEndian: value.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let value):
      bytes.append(Tag.data)
      bytes.append(count: value.count)
      value.withUnsafeBytes { bytes.append($0) }
    case .array(let elements):
      bytes.append(Tag.array)
      bytes.append(count: elements.count)
      for element in elements { element.writeHere(to: &bytes) }
    case .dictionary(let fields):
      bytes.append(Tag.dictionary)
      bytes.append(count: fields.count)
      for (name, value) in fields {
        bytes.append(text: name)
        value.writeHere(to: &bytes)
      }
    }
  }

  /// Reads a value; nil where the bytes are none, or nest deeper than any value that is stored.
  init?(_ reader: inout ByteReader, depth: Int) {
    guard let tag = reader.readByte() else { return nil }
    switch tag {
    case Tag.string:
      guard let text = reader.readString() else { return nil }
      self = .string(text)
    case Tag.no: self = .boolean(false)
    case Tag.yes: self = .boolean(true)
    case Tag.integer:
      guard let bits = reader.readUInt64() else { return nil }
      self = .integer(Int64(bitPattern: bits))
    case Tag.unsignedInteger:
      guard let bits = reader.readUInt64() else { return nil }
      self = .unsignedInteger(bits)
    case Tag.real:
      guard let bits = reader.readUInt64() else { return nil }
      self = .real(Double(bitPattern: bits))
    case Tag.date:
      guard let bits = reader.readUInt64() else { return nil }
      self = .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
    case Tag.data:
      guard let count = reader.readCount(), let bytes = reader.readBytes(count) else { return nil }
      self = .data(Data(bytes))
    case Tag.array:
      guard let elements = Self.readElements(&reader, depth) else { return nil }
      self = .array(elements)
    case Tag.dictionary:
      guard let fields = Self.readFields(&reader, depth) else { return nil }
      self = .dictionary(fields)
    case Tag.serialized:
      guard let count = reader.readCount(), let bytes = reader.readBytes(count),
        let value = try? BinaryPropertyListReader.value(in: bytes)
      else { return nil }
      self = value
    default: return nil
    }
  }

  // Apart from the switch, so that a level of nesting takes little of the stack.
  @inline(never)
  private static func readElements(_ reader: inout ByteReader, _ depth: Int) -> [PropertyListValue]? {
    guard depth <= recursionLimit, let count = reader.readCount() else { return nil }
    var elements: [PropertyListValue] = []
    for _ in 0..<count {
      guard let element = PropertyListValue(&reader, depth: depth + 1) else { return nil }
      elements.append(element)
    }
    return elements
  }

  @inline(never)
  private static func readFields(_ reader: inout ByteReader, _ depth: Int) -> [String: PropertyListValue]? {
    guard depth <= recursionLimit, let count = reader.readCount() else { return nil }
    var fields: [String: PropertyListValue] = [:]
    for _ in 0..<count {
      guard let name = reader.readString(), let value = PropertyListValue(&reader, depth: depth + 1) else {
        return nil
      }
      fields[name] = value
    }
    return fields
  }
}
