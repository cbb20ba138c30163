import Foundation
import XCTest

@testable import DefaultsKit

/// Another process that works on a store: the executable `StoreProbe`.
final class Probe {
  private let process = Process()
  private let output = Pipe()
  private var unread = Data()
  /// The last line that was read of what the process said.
  private(set) var lastLine: String?

  var processID: Int32 { process.processIdentifier }

  /// Starts a process.
  init(
    _ arguments: [String], environment: [String: String]? = nil, standardError: Any = FileHandle.nullDevice
  ) throws {
    // Beside the test bundle, where the build puts both.
    #if canImport(Darwin)
      let folder = Bundle(for: Probe.self).bundleURL.deletingLastPathComponent()
    #else
      let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
    process.executableURL = folder.appending(path: "StoreProbe")
    process.arguments = arguments
    process.environment = environment ?? ProcessInfo.processInfo.environment
    process.standardOutput = output
    process.standardError = standardError
    try process.run()
  }

  /// No process outlives the test that started it.
  deinit {
    if process.isRunning { kill() }
    process.waitUntilExit()
  }

  /// The next line that the process says; nil where it has ended.
  func nextLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[unread.startIndex..<end], as: UTF8.self)
        unread = Data(unread[(end + 1)...])
        lastLine = line
        return line
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  /// Waits for the end of the process, and returns what it said that was not read yet.
  func finish() -> [String] {
    var lines: [String] = []
    while let line = nextLine() { lines.append(line) }
    process.waitUntilExit()
    return lines
  }

  var isRunning: Bool { process.isRunning }

  /// Whether the process ended by a signal.
  var wasKilled: Bool { process.terminationReason == .uncaughtSignal }

  func kill(_ signal: Int32 = SIGKILL) { Foundation.kill(process.processIdentifier, signal) }

  /// Runs a process to its end.
  static func run(_ arguments: String..., environment: [String: String]? = nil) throws -> [String] {
    try Probe(arguments, environment: environment).finish()
  }
}
