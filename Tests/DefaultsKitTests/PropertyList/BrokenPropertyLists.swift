import Foundation

/// Binary property lists that broke other readers, each one flipped bit away from a sound one.
enum BrokenPropertyLists {
  /// A sound property list of 442 bytes.
  static let whole = bytes(
    """
    YnBsaXN0MDDfEBQBAgMEBQYHCAkKCwwNDg8QERITFBUWFxgdHh8gISIjJCUmJygpKissVWtleS4wVWtleS4xVmtleS4xMFZrZXku
    MTFWa2V5LjEyVmtleS4xM1ZrZXkuMTRWa2V5LjE1VmtleS4xNlZrZXkuMTdWa2V5LjE4VmtleS4xOVVrZXkuMlVrZXkuM1VrZXku
    NFVrZXkuNVVrZXkuNlVrZXkuN1VrZXkuOFVrZXkuORAAV3ZhbHVlIDEjQAqqqqqqqqukGRobHBABUXhDAQIDMwAAAAAAAAAAEAxY
    dmFsdWUgMTMjQBKqqqqqqqukGRobHBAQWHZhbHVlIDE3I0AYAAAAAAAApBkaGxwjP+VVVVVVVVWkGRobHBAEV3ZhbHVlIDUjQAAA
    AAAAAACkGRobHBAIV3ZhbHVlIDkACAAzADkAPwBGAE0AVABbAGIAaQBwAHcAfgCFAIsAkQCXAJ0AowCpAK8AtQC3AL8AyADNAM8A
    0QDVAN4A4ADpAPIA9wD5AQIBCwEQARkBHgEgASgBMQE2ATgAAAAAAAACAQAAAAAAAAAtAAAAAAAAAAAAAAAAAAABQA==
    """)

  /// Foundation's `PropertyListSerialization` crashes on the first two, and a recursive decode of the others never ends.
  static let flipped: [(name: String, data: Data)] = [
    ("bad-pls-8-4-crash", whole.flipping(bit: 4, ofByte: 8)),
    ("bad-pls-209-7-crash", whole.flipping(bit: 7, ofByte: 209)),
    ("bad-pld-38-5-hang", whole.flipping(bit: 5, ofByte: 38)),
    ("bad-pld-201-0-hang", whole.flipping(bit: 0, ofByte: 201)),
    ("bad-pld-202-1-hang", whole.flipping(bit: 1, ofByte: 202)),
  ]

  private static func bytes(_ text: String) -> Data {
    Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
  }
}

extension Data {
  /// The same bytes but for one bit.
  func flipping(bit: Int, ofByte index: Int) -> Data {
    var data = self
    data[startIndex + index] ^= 1 << UInt8(bit)
    return data
  }
}
