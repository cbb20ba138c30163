import Foundation

extension PropertyListValue {
  /// How many objects a binary property list of this value has at most: each value, and each key.
  var objectCount: Int {
    var count = 1
    var pending = [self]
    while let container = pending.popLast() {
      switch container {
      case .array(let elements):
        count += elements.count
        for element in elements where element.isContainer { pending.append(element) }
      case .dictionary(let fields):
        count += 2 * fields.count
        for (_, field) in fields where field.isContainer { pending.append(field) }
      default: break
      }
    }
    return count
  }

  /// Why no form carries this value, where that is so.
  var reasonNotToWrite: String? {
    guard case .date(let date) = self, !date.timeIntervalSinceReferenceDate.isFinite else { return nil }
    return "A date that is no finite number of seconds cannot be read back."
  }
}

extension PropertyListError {
  init(nestedTooDeepAt path: [PathComponent]) {
    let limit = PropertyListValue.serializedNestingLimit
    self.init(reason: "Arrays and dictionaries nest deeper than \(limit) levels.", location: .path(path))
  }
}
