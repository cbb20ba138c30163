import DefaultsKit

@MainActor enum PlainEnums {
  @Stored("theme") static var named = Theme.light  // error: add 'PropertyListConvertible' to this type
  @Stored(Key.theme) static var keyed = Theme.light  // error: add 'PropertyListConvertible' to this type
  @Stored("plain") static var withoutRawValue = Plain.one  // error: declare this property with '@CodableStored'
}

@MainActor enum OptionalEnums {
  @Stored("theme") static var named: Theme?  // error: add 'PropertyListConvertible' to this type
  @Stored(Key.theme) static var keyed: Theme?  // error: add 'PropertyListConvertible' to this type
  @Stored("theme") static var set: Theme? = .dark  // error: add 'PropertyListConvertible' to this type
}

@MainActor enum EnumsWithoutDefault {
  @Stored("theme") static var named: Theme  // error: add 'PropertyListConvertible' to this type
  @Stored(Key.theme) static var keyed: Theme  // error: add 'PropertyListConvertible' to this type
}
