import DefaultsKit
import Foundation

/// Exits of the probe while somebody holds what an exit wants to have.
enum Exits {
  /// Exits while another thread is within a transaction's body that never ends.
  static func withinABody(of store: PropertyListStore) throws -> Never {
    try store.setValue("set", forKey: "a")
    let isWithin = DispatchSemaphore(value: 0)
    Thread {
      try? store.transaction { _ in
        isWithin.signal()
        while true { sleep(1000) }
      }
    }.start()
    isWithin.wait()
    exit(0)
  }

  /// Sets something, says so, and exits once a file appears.
  static func atSignal(_ store: PropertyListStore, signal: String) throws -> Never {
    try store.setValue("set", forKey: "a")
    StoreProbe.say("set")
    while access(signal, F_OK) != 0 { sched_yield() }
    exit(0)
  }
}
