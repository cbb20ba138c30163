import Foundation

/// All that was measured in one run, and where.
struct Report: Encodable {
  let system: String
  let processors: Int
  let build: String
  let isSmoke: Bool
  let trials: Int
  let folder: String
  let fileSystem: String
  let rows: [Row]

  init(plan: Plan, folder: ScratchFolder, rows: [Row]) {
    system = ProcessInfo.processInfo.operatingSystemVersionString
    processors = ProcessInfo.processInfo.activeProcessorCount
    #if DEBUG
      build = "debug"
    #else
      build = "release"
    #endif
    isSmoke = plan.isSmoke
    trials = plan.trials
    self.folder = folder.url.path
    fileSystem = folder.fileSystem
    self.rows = rows
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  func table() -> String {
    var lines = [["row", "keys", "threads", "figure", "baseline", "is", "ratio", "bar", "met"]]
    for row in rows {
      lines.append([
        row.title, row.keys.map { Self.grouped($0) } ?? "", String(row.threads), row.amount(row.figure),
        row.amount(row.baseline), row.baselineTitle, row.ratio.map { Self.ratio($0) } ?? "not measured",
        row.bar.map { Self.ratio($0) } ?? "-", row.isMet.map { $0 ? "yes" : "NO" } ?? "-",
      ])
    }
    let notes = rows.compactMap { row in row.note.map { "\(row.title): \($0)" } }
    return ([heading, ""] + Self.aligned(lines) + [""] + notes + [footing]).joined(separator: "\n")
  }

  private var heading: String {
    """
    \(system), \(processors) processors, \(build) build
    files in \(folder) on \(fileSystem)
    """
  }

  private var footing: String {
    var text = "Figures are the least of \(trials) or more trials in which baseline and subject take turns."
    if isSmoke { text += " A smoke run: too few and too short to judge by." }
    if build == "debug" { text += " A debug build: nothing here says how fast the library is." }
    return text
  }

  private static func aligned(_ lines: [[String]]) -> [String] {
    let texts: Set = [0, 5]  // the rest is numbers
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      line.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return texts.contains(column) ? cell + padding : padding + cell
      }.joined(separator: "  ")
    }
  }

  private static func grouped(_ number: Int) -> String {
    number < 1_000 ? String(number) : "\(number / 1_000),\(String(number % 1_000 + 1_000).dropFirst())"
  }

  private static func ratio(_ ratio: Double) -> String { String(format: ratio < 0.1 ? "%.4f" : "%.2f", ratio) }
}

extension Row {
  func amount(_ amount: Double?) -> String {
    guard let amount else { return "not measured" }
    switch unit {
    case .bytes: return String(format: "%.0f KiB", amount / 1_024)
    case .nanoseconds where amount < 1_000: return String(format: "%.1f ns", amount)
    case .nanoseconds where amount < 1_000_000: return String(format: "%.2f µs", amount / 1_000)
    case .nanoseconds: return String(format: "%.2f ms", amount / 1_000_000)
    }
  }
}
