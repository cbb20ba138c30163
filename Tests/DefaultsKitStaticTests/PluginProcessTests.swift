import Foundation
import XCTest

/// Runs the plug-in as the compiler does.
final class PluginProcessTests: XCTestCase {
  /// What the plug-in writes for an input, after it has ended with status 0 and without a word on standard error.
  private func output(for input: Data) throws -> Data {
    let plugin = Process()
    plugin.executableURL = try Products.plugin()
    let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
    plugin.standardInput = standardInput
    plugin.standardOutput = standardOutput
    plugin.standardError = standardError
    try plugin.run()
    try standardInput.fileHandleForWriting.write(contentsOf: input)
    try standardInput.fileHandleForWriting.close()
    let output = standardOutput.fileHandleForReading.readDataToEndOfFile()
    let errors = standardError.fileHandleForReading.readDataToEndOfFile()
    plugin.waitUntilExit()
    XCTAssertEqual(plugin.terminationReason, .exit)
    XCTAssertEqual(plugin.terminationStatus, 0)
    XCTAssertEqual(String(decoding: errors, as: UTF8.self), "")
    return output
  }

  private func framed(_ message: String) -> Data {
    withUnsafeBytes(of: UInt64(message.utf8.count).littleEndian) { Data($0) } + Data(message.utf8)
  }

  private func messages(in output: Data) throws -> [[String: Any]] {
    var messages: [[String: Any]] = []
    var rest = output[...]
    while !rest.isEmpty {
      let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
      let message = try JSONSerialization.jsonObject(with: Data(rest.dropFirst(8).prefix(length)))
      messages.append(try XCTUnwrap(message as? [String: Any]))
      rest = rest.dropFirst(8 + length)
    }
    return messages
  }

  func testEachMessageIsAnsweredUntilTheCompilerIsDone() throws {
    let input =
      framed(#"{"getCapability":{"capability":{"protocolVersion":1000}}}"#) + framed("no message")
      + framed(#"{"unknown":{}}"#)
    for end in [Data(), framed(""), framed("") + framed("behind the end"), Data([9, 0, 0]), framed("torn").dropLast()] {
      let answers = try messages(in: output(for: input + end))
      XCTAssertEqual(
        answers.map { Array($0.keys) }, [["getCapabilityResult"], ["expandMacroResult"], ["expandMacroResult"]])
    }
  }

  func testNothingIsWrittenWhereNothingIsAsked() throws {
    XCTAssertEqual(try output(for: Data()), Data())
    XCTAssertEqual(try output(for: framed("")), Data())
    XCTAssertEqual(try output(for: Data(repeating: 0xFF, count: 64)), Data())
  }
}
