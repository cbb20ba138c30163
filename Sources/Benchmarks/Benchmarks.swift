import Foundation

/// Measures the library beside what it stands in for, in one run.
@main
enum Benchmarks {
  static let usage = """
    usage: Benchmarks [--smoke] [--json] [--only TEXT]

      --smoke       few, short trials: shows that everything can be measured, within seconds
      --json        prints the same as JSON
      --only TEXT   measures only the rows whose identifier begins with TEXT

    Build it with optimization: swift run -c release Benchmarks
    Files are written to a new folder in $TMPDIR (/tmp where that is not set).

    """

  static func main() throws {
    var plan = Plan.full
    var asJSON = false
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--smoke": plan.isSmoke = true
      case "--json": asJSON = true
      case "--only": plan.only = arguments.popFirst() ?? ""
      case MemoryRows.childArgument:
        return try MemoryRows.measureThisProcess(
          file: arguments.popFirst() ?? "", isOpen: arguments.popFirst() == "open")
      case "--help", "-h": return print(usage, terminator: "")
      default:
        FileHandle.standardError.write(Data("Unknown argument: \(argument)\n\(usage)".utf8))
        exit(64)  // EX_USAGE in sysexits.h
      }
    }

    let folder = try ScratchFolder()
    defer { folder.remove() }
    // Before the first use of UserDefaults: its files go to the same disk, and away with the folder.
    setenv("XDG_CONFIG_HOME", folder.url.path, 1)

    let report = Report(plan: plan, folder: folder, rows: try rows(plan, folder))
    print(asJSON ? try report.json() : report.table())
  }

  private static func rows(_ plan: Plan, _ folder: ScratchFolder) throws -> [Row] {
    var bench = Bench(plan: plan, folder: folder)
    try ReadRows.measure(&bench)
    try SetRows.measure(&bench)
    try FileRows.measure(&bench)
    try CodingRows.measure(&bench)
    try MemoryRows.measure(&bench)
    return bench.rows
  }
}

/// How much is measured.
struct Plan {
  var isSmoke = false
  var only = ""

  static let full = Plan()

  /// How often baseline and subject take turns.
  var trials: Int { isSmoke ? 3 : 25 }
  /// How long a turn takes at least, in nanoseconds: short beside the slices of a busy system's scheduler.
  var turn: Double { isSmoke ? 200_000 : 3_000_000 }
  /// The sizes of stores.
  let sizes = [10, 1_000, 10_000]
}
