import DefaultsKitStatic

enum Values {
  @Stored("a") static var place = Place()  // error: declare this property with '@CodableStored'
  @Stored("a") static var optional: Place?  // error: declare this property with '@CodableStored'
  @Stored(Key.place) static var keyed: Place? = Place()  // error: declare this property with '@CodableStored'
  @Stored("a") static var theme = Theme.light  // error: add 'PropertyListConvertible' to this type
  @Stored("a") static var required: Int  // error: '@Stored' needs a default
  @CodableStored("a") static var codable: Place  // error: '@CodableStored' needs a default
  @Stored("a") private(set) static var readable = 0
}

func write() {
  Values.$readable.reset()  // error: '$readable' is inaccessible due to 'private' protection level
}
