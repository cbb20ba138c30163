import DefaultsKit
import Foundation

/// A child of the probe that goes on without `exec`, with the store that was open before.
enum Children {
  /// Does some work in this process and in a child at once, and waits for the child.
  static func run(_ store: PropertyListStore, _ work: () throws -> Void) throws {
    _ = try store.keys
    #if canImport(Glibc) || canImport(Musl)
      let child = fork()
      if child == 0 {
        do { try work() } catch { _exit(1) }
        _exit(0)
      }
      try work()
      var status: Int32 = 0
      waitpid(child, &status, 0)
      StoreProbe.say(status == 0 ? "parent done" : "the child failed: \(status)")
    #else
      // Not to be had from Swift there.
      try work()
      try work()
      StoreProbe.say("parent done")
    #endif
  }
}
