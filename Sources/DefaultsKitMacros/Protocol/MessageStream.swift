import Foundation

/// Messages on a pair of file handles, each after its length: eight bytes, little-endian.
struct MessageStream {
  let input: FileHandle
  let output: FileHandle

  /// Answers messages until the other side is done.
  ///
  /// That is at the end of the input, inside a message too; at a message of length zero, which the compiler sends last;
  /// at a length that no memory can hold; and when nobody reads the answers any more.
  func answerEachMessage(_ answer: (Data) -> Data) {
    while let message = nextMessage() {
      guard send(answer(message)) else { return }
    }
  }

  private func nextMessage() -> Data? {
    guard let header = read(8) else { return nil }
    let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length > 0, let count = Int(exactly: length) else { return nil }
    return read(count)
  }

  /// Reads so many bytes, or nil where the input ends before them.
  ///
  /// A part at a time, so that a wrong length takes no more memory than what really arrives.
  private func read(_ count: Int) -> Data? {
    let part = 1 << 20
    var data = Data()
    while data.count < count {
      guard let bytes = try? input.read(upToCount: min(count - data.count, part)), !bytes.isEmpty else { return nil }
      data.append(bytes)
    }
    return data
  }

  private func send(_ message: Data) -> Bool {
    let length = withUnsafeBytes(of: UInt64(message.count).littleEndian) { Data($0) }
    do {
      try output.write(contentsOf: length + message)
      return true
    } catch {
      return false
    }
  }
}
