import DefaultsKitStatic

enum Namespace {
  @Stored("a") var instance = 0  // error: write 'static var instance'
}

extension Place {
  @Stored("a") var extended = 0  // error: write 'static var extended', or declare it in the type itself
  @Stored("a") static var allowed = 0
}

protocol Contract {
  @Stored("a") static var required: Int { get }  // error: cannot be used in a protocol, which stores nothing
}

struct Generic<Content> {
  @Stored("a") static var direct = 0  // error: declare 'direct' in a type that is not generic
  @Stored("a") var instance = 0
  enum Nested {
    @Stored("a") static var nested = 0  // error: declare 'nested' in a type that is not generic
  }
}

extension Array where Element == Int {
  @Stored("a") static var constrained = 0  // error: declare 'constrained' in a type that is not generic
}

extension Box {
  @Stored("a") static var unseen = 0  // error: static stored properties not supported in generic types
}

enum NoProperties {
  @Stored("a") func call() {}  // error: '@Stored' goes on one property
  @Stored("a") struct Inner {}  // error: '@Stored' goes on one property
}
