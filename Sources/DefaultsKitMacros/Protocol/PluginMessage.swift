/// What the plug-in answers; the names of cases and labels are those of the protocol.
enum PluginMessage: Codable, Equatable {
  case getCapabilityResult(capability: Capability)
  case expandMacroResult(expandedSource: String?, diagnostics: [Diagnostic])
  case loadPluginLibraryResult(loaded: Bool, diagnostics: [Diagnostic])

  struct Capability: Codable, Equatable {
    /// What Swift 6.3 speaks, the newest that this plug-in was tried with; a newer compiler keeps to it.
    var protocolVersion = 7
    var features: [String] = []
  }

  struct Diagnostic: Codable, Equatable {
    enum Severity: String, Codable { case error, warning, note }
    var message: String
    var severity = Severity.error
    var position: Position
    var highlights: [Range] = []
    var notes: [Note] = []
    var fixIts: [FixIt] = []
  }

  /// A place in a file, in bytes; of the file "" where it is not known.
  struct Position: Codable, Equatable {
    var fileName = ""
    var offset = 0
  }

  struct Range: Codable, Equatable {
    var fileName: String
    var startOffset: Int
    var endOffset: Int
  }

  struct Note: Codable, Equatable {
    var position: Position
    var message: String
  }

  struct FixIt: Codable, Equatable {
    var message: String
    var changes: [Change]
  }

  struct Change: Codable, Equatable {
    var range: Range
    var newText: String
  }
}
