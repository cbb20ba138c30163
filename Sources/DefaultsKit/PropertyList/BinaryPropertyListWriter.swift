import Foundation

/// Writes the binary form.
///
/// There is no recursion: containers that are being written stand on a stack of their own. Keys of inner dictionaries
/// and Booleans are written once and shared; whatever else is equal is written again, which is quicker than to find it.
struct BinaryPropertyListWriter: ~Copyable {
  private var output: OutputBytes
  private var offsets: [Int] = []
  private let referenceWidth: Int
  private var booleans: (no: Int?, yes: Int?) = (nil, nil)
  private var holdsUnusualNaN = false
  private var innerKeys: [String: (object: Int, key: String)] = [:]

  /// The bytes of a value.
  ///
  /// - Parameters:
  ///   - value: The value to write.
  ///   - checksum: Gives the four bytes that no reader looks at, from all bytes with zeros in their place; see
  ///     ``BinaryPropertyListTrailer/checksumRange(inByteCount:)``.
  /// - Returns: The whole file.
  /// - Throws: ``PropertyListError`` with the path of what cannot be read back.
  static func data(
    for value: PropertyListValue, checksum: ((UnsafeRawBufferPointer) -> UInt32)? = nil
  ) throws(PropertyListError) -> Data {
    var writer = BinaryPropertyListWriter(objectCount: value.objectCount)
    try writer.write(value)
    return writer.finish(checksum)
  }

  private init(objectCount: Int) {
    referenceWidth = BinaryPropertyListTrailer.width(toCount: objectCount)
    output = OutputBytes(capacity: 64 + objectCount * 24)
    offsets.reserveCapacity(objectCount)
    output.append(BinaryPropertyListTrailer.header)
  }

  /// A container that is being written.
  private struct Frame {
    var fields: Dictionary<String, PropertyListValue>.Iterator?
    var elements: [PropertyListValue]
    let count: Int
    /// Where its references stand: of a dictionary all keys, then all values.
    let references: Int
    var next = 0
    var key = ""

    var step: PropertyListError.PathComponent { fields == nil ? .index(next) : .key(key) }
  }

  private mutating func write(_ value: PropertyListValue) throws(PropertyListError) {
    guard var frame = open(value) else {
      if let reason = value.reasonNotToWrite { throw PropertyListError(reason: reason, location: .path([])) }
      _ = scalar(value)
      return
    }
    var enclosing: [Frame] = []
    while true {
      if let inner = try fill(&frame, within: enclosing) {
        enclosing.append(frame)
        frame = inner
        guard enclosing.count < PropertyListValue.serializedNestingLimit else {
          throw PropertyListError(nestedTooDeepAt: enclosing.map(\.step))
        }
      } else if let outer = enclosing.popLast() {
        frame = outer
        frame.next += 1
      } else {
        return
      }
    }
  }

  /// Writes elements up to the first that is a container, and returns that one, opened.
  private mutating func fill(_ frame: inout Frame, within enclosing: [Frame]) throws(PropertyListError) -> Frame? {
    while frame.next < frame.count {
      let value: PropertyListValue
      var reference = frame.references + frame.next * referenceWidth
      if let (key, field) = frame.fields?.next() {
        frame.key = key
        output.store(UInt64(keyObject(key, isInner: !enclosing.isEmpty)), at: reference, width: referenceWidth)
        reference += frame.count * referenceWidth
        value = field
      } else {
        value = frame.elements[frame.next]
      }
      let object = offsets.count
      if let inner = open(value) {
        output.store(UInt64(object), at: reference, width: referenceWidth)
        return inner
      }
      if let reason = value.reasonNotToWrite {
        throw PropertyListError(reason: reason, location: .path(enclosing.map(\.step) + [frame.step]))
      }
      output.store(UInt64(scalar(value)), at: reference, width: referenceWidth)
      frame.next += 1
    }
    return nil
  }

  /// Writes the beginning of a container, with room for its references.
  private mutating func open(_ value: PropertyListValue) -> Frame? {
    switch value {
    case .array(let elements):
      begin(0xA0, count: elements.count)
      let references = output.count
      output.append(repeating: 0, count: elements.count * referenceWidth)
      return Frame(elements: elements, count: elements.count, references: references)
    case .dictionary(let fields):
      begin(0xD0, count: fields.count)
      let references = output.count
      output.append(repeating: 0, count: 2 * fields.count * referenceWidth)
      return Frame(fields: fields.makeIterator(), elements: [], count: fields.count, references: references)
    default: return nil
    }
  }

  private mutating func keyObject(_ key: String, isInner: Bool) -> Int {
    guard isInner else { return string(key) }
    // Equal strings may differ in their scalars, and are written as they are.
    if let known = innerKeys[key], known.key.utf8.elementsEqual(key.utf8) { return known.object }
    let object = string(key)
    innerKeys[key] = (object, key)
    return object
  }

  /// Writes a value that is no container, and returns its object's number.
  private mutating func scalar(_ value: PropertyListValue) -> Int {
    switch value {
    case .string(let text): return string(text)
    case .integer(let number): integer(number)
    case .unsignedInteger(let number):
      if let small = Int64(exactly: number) { integer(small) } else { wide(number) }
    case .real(let number):
      beginObject()
      output.append(0x23)
      if number.isNaN, number.bitPattern != Double.nan.bitPattern { holdsUnusualNaN = true }
      output.append(number.bitPattern, width: 8)
    case .boolean(let flag):
      if let object = flag ? booleans.yes : booleans.no { return object }
      if flag { booleans.yes = offsets.count } else { booleans.no = offsets.count }
      beginObject()
      output.append(flag ? 0x09 : 0x08)
    case .date(let date):
      beginObject()
      output.append(0x33)
      output.append(date.timeIntervalSinceReferenceDate.bitPattern, width: 8)
    case .data(let data):
      begin(0x40, count: data.count)
      data.withUnsafeBytes { output.append($0) }
    case .array, .dictionary: break
    }
    return offsets.count - 1
  }

  private mutating func beginObject() { offsets.append(output.count) }

  private mutating func begin(_ marker: UInt8, count: Int) {
    beginObject()
    if count < 15 {
      output.append(marker | UInt8(truncatingIfNeeded: count))
    } else {
      output.append(marker | 0xF)
      number(Int64(count))
    }
  }

  private mutating func integer(_ value: Int64) {
    beginObject()
    number(value)
  }

  private mutating func number(_ value: Int64) {
    switch value {
    case 0...0xFF: output.append(0x1000 | UInt64(value), width: 2)
    case 0...0xFFFF: output.append(0x11_0000 | UInt64(value), width: 3)
    case 0...0xFFFF_FFFF: output.append(0x12_0000_0000 | UInt64(value), width: 5)
    default:
      output.append(0x13)
      output.append(UInt64(bitPattern: value), width: 8)
    }
  }

  /// A number above `Int64.max`: 8 bytes have a sign, so it takes 16.
  private mutating func wide(_ value: UInt64) {
    beginObject()
    output.append(0x14)
    output.append(0, width: 8)
    output.append(value, width: 8)
  }

  private mutating func string(_ text: String) -> Int {
    var text = text
    let isASCII = text.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      guard bytes.isASCII else { return false }
      begin(0x50, count: bytes.count)
      output.append(bytes)
      return true
    }
    if !isASCII {
      begin(0x60, count: text.utf16.count)
      for unit in text.utf16 { output.append(UInt64(unit), width: 2) }
    }
    return offsets.count - 1
  }

  private consuming func finish(_ checksum: ((UnsafeRawBufferPointer) -> UInt32)?) -> Data {
    let table = output.count
    let width = BinaryPropertyListTrailer.width(toCount: table + 1)
    output.reserve(offsets.count * width + 64)
    for offset in offsets { output.append(UInt64(offset), width: width) }
    output.append(0, width: BinaryPropertyListTrailer.nanMarkOffset)
    output.append(holdsUnusualNaN ? 1 : 0, width: 1)
    output.append(0, width: 1)
    output.append(UInt64(width), width: 1)
    output.append(UInt64(referenceWidth), width: 1)
    output.append(UInt64(offsets.count), width: 8)
    output.append(0, width: 8)
    output.append(UInt64(table), width: 8)
    if let checksum {
      let range = BinaryPropertyListTrailer.checksumRange(inByteCount: output.count)
      output.store(UInt64(checksum(output.bytes)), at: range.lowerBound, width: range.count)
    }
    return output.data()
  }
}
