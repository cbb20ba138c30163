import Foundation
import XCTest

/// Compiles the declarations in `Refused`, each of which must give the sentence that stands behind it.
final class RefusedDeclarationTests: XCTestCase {
  func testEveryDeclarationThatCannotBeExpandedSaysWhatToWriteInstead() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Refused")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" && $0.lastPathComponent != "Types.swift" }

    var expectations = 0
    for file in files {
      let errors = try errorsByLine(in: file, with: folder.appending(path: "Types.swift"))
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in zip(1..., lines) {
        let found = errors[number] ?? []
        guard let marker = line.range(of: "// error: ") else {
          XCTAssertEqual(found, [], "\(file.lastPathComponent):\(number) should compile")
          continue
        }
        let sentence = String(line[marker.upperBound...])
        XCTAssertTrue(
          found.contains { $0.contains(sentence) },
          "\(file.lastPathComponent):\(number) should say \"\(sentence)\", said \(found)")
        expectations += 1
      }
    }
    XCTAssertEqual(expectations, 29)
  }

  /// The errors of each line; one in the source that a macro made counts for the line of the macro.
  private func errorsByLine(in file: URL, with types: URL) throws -> [Int: [String]] {
    var errors: [Int: [String]] = [:]
    var pending: String?
    for text in try compile([file, types]) {
      let parts = text.split(separator: ":", maxSplits: 3).map(String.init)
      guard parts.count == 4, let line = Int(parts[1]) else { continue }
      let isError = parts[3].contains(" error: ")
      if parts[0] == file.path {
        if isError {
          errors[line, default: []].append(parts[3])
        } else if let error = pending, parts[3].contains("in expansion of macro") {
          errors[line, default: []].append(error)
          pending = nil
        }
      } else if isError {
        pending = parts[3]
      }
    }
    return errors
  }

  /// The lines that the compiler prints.
  private func compile(_ files: [URL]) throws -> [String] {
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments =
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style=llvm", "-I",
        try Products.folder().appending(path: "Modules").path, "-load-plugin-executable",
        try Products.plugin().path + "#DefaultsKitMacros",
      ] + files.map(\.path)
    let output = Pipe()
    compiler.standardOutput = output
    compiler.standardError = output
    try compiler.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    XCTAssertNotEqual(compiler.terminationStatus, 0)
    return text.split(separator: "\n").map(String.init)
  }
}
