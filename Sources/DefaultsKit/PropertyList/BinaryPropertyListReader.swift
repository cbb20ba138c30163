import Foundation

/// Reads the binary form, from bytes that may be hostile.
///
/// There is no recursion: containers that are being read stand on a stack of their own, at most 512. Every offset and
/// length is checked against the bytes. An object that is referenced again is read once and shared; because sharing
/// lets a few bytes stand for a value of any size, what the value weighs unshared is bounded too.
struct BinaryPropertyListReader {
  /// What an unshared value may weigh: a reference weighs 16, texts and data their bytes in addition.
  ///
  /// Without sharing, nothing can exceed 17 times its bytes; small files may share as much as they like up to 64 MiB.
  static func weightLimit(forByteCount count: Int) -> Int { max(64 << 20, count * 32) }

  let bytes: UnsafeRawBufferPointer
  let trailer: BinaryPropertyListTrailer
  private var weight = 0
  private let weightLimit: Int
  /// Of each object: 0 not met yet, -1 being read, above that one more than its index in `finished`.
  private var progress: [Int32]
  private var finished: [(value: PropertyListValue, weight: Int)] = []

  /// Texts and data from this length on are shared rather than read again.
  private static let sharedLength = 64

  /// The value that the bytes hold.
  static func value(in bytes: UnsafeRawBufferPointer) throws(PropertyListError) -> PropertyListValue {
    var reader = try BinaryPropertyListReader(bytes)
    return try reader.read()
  }

  private init(_ bytes: UnsafeRawBufferPointer) throws(PropertyListError) {
    self.bytes = bytes
    trailer = try BinaryPropertyListTrailer(bytes)
    guard trailer.objectCount < Int32.max else {
      throw PropertyListError(reason: "There are more objects than a preference file can hold.")
    }
    weightLimit = Self.weightLimit(forByteCount: bytes.count)
    progress = [Int32](repeating: 0, count: trailer.objectCount)
  }

  /// A container that is being read.
  private struct Frame {
    let object: Int
    let isDictionary: Bool
    let count: Int
    /// Where its references begin: of a dictionary all keys, then all values.
    let references: Int
    let weightBefore: Int
    var next = 0
    var elements: [PropertyListValue] = []
    var fields: [String: PropertyListValue] = [:]
  }

  private mutating func read() throws(PropertyListError) -> PropertyListValue {
    if let value = try leaf(trailer.topObject) { return value }
    // They are changed where they stand: a second reference would copy all elements at each change.
    var frames = [try open(trailer.topObject)]
    while true {
      if let inner = try fill(&frames[frames.count - 1]) {
        guard frames.count < PropertyListValue.serializedNestingLimit else {
          throw PropertyListError(
            byte: try offset(ofObject: inner),
            "Arrays and dictionaries nest deeper than \(PropertyListValue.serializedNestingLimit) levels.")
        }
        frames.append(try open(inner))
        continue
      }
      let frame = frames.removeLast()
      let value: PropertyListValue = frame.isDictionary ? .dictionary(frame.fields) : .array(frame.elements)
      finish(frame.object, value, weight: weight - frame.weightBefore)
      if frames.isEmpty { return value }
      try accept(value, into: &frames[frames.count - 1])
    }
  }

  /// Reads elements up to the first that is an unread container, and returns that one's number.
  private mutating func fill(_ frame: inout Frame) throws(PropertyListError) -> Int? {
    let width = trailer.referenceWidth
    let values = frame.references + (frame.isDictionary ? frame.count * width : 0)
    while frame.next < frame.count {
      let object = try reference(at: values + frame.next * width)
      guard let value = try leaf(object) else { return object }
      try accept(value, into: &frame)
    }
    return nil
  }

  @inline(__always)
  private mutating func accept(_ value: PropertyListValue, into frame: inout Frame) throws(PropertyListError) {
    if frame.isDictionary {
      let object = try reference(at: frame.references + frame.next * trailer.referenceWidth)
      guard case .string(let key)? = try leaf(object) else {
        throw PropertyListError(byte: try offset(ofObject: object), "A key of a dictionary is no string.")
      }
      frame.fields[key] = value
    } else {
      frame.elements.append(value)
    }
    frame.next += 1
  }

  private mutating func finish(_ object: Int, _ value: PropertyListValue, weight: Int) {
    finished.append((value, weight))
    progress[object] = Int32(truncatingIfNeeded: finished.count)
  }

  /// Begins to read a container.
  private mutating func open(_ object: Int) throws(PropertyListError) -> Frame {
    let start = try offset(ofObject: object)
    let isDictionary = bytes[start] >> 4 == 0xD
    let (count, references) = try length(at: start, unit: trailer.referenceWidth * (isDictionary ? 2 : 1))
    let before = weight
    try weigh(count * (isDictionary ? 32 : 16), at: start)
    progress[object] = -1
    var frame = Frame(
      object: object, isDictionary: isDictionary, count: count, references: references, weightBefore: before)
    if isDictionary { frame.fields.reserveCapacity(count) } else { frame.elements.reserveCapacity(count) }
    return frame
  }

  @inline(__always)
  private mutating func weigh(_ amount: Int, at start: Int) throws(PropertyListError) {
    weight += amount
    guard weight <= weightLimit else {
      throw PropertyListError(
        byte: start, "Objects are shared so often that they would stand for more than \(weightLimit) bytes.")
    }
  }

  /// The value of an object, unless it is a container that has not been read.
  @inline(__always)
  private mutating func leaf(_ object: Int) throws(PropertyListError) -> PropertyListValue? {
    let start = try offset(ofObject: object)
    let marker = bytes[start]
    switch marker >> 4 {
    case 0x0 where marker == 0x08: return .boolean(false)
    case 0x0 where marker == 0x09: return .boolean(true)
    case 0x1: return try integer(at: start)
    case 0x2: return .real(try real(at: start))
    case 0x3 where marker == 0x33: return .date(try date(at: start))
    case 0x4, 0x5, 0x6: return try content(ofObject: object, at: start, kind: marker >> 4)
    case 0xA, 0xD:
      switch progress[object] {
      case 0: return nil
      case -1: throw PropertyListError(byte: start, "An array or dictionary holds itself.")
      case let index: return try share(Int(index) - 1, at: start)
      }
    default: throw unsupported(marker, at: start)
    }
  }

  private mutating func share(_ index: Int, at start: Int) throws(PropertyListError) -> PropertyListValue {
    let known = finished[index]
    try weigh(known.weight, at: start)
    return known.value
  }

  /// Data or text.
  private mutating func content(
    ofObject object: Int, at start: Int, kind: UInt8
  ) throws(PropertyListError) -> PropertyListValue {
    let (count, content) = try length(at: start, unit: kind == 0x6 ? 2 : 1)
    if count >= Self.sharedLength, progress[object] > 0 { return try share(Int(progress[object]) - 1, at: start) }
    try weigh(count, at: start)
    let value: PropertyListValue =
      switch kind {
      case 0x4: .data(Data(bytes[content..<content + count]))
      case 0x5: .string(try ascii(at: content, count: count))
      default: .string(try utf16(at: content, count: count))
      }
    if count >= Self.sharedLength { finish(object, value, weight: count) }
    return value
  }
}
