public import Foundation

extension StoreError: CustomStringConvertible, LocalizedError, CustomReflectable {
  /// What happened, to which key, field and file, and what to do.
  public var description: String {
    var sentences = [reason ?? code.sentence]
    if let key { sentences[0] += " \(code == .migrationFailed ? "Migration" : "Key"): '\(key)'." }
    if let url { sentences[0] += " File: \(url.path)." }
    if let underlyingError { sentences.append("Cause: \(Self.text(of: underlyingError))") }
    return "\(code.rawValue): " + sentences.joined(separator: " ")
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }

  /// What `dump` shows: the code, the key, the file and the description.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "code": code.rawValue, "key": key as Any, "url": url as Any, "description": description,
      ])
  }

  private static func text(of error: any Error) -> String {
    switch error {
    case let error as DecodingError: error.sentence
    case let error as EncodingError: error.sentence
    default: String(describing: error)
    }
  }
}

extension StoreError.Code {
  fileprivate var sentence: String {
    switch self {
    case .fileUnreadable: "The file cannot be read; it is left untouched."
    case .fileCorrupted: "The file is damaged, or no property list."
    case .fileUnwritable: "The change could not be written; nothing has changed."
    case .valueMismatch: "The stored value is not of the key's type; it stays until another is set."
    case .decodingFailed: "The stored value could not be decoded; it stays until another is set."
    case .encodingFailed: "The value could not be encoded; nothing has changed."
    case .schemaTooNew: "The stored value was written by a later release; it stays as it is."
    case .migrationFailed: "A migration failed; nothing of it was stored."
    case .valueDisplaced: "The name held a value already, which stays; the other is among the displaced values."
    case .noActiveUser: "Nobody is logged in; log in before you set a value of the active user."
    case .invalidName: "The name cannot be used."
    default: "The store met a fault."
    }
  }
}

extension StoreError {
  static func invalidName(_ name: String, because problem: String) -> StoreError {
    StoreError(code: .invalidName, key: name, reason: "The name cannot be used: \(problem).")
  }

  /// An account that is named by the empty text.
  static func emptyUserID(_ name: String) -> StoreError {
    StoreError(
      code: .invalidName, key: name, reason: "An account's id is empty: the empty text stands for nobody.")
  }

  static func noActiveUser(_ name: String) -> StoreError {
    StoreError(
      code: .noActiveUser, key: name,
      reason: "The key belongs to the account that is logged in, and nobody is: call UserSession.logIn first.")
  }

  /// An old name's value that gave way to the one that the new name holds.
  static func displaced(_ oldName: String, by newName: String) -> StoreError {
    StoreError(
      code: .valueDisplaced, key: newName,
      reason: "The name held a value already, which stays; that of '\(oldName)' is among the store's displaced values.")
  }

  /// A file's value that gave way to one that was set while the file could not be read.
  static func replacedUnread(_ name: String) -> StoreError {
    StoreError(
      code: .valueDisplaced, key: name,
      reason: "It was set while the file could not be read, and is stored now; the value that the file held is among "
        + "the store's displaced values.")
  }

  /// A stored value that could not be turned into the key's type.
  static func unreadable<Value>(_ error: any Error, of key: StoredKey<Value>) -> StoreError {
    if let error = error as? StoreError { return error.withoutSecrets(of: key) }
    let kept = "It stays as it is, and the default is read, until another value is set."
    if let mismatch = error as? ValueMismatch {
      return StoreError(
        code: .valueMismatch, key: key.name,
        reason:
          "The stored value, a property-list \(mismatch.found.rawValue), cannot be read as \(mismatch.expected). \(kept)"
      )
    }
    let path = pathText((error as? DecodingError)?.codingPathText, of: key)
    if let newer = (error as? DecodingError)?.context?.underlyingError as? SchemaTooNewError {
      return StoreError(
        code: .schemaTooNew, key: key.name,
        reason: "The stored value\(path) was written by a later release: \(newer.description) \(kept)")
    }
    return StoreError(
      code: .decodingFailed, key: key.name, underlyingError: key.isSecret ? nil : error,
      reason: "The stored value could not be decoded as \(Value.self)\(path). \(kept)")
  }

  /// A value that could not be turned into what is stored.
  static func unencodable<Value>(_ error: any Error, of key: StoredKey<Value>) -> StoreError {
    if let error = error as? StoreError { return error.withoutSecrets(of: key) }
    let path = pathText((error as? EncodingError)?.codingPathText, of: key)
    return StoreError(
      code: .encodingFailed, key: key.name, underlyingError: key.isSecret ? nil : error,
      reason: "The \(Value.self) could not be encoded\(path); what was stored before is still there.")
  }

  // The names within a dictionary are part of its value.
  private static func pathText<Value>(_ path: String?, of key: StoredKey<Value>) -> String {
    guard let path, !path.isEmpty, !key.isSecret else { return "" }
    return " at '\(path)'"
  }

  private func withoutSecrets<Value>(of key: StoredKey<Value>) -> StoreError {
    key.isSecret ? StoreError(code: code, key: self.key, url: url, reason: reason) : self
  }
}

extension DecodingError {
  /// Where in the value the fault is, as `profile.location.latitude`.
  var codingPathText: String {
    var path = context?.codingPath ?? []
    if case .keyNotFound(let key, _) = self { path.append(key) }
    return path.dotted
  }

  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context): context.debugDescription
    case .keyNotFound(let key, let context): "no field '\(key.stringValue)'. \(context.debugDescription)"
    case .dataCorrupted(let context):
      context.debugDescription + (context.underlyingError.map { " Cause: \($0)" } ?? "")
    @unknown default: String(describing: self)
    }
  }
}

extension EncodingError {
  fileprivate var codingPathText: String {
    switch self {
    case .invalidValue(_, let context): context.codingPath.dotted
    @unknown default: ""
    }
  }

  // Not the invalid value itself: it may be long, and it may be private.
  fileprivate var sentence: String {
    switch self {
    case .invalidValue(_, let context): context.debugDescription
    @unknown default: String(describing: self)
    }
  }
}

extension [any CodingKey] {
  /// The path as a developer would write it: fields after dots, elements in brackets.
  var dotted: String {
    reduce(into: "") { path, key in
      if let index = key.intValue { path += "[\(index)]" } else { path += (path.isEmpty ? "" : ".") + key.stringValue }
    }
  }
}
