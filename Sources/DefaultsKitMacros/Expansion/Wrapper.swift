/// Which of the two macros.
enum Wrapper: String, CustomStringConvertible {
  case stored = "Stored"
  case codableStored = "CodableStored"

  /// Finds it by the name of a type that a macro's declaration gives.
  init?(macroType name: String) {
    switch name {
    case "StoredMacro": self = .stored
    case "CodableStoredMacro": self = .codableStored
    default: return nil
    }
  }

  /// The name of the attribute, which the property wrapper has too.
  var description: String { rawValue }
}
