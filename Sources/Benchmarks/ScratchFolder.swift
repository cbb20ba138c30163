import Foundation

/// A new folder for the files of one run.
struct ScratchFolder {
  let url: URL
  /// The kind of file system that it stands on.
  let fileSystem: String

  init() throws {
    let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    url = URL(filePath: base, directoryHint: .isDirectory)
      .appending(path: "DefaultsKit-benchmarks-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    fileSystem = Self.fileSystem(of: url.resolvingSymlinksInPath().path)
  }

  func file(_ name: String) -> URL { url.appending(path: name, directoryHint: .notDirectory) }

  func remove() { try? FileManager.default.removeItem(at: url) }

  private static func fileSystem(of path: String) -> String {
    #if os(Linux)
      // A line of proc(5)'s mounts: device, mount point, kind, … The longest mount point that the path lies in counts;
      // of equal ones the last, which hides the others.
      var found = (point: "", kind: "an unknown file system")
      guard let mounts = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8) else { return found.kind }
      for line in mounts.split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count > 2 else { continue }
        let point = fields[1] == "/" ? "" : String(fields[1])
        if (path + "/").hasPrefix(point + "/"), point.count >= found.point.count { found = (point, String(fields[2])) }
      }
      return found.kind == "tmpfs" ? "tmpfs, which is memory: durable sets cost nothing there" : found.kind
    #else
      let resources = try? URL(filePath: path).resourceValues(forKeys: [.volumeLocalizedFormatDescriptionKey])
      return resources?.volumeLocalizedFormatDescription ?? "an unknown file system"
    #endif
  }
}
