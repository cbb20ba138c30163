import DefaultsKit
import Foundation
import Synchronization

/// What the probe does with the default store, at its first use.
enum DefaultStoreUse {
  private struct Settings: Sendable {
    static let shared = Settings()

    @Stored("volume") var volume = 5
  }

  /// Reads and sets a property, with a handler that does the same, and says what was reported and read.
  static func run() {
    let isTold = Atomic<Int>(0)
    DefaultStore.onError = { error in
      isTold.add(1, ordering: .relaxed)
      Settings.shared.volume += 1
      StoreProbe.say("told \(error.code.rawValue) volume \(Settings.shared.volume)")
    }
    StoreProbe.say("volume \(Settings.shared.volume)")
    StoreProbe.say("told \(isTold.load(ordering: .relaxed)) times")
  }
}
