import DefaultsKitStatic

enum Bindings {
  @Stored("a") static let constant = 0  // error: write 'var constant'
  @Stored("a") static var first = 0, second = 1  // error: give each its own '@Stored' and 'var'
  @Stored("a") static var (left, right) = (0, 1)  // error: declare each part of the tuple as a property of its own
  @Stored("a") static var nothing  // error: write 'static var nothing: Int?' or 'static var nothing = 0'
  @Stored(UserSession.nickname) static var nickname  // error: write it, as in 'static var nickname: String?'
  @CodableStored(Key.place) static var place  // error: '@CodableStored' of 'DefaultsKitStatic' cannot see the type
  @Stored<Float>("a") static var given = 0  // error: write it behind the name, as in 'var given: Float'
  @Stored("a") static var computed: Int { 3 }  // error: '$computed.values' tells of changes
  @Stored("a") static var observed = 0 { didSet {} }  // error: '@Stored' writes the accessors of 'observed'
}

class Modifiers {
  @Stored("a") lazy var late = 0  // error: remove 'lazy'
  @Stored("a") weak var weakly: Modifiers?  // error: remove 'weak'
  @Stored("a") nonisolated(unsafe) static var unchecked = 0  // error: needs no 'nonisolated(unsafe)'
  @Stored("a") class var shared = 0
}

final class Overriding: Modifiers {
  @Stored("a") override class var shared: Int  // error: cannot override 'shared'
}
