import DefaultsKit

enum Unisolated {
  @Stored("launches") static var launches = 0  // error: is not concurrency-safe
}
