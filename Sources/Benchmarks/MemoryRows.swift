import DefaultsKit
import Foundation

/// What an open store adds to a process that has no more than its URL at hand.
enum MemoryRows {
  /// Makes this program measure itself.
  static let childArgument = "--measure-memory"

  /// Bytes of a process.
  struct Memory {
    /// Of pages that it has for itself, as no file holds the same.
    var own: Double
    /// Of all pages, also those of code and libraries, which all processes share and the system can drop.
    var resident: Double
  }

  static func measure(_ bench: inout Bench) throws {
    guard bench.wants("memory"), let size = bench.plan.sizes.last else { return }
    let file = try Content(count: size).file("memory", in: bench.folder)
    let fileSize = Double(try Data(contentsOf: file).count)
    var least: Memory?
    for _ in 0..<(bench.plan.isSmoke ? 1 : 7) {
      guard let closed = child(file, isOpen: false), let open = child(file, isOpen: true) else { break }
      let (own, resident) = (open.own - closed.own, open.resident - closed.resident)
      least = Memory(own: min(least?.own ?? own, own), resident: min(least?.resident ?? resident, resident))
    }
    let allowance = 2 * fileSize + 1_048_576
    let note =
      least.map { _ in String(format: "of a file of %.0f KiB", fileSize / 1_024) }
      ?? "this system has no /proc/self/smaps_rollup"
    let baseline = "× (2 × file + 1 MiB)"
    bench.add(
      Row(
        Subject(
          id: "memory", title: "memory of an open store, over an empty process", keys: size, baseline: baseline, bar: 1),
        unit: .bytes, figure: least?.own, baseline: allowance, note: note))
    bench.add(
      Row(
        Subject(
          id: "memory.resident", title: "the same with touched pages of code and libraries", keys: size,
          baseline: baseline),
        unit: .bytes, figure: least?.resident, baseline: allowance, note: note))
  }

  /// Measures this process, prints its memory, and ends.
  static func measureThisProcess(file: String, isOpen: Bool) throws {
    let url = URL(filePath: file)
    let store = isOpen ? try PropertyListStore(url: url) : nil
    if let memory = thisProcess() { print(memory.own, memory.resident) }
    withExtendedLifetime((store, url)) {}
  }

  private static func child(_ file: URL, isOpen: Bool) -> Memory? {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [childArgument, file.path, isOpen ? "open" : "closed"]
    process.standardOutput = output
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    return numbers.count == 2 ? Memory(own: numbers[0], resident: numbers[1]) : nil
  }

  /// `Anonymous` and `Rss` of proc_pid_smaps(5).
  private static func thisProcess() -> Memory? {
    guard let rollup = try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8) else { return nil }
    var fields: [Substring: Double] = [:]
    for line in rollup.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 3, let kilobytes = Double(words[1]) { fields[words[0]] = kilobytes * 1_024 }
    }
    guard let own = fields["Anonymous:"], let resident = fields["Rss:"] else { return nil }
    return Memory(own: own, resident: resident)
  }
}
