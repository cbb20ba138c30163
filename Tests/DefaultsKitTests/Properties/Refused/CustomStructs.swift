import DefaultsKit

@MainActor enum CustomStructs {
  @Stored("place") static var named = Place()  // error: declare this property with '@CodableStored'
  @Stored(Key.place) static var keyed = Place()  // error: declare this property with '@CodableStored'
  @Stored("places") static var array = [Place()]  // error: declare this property with '@CodableStored'
  @Stored("p", scope: .activeUser) static var own = Place()  // error: declare this property with '@CodableStored'
}

@MainActor enum OptionalStructs {
  @Stored("place") static var named: Place?  // error: declare this property with '@CodableStored'
  @Stored(Key.place) static var keyed: Place?  // error: declare this property with '@CodableStored'
  @Stored("place") static var set: Place? = Place()  // error: declare this property with '@CodableStored'
}

@MainActor enum StructsWithoutDefault {
  @Stored("place") static var named: Place  // error: declare this property with '@CodableStored'
  @Stored(Key.place) static var keyed: Place  // error: declare this property with '@CodableStored'
  @CodableStored("place") static var codable: Place  // error: '@CodableStored' needs a default
  @CodableStored(Key.place) static var codableKeyed: Place  // error: '@CodableStored' needs a default
}

struct Uncoded: Sendable {}

@MainActor enum UncodableStructs {
  @Stored("uncoded") static var named = Uncoded()  // error: its type must be Codable
  @Stored(Key.place) static var keyed: Uncoded?  // error: its type must be Codable
}
