import Foundation

/// Numbers that are the same at every run, so that a failure can be looked at again.
struct SeededGenerator: RandomNumberGenerator {
  /// What tests that pick a part of very many cases begin with: `DEFAULTSKIT_SEED`, for other picks.
  static let seed = ProcessInfo.processInfo.environment["DEFAULTSKIT_SEED"].flatMap { UInt64($0) } ?? 1

  var state = seed

  mutating func next() -> UInt64 {  // splitmix64
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
