import DefaultsKit
import Foundation

/// What the measured stores hold: an even mix of the kinds of values that preferences are.
struct Content {
  let count: Int

  /// The values, by name.
  var values: [String: PropertyListValue] {
    var values: [String: PropertyListValue] = [:]
    values.reserveCapacity(count)
    for number in 0..<count { values[Self.name(number)] = Self.value(number) }
    return values
  }

  /// The same as Foundation knows them.
  var foundationValues: [String: Any] { values.mapValues(Self.foundationValue) }

  /// The names of some integers, from all over the store.
  var integerNames: [String] { names(of: 0) }

  /// The names of some strings, from all over the store.
  var stringNames: [String] { names(of: 1) }

  /// A store of a new file with these values.
  func store(
    _ name: String, in folder: ScratchFolder, durability: PropertyListStore.Durability = .process
  ) throws -> PropertyListStore {
    try PropertyListStore(url: file(name, in: folder), durability: durability)
  }

  /// A new file with these values.
  func file(_ name: String, in folder: ScratchFolder) throws -> URL {
    let url = folder.file("\(name)-\(count).plist")
    try PropertyListValue.dictionary(values).serialized(as: .binary).write(to: url)
    return url
  }

  private func names(of kind: Int) -> [String] {
    (0..<8).map { Self.name(($0 * count / 8) / 5 * 5 + kind) }
  }

  private static func name(_ number: Int) -> String { "setting.\(number)" }

  private static func value(_ number: Int) -> PropertyListValue {
    switch number % 5 {
    case 0: .integer(Int64(number))
    case 1: .string("the value of setting \(number)")
    case 2: .boolean(number % 2 == 0)
    case 3: .real(Double(number) / 7)
    default: .date(Date(timeIntervalSinceReferenceDate: Double(number) * 86_400))
    }
  }

  private static func foundationValue(_ value: PropertyListValue) -> Any {
    switch value {
    case .string(let value): value
    case .boolean(let value): value
    case .integer(let value): value
    case .unsignedInteger(let value): value
    case .real(let value): value
    case .date(let value): value
    case .data(let value): value
    case .array(let values): values.map(foundationValue)
    case .dictionary(let values): values.mapValues(foundationValue)
    }
  }
}

/// As small as structs are that apps keep.
struct Coordinate: Codable, Sendable {
  var latitude = 30.0
  var longitude = 30.0
}

/// A small struct, as apps keep them.
struct Place: Codable, Sendable {
  var name = "Seoul, Jongno-gu"
  var latitude = 37.572
  var longitude = 126.979
  var visits = 3
  var isFavorite = true
  var note: String?
}

extension UserDefaults {
  /// New defaults in a file of their own, with some values.
  static func filled(_ suite: String, with content: Content) -> UserDefaults? {
    guard let defaults = UserDefaults(suiteName: suite) else { return nil }
    for (name, value) in content.foundationValues { defaults.set(value, forKey: name) }
    defaults.synchronize()
    return defaults
  }
}
