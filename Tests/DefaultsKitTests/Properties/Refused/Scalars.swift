import DefaultsKit

@MainActor enum ScalarsWithoutDefault {
  @Stored("launches") static var named: Int  // error: '@Stored' needs a default
  @Stored(Key.launches) static var keyed: Int  // error: '@Stored' needs a default
}

enum Keys {
  static let place = StoredKey("place", default: Place())  // error: declare this key with 'StoredKey.codable
  static let keyed = StoredKey(Key.place, default: Place())  // error: declare this key with 'StoredKey.codable
}
