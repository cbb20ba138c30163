import Foundation

extension PropertyListStore: CustomStringConvertible, CustomReflectable {
  /// What the store is, without its values.
  public var description: String { "PropertyListStore(\(url.path))" }

  /// What `dump` shows: the file, nothing of the values.
  public var customMirror: Mirror { Mirror(self, children: ["url": url]) }
}
