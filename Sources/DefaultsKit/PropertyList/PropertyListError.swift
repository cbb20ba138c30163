public import Foundation

/// What is wrong with the bytes of a property list, or with a value that a form cannot carry.
///
/// The sentence names places (a byte, a line, the keys on the way to a value), never a value, so it is safe to log.
public struct PropertyListError: Error, Sendable, Hashable {
  /// Where something is wrong.
  public enum Location: Sendable, Hashable {
    /// An offset into binary bytes, from zero.
    case byte(Int)
    /// A line of XML text, from one.
    case line(Int)
    /// The way to a value, from the outermost one inwards.
    case path([PathComponent])
  }

  /// A step on the way to a value.
  public enum PathComponent: Sendable, Hashable {
    /// The value under a key of a dictionary.
    case key(String)
    /// The element of an array at an index, from zero.
    case index(Int)
  }

  /// What is wrong, as a sentence without its place.
  public let reason: String
  /// Where it is wrong, if it is wrong in one place.
  public let location: Location?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - reason: What is wrong, as a sentence without a value in it.
  ///   - location: Where it is wrong, if it is wrong in one place.
  public init(reason: String, location: Location? = nil) {
    self.reason = reason
    self.location = location
  }
}

extension PropertyListError: CustomStringConvertible {
  /// What is wrong and where, as a sentence.
  public var description: String {
    switch location {
    case nil, .path([]): reason
    case .byte(let offset): "At byte \(offset): \(reason)"
    case .line(let number): "Line \(number): \(reason)"
    case .path(let components): "At \(PropertyListError.text(of: components)): \(reason)"
    }
  }

  /// A path as people write it: `windows[2]."a.b"`.
  private static func text(of path: [PathComponent]) -> String {
    var text = ""
    for component in path {
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key):
        let isPlain = !key.isEmpty && key.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !".[]\"".utf8.contains($0) }
        text += (text.isEmpty ? "" : ".") + (isPlain ? key : key.debugDescription)
      }
    }
    return text
  }
}

extension PropertyListError: LocalizedError {
  /// What is wrong and where, as a sentence.
  public var errorDescription: String? { description }
}

extension PropertyListError {
  /// An error that is in no one place.
  init(description: String) { self.init(reason: description) }

  init(byte offset: Int, _ reason: String) { self.init(reason: reason, location: .byte(offset)) }
}
