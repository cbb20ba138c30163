import Foundation

/// What `UserDefaults` does by itself, for those who compare.
enum UserDefaultsCompared {
  private struct Place { var latitude = 37.5 }

  static func run(_ suite: String, _ work: String?) {
    guard let defaults = UserDefaults(suiteName: suite) else { exit(64) }
    switch work {
    case "set", "set-and-synchronize":
      defaults.set(7, forKey: "volume")
      if work != "set" { defaults.synchronize() }
      StoreProbe.say("set")
      while true { sleep(60) }  // until it is killed
    case "set-structure": defaults.set(Place(), forKey: "place")
    default: StoreProbe.say("\(defaults.object(forKey: "volume") ?? "nil")")
    }
  }
}
