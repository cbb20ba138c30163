import XCTest

@testable import DefaultsKitMacros

final class MessageStreamTests: XCTestCase {
  private func framed(_ message: Data) -> Data {
    withUnsafeBytes(of: UInt64(message.count).littleEndian) { Data($0) } + message
  }

  /// What a stream that answers each message with its bytes backwards writes for an input.
  private func output(for input: Data) throws -> Data {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (inputURL, outputURL) = (folder.appending(path: "in"), folder.appending(path: "out"))
    try input.write(to: inputURL)
    try Data().write(to: outputURL)
    let stream = MessageStream(
      input: try FileHandle(forReadingFrom: inputURL), output: try FileHandle(forWritingTo: outputURL))
    stream.answerEachMessage { Data($0.reversed()) }
    return try Data(contentsOf: outputURL)
  }

  func testMessagesAreAnsweredInOrder() throws {
    let long = Data((0..<1_100_000).map { UInt8(truncatingIfNeeded: $0) })
    XCTAssertEqual(
      try output(for: framed(Data("ab".utf8)) + framed(long) + framed(Data("c".utf8))),
      framed(Data("ba".utf8)) + framed(Data(long.reversed())) + framed(Data("c".utf8)))
  }

  func testAMessageOfLengthZeroEndsTheStream() throws {
    XCTAssertEqual(
      try output(for: framed(Data("ab".utf8)) + framed(Data()) + framed(Data("c".utf8))), framed(Data("ba".utf8)))
  }

  func testTheInputMayEndAnywhere() throws {
    let first = framed(Data("ab".utf8))
    let whole = first + framed(Data("cdefg".utf8))
    for count in 0..<whole.count {
      XCTAssertEqual(
        try output(for: whole.prefix(count)), count < first.count ? Data() : framed(Data("ba".utf8)), "\(count)")
    }
  }

  func testALengthThatNothingCanHoldEndsTheStream() throws {
    for length in [UInt64.max, UInt64(Int.max) + 1, UInt64(Int.max), 1 << 40] {
      let header = withUnsafeBytes(of: length.littleEndian) { Data($0) }
      XCTAssertEqual(try output(for: framed(Data("ab".utf8)) + header + Data("cd".utf8)), framed(Data("ba".utf8)))
    }
  }

  func testALengthIsLittleEndian() throws {
    let message = Data(repeating: 7, count: 0x0102)
    XCTAssertEqual(try output(for: Data([2, 1, 0, 0, 0, 0, 0, 0]) + message), framed(message))
  }
}
