import Foundation

/// Puts binary property lists together by hand, sound ones and others.
struct BinaryPropertyListBuilder {
  /// The bytes of each object, in order.
  var objects: [[UInt8]]
  var offsetWidth = 2
  var referenceWidth = 1
  var top: UInt64 = 0
  /// What the trailer says, where that is not the truth.
  var statedCount: UInt64?
  var statedTable: UInt64?
  /// What an object's entry in the table says, where that is not the truth.
  var statedOffsets: [Int: UInt64] = [:]
  var header = "bplist00"
  var unused: [UInt8] = [0, 0, 0, 0, 0, 0]

  init(_ objects: [[UInt8]]) { self.objects = objects }

  var data: Data {
    var bytes = Array(header.utf8)
    var offsets: [UInt64] = []
    for object in objects {
      offsets.append(UInt64(bytes.count))
      bytes += object
    }
    let table = bytes.count
    for (index, offset) in offsets.enumerated() {
      bytes += Self.number(statedOffsets[index] ?? offset, width: offsetWidth)
    }
    bytes += unused
    bytes += [UInt8(offsetWidth), UInt8(referenceWidth)]
    bytes += Self.number(statedCount ?? UInt64(objects.count), width: 8)
    bytes += Self.number(top, width: 8)
    bytes += Self.number(statedTable ?? UInt64(table), width: 8)
    return Data(bytes)
  }

  /// The lowest bytes of a number, the highest of them first.
  static func number(_ number: UInt64, width: Int) -> [UInt8] {
    (0..<width).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) : 0 }
  }

  /// A chain of arrays that hold each other, so many of them, around the text "x".
  static func arrays(nested depth: Int) -> Data {
    var builder = BinaryPropertyListBuilder([])
    builder.offsetWidth = 4
    builder.referenceWidth = 4
    builder.objects = (0..<depth).map { [0xA1] + number(UInt64($0 + 1), width: 4) }
    builder.objects.append([0x51, 0x78])
    return builder.data
  }
}
