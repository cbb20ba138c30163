import DefaultsKit
import Foundation

/// What an open store adds to a process.
enum MemoryRows {
  /// Makes this program measure itself: with the store of a file open, or empty.
  static let childArgument = "--measure-memory"

  static func measure(_ bench: inout Bench) throws {
    guard bench.wants("memory"), let size = bench.plan.sizes.last else { return }
    let file = try Content(count: size).file("memory", in: bench.folder)
    let fileSize = Double(try Data(contentsOf: file).count)
    var grown: Double?
    for _ in 0..<(bench.plan.isSmoke ? 1 : 5) {
      guard let empty = child(nil), let open = child(file.path) else { break }
      grown = min(grown ?? .infinity, open - empty)
    }
    bench.add(
      Row(
        Subject(
          id: "memory", title: "memory of an open store, over an empty process", keys: size,
          baseline: "× (2 × file + 1 MiB)", bar: 1),
        unit: .bytes, figure: grown, baseline: 2 * fileSize + 1_048_576,
        note: grown.map { _ in String(format: "resident; the file has %.0f KiB", fileSize / 1_024) }
          ?? "this system has no /proc/self/smaps_rollup"))
  }

  /// Measures this process, prints its resident bytes, and ends.
  static func measureThisProcess(file: String?) throws {
    let store = try file.map { try PropertyListStore(url: URL(filePath: $0)) }
    print(residentBytes().map { String($0) } ?? "")
    withExtendedLifetime(store) {}
  }

  private static func child(_ file: String?) -> Double? {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [childArgument] + (file.map { [$0] } ?? [])
    process.standardOutput = output
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// The process's resident pages: `Rss` of proc_pid_smaps(5).
  private static func residentBytes() -> Int? {
    guard let rollup = try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8) else { return nil }
    let line = rollup.split(separator: "\n").first { $0.hasPrefix("Rss:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1_024 }
  }
}
