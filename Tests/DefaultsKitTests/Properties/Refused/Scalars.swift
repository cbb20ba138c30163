import DefaultsKit

@MainActor enum ScalarsWithoutDefault {
  @Stored("launches") static var named: Int  // error: '@Stored' needs a default
  @Stored(Key.launches) static var keyed: Int  // error: '@Stored' needs a default
}

enum Keys {
  static let place = StoredKey("place", default: Place())  // error: declare this key with 'StoredKey.codable
  static let keyed = StoredKey(Key.place, default: Place())  // error: declare this key with 'StoredKey.codable
}

@MainActor enum KeysWithAValue {
  @Stored(UserSession.nickname) static var nickname: String? = "n"  // error: the key has a default of its own
  @Stored(UserSession.isAutoLoginEnabled) static var isOn = true  // error: the key has a default of its own
  @CodableStored(.codable("place", default: Place())) static var place = Place()  // error: the key has a default
}

@MainActor enum PropertiesWithoutAName {
  @Stored static var launches = 1  // error: '@Stored' needs the name to store the value under
  @Stored() static var email = ""  // error: '@Stored' needs the name to store the value under
  @CodableStored static var place = Place()  // error: '@CodableStored' needs the name to store the value under
}
