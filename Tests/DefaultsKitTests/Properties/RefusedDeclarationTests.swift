import Foundation
import XCTest

/// Compiles the declarations in `Refused`, each of which must give the sentence that stands behind it.
final class RefusedDeclarationTests: XCTestCase {
  func testEveryDeclarationThatCannotWorkSaysWhatToWriteInstead() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Refused")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" && $0.lastPathComponent != "Types.swift" }

    var expectations = 0
    for file in files {
      // One by one: the compiler says nothing of the files behind the first faulty one.
      let diagnostics = try compile([file, folder.appendingPathComponent("Types.swift")])
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in zip(1..., lines) {
        let found = diagnostics.filter { $0.contains("\(file.lastPathComponent):\(number):") && $0.contains("error:") }
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
    XCTAssertEqual(expectations, 32)
  }

  /// The lines that the compiler prints.
  private func compile(_ files: [URL]) throws -> [String] {
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments =
      ["swiftc", "-typecheck", "-swift-version", "6", "-I", try modules().path] + files.map(\.path)
    let output = Pipe()
    compiler.standardOutput = output
    compiler.standardError = output
    try compiler.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    XCTAssertNotEqual(compiler.terminationStatus, 0)
    return text.split(separator: "\n").map(String.init)
  }

  /// The folder of the modules that this test was built with.
  private func modules() throws -> URL {
    var folder = Bundle(for: Self.self).bundleURL
    while folder.path != "/" {
      let modules = folder.appendingPathComponent("Modules")
      if FileManager.default.fileExists(atPath: modules.appendingPathComponent("DefaultsKit.swiftmodule").path) {
        return modules
      }
      folder.deleteLastPathComponent()
    }
    return try XCTUnwrap(nil, "no DefaultsKit.swiftmodule above \(Bundle(for: Self.self).bundleURL.path)")
  }
}
