/// How the characters of an XML document are encoded, as its first bytes tell.
struct XMLEncoding {
  enum Form {
    case utf8, utf16, utf32
  }

  let form: Form
  let order: ByteOrder
  /// The length of the byte order mark.
  let markLength: Int

  /// Tells the encoding from a byte order mark, or from how the first character, which must be ASCII, is spelled.
  init(detectedIn bytes: UnsafeRawBufferPointer) {
    func starts(_ prefix: UInt8...) -> Bool { bytes.starts(with: prefix) }
    let start = (0..<4).map { $0 < bytes.count ? bytes[$0] : 0xFF }
    (form, order, markLength) =
      if starts(0xEF, 0xBB, 0xBF) {
        (.utf8, .big, 3)
      } else if starts(0xFF, 0xFE, 0, 0) {
        (.utf32, .little, 4)
      } else if starts(0, 0, 0xFE, 0xFF) {
        (.utf32, .big, 4)
      } else if starts(0xFF, 0xFE) {
        (.utf16, .little, 2)
      } else if starts(0xFE, 0xFF) {
        (.utf16, .big, 2)
      } else if starts(0, 0, 0), start[3] < 0x80 {
        (.utf32, .big, 0)
      } else if start[0] != 0, start[1...3] == [0, 0, 0] {
        (.utf32, .little, 0)
      } else if start[0] == 0, start[1] != 0, start[1] < 0x80 {
        (.utf16, .big, 0)
      } else if start[0] != 0, start[0] < 0x80, start[1] == 0 {
        (.utf16, .little, 0)
      } else {
        (.utf8, .big, 0)
      }
  }

  var name: String {
    switch form {
    case .utf8: "UTF-8"
    case .utf16: "UTF-16"
    case .utf32: "UTF-32"
    }
  }

  /// The bytes as UTF-8, or nil where they are not well-formed.
  func utf8(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    switch form {
    case .utf8: Array(bytes)
    case .utf16: bytes.utf8(fromUTF16: order)
    case .utf32: bytes.utf8(fromUTF32: order)
    }
  }

  /// Whether the document may say of itself that it has an encoding of this name.
  func agrees(withDeclared declared: String) -> Bool {
    let declared = declared.uppercased()
    return switch form {
    case .utf8: ["UTF-8", "UTF8", "US-ASCII", "ASCII"].contains(declared)
    case .utf16: declared.hasPrefix("UTF-16")
    case .utf32: declared.hasPrefix("UTF-32")
    }
  }
}
