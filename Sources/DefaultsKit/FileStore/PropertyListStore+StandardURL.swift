public import Foundation

extension PropertyListStore {
  /// Where the store of a name is kept: in a folder of that name, in a file `Defaults.plist`.
  ///
  /// The folder stands in `$XDG_CONFIG_HOME` (`$HOME/.config` where that is not set) on Linux, and in Application
  /// Support on Apple's systems. No file of `UserDefaults` is ever among them.
  ///
  /// - Parameter name: The store's name: any text that can name a folder, of 255 bytes at most.
  /// - Returns: The file's place.
  /// - Throws: ``StoreError/Code/invalidName`` for a name that is empty, `.` or `..`, longer than
  ///   255 bytes, or that contains `/` or NUL;
  ///   ``StoreError/Code/fileUnreadable`` where the user's folder is not known.
  public static func standardURL(named name: String) throws -> URL {
    #if canImport(Darwin)
      let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
      return try standardURL(named: name, in: folders.first)
    #else
      return try standardURL(named: name, in: configurationFolder(ProcessInfo.processInfo.environment))
    #endif
  }

  /// The user's folder for settings (XDG Base Directory Specification 0.8), or nil where it is not known.
  static func configurationFolder(_ environment: [String: String]) -> URL? {
    // "All paths set in these environment variables must be absolute"; others are to be ignored.
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return URL(filePath: folder, directoryHint: .isDirectory)
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return URL(filePath: home, directoryHint: .isDirectory)
      .appending(path: ".config", directoryHint: .isDirectory)
  }

  static func standardURL(named name: String, in folder: URL?) throws(StoreError) -> URL {
    if let problem = problem(withFolderName: name) { throw .invalidName(name, because: problem) }
    guard let folder else {
      throw StoreError(
        code: .fileUnreadable,
        reason: "The user's folder is not known: set HOME (or XDG_CONFIG_HOME) to an absolute path, or open a "
          + "PropertyListStore by its URL.")
    }
    return folder.appending(component: name, directoryHint: .isDirectory)
      .appending(component: "Defaults.plist", directoryHint: .notDirectory)
  }

  private static func problem(withFolderName name: String) -> String? {
    if name.isEmpty { return "a store's name is empty" }
    if name == "." || name == ".." { return "'.' and '..' are no names of a store" }
    if name.utf8.contains(UInt8(ascii: "/")) { return "a store's name cannot contain '/'" }
    if name.utf8.contains(0) { return "a store's name cannot contain a NUL character" }
    // The limit of every file system of Linux and Apple's.
    if name.utf8.count > 255 { return "a store's name has 255 bytes at most, and this one has \(name.utf8.count)" }
    return nil
  }
}
