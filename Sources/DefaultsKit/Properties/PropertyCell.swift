/// What a wrapped property is: a key and its store.
@usableFromInline
final class PropertyCell<Value: Sendable>: Sendable {
  let key: StoredKey<Value>
  private let ownStore: (any KeyValueStore)?

  init(key: StoredKey<Value>, store: (any KeyValueStore)?) {
    self.key = key
    ownStore = store
  }

  var store: any KeyValueStore { ownStore ?? DefaultStore.current }

  @usableFromInline
  var value: Value {
    get { store[key] }
    set {
      let store = store
      store[key] = newValue
    }
  }
}
