import DefaultsKit
import Foundation

/// Prints the changes of a store's file as they come: other launches, editors, `plutil`.
enum Watch {
  /// Names whose values are not for a terminal.
  private static let secrets: Set = ["accessToken", "refreshToken"]

  static func run(_ store: PropertyListStore) async throws {
    write("Watching \(store.url.path); end with control-C.")
    for await change in store.changes() {
      write("- \(change.origin == .external ? "Changed elsewhere" : "Changed here"):")
      for name in change.keys.sorted() {
        let value = try store.value(forKey: name)
        let text = secrets.contains(name) ? "(not shown)" : value.map(text(of:)) ?? "(removed)"
        write("    \(name) = \(text)")
      }
    }
  }

  private static func text(of value: PropertyListValue) -> String {
    switch value {
    case .string(let text): text
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .unsignedInteger(let number): "\(number)"
    case .real(let number): "\(number)"
    case .date(let date): "\(date)"
    case .data(let data): "\(data.count) bytes"
    case .array(let elements): "[" + elements.map(text(of:)).joined(separator: ", ") + "]"
    case .dictionary(let fields):
      "{" + fields.sorted { $0.key < $1.key }.map { "\($0.key): \(text(of: $0.value))" }.joined(separator: ", ") + "}"
    }
  }

  /// Writes a line at once, also into a pipe.
  private static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
