import DefaultsKit

extension StoreLaw {
  /// What is kept when it is replaced, and what removals take.
  public static let displacement = [
    StoreLaw("A value that cannot be read is kept when it is replaced.") { store in
      let key = StoredKey("a", default: 0)
      try store.setValue("text", forKey: "a")
      try Expectation.error(.valueMismatch, key: "a") { _ = try store.value(for: key) }
      try Expectation.equal(try store.value(forKey: "a"), "text", "reading writes nothing: the stored value")
      try store.set(5, for: key)
      try Expectation.equal(try store.value(for: key), 5, "the value that was set")
      try Expectation.equal(try store.displacedValues, ["a": "text"], "displaced values")
      try Expectation.equal(try store.keys, ["a"], "names")

      try store.set(6, for: key)
      try Expectation.equal(try store.displacedValues, ["a": "text"], "displaced values, after a readable one went")

      try store.setValue(true, forKey: "a")
      try store.remove(key)
      try Expectation.equal(try store.displacedValues, ["a": true], "displaced values, of which the latest counts")
      try store.removeDisplacedValue(forKey: "a")
      try Expectation.equal(try store.displacedValues, [:], "displaced values, once they are removed")
    },
    StoreLaw("A deep value is displaced whole.") { store in
      let deep: PropertyListValue = (1..<511).reduce([]) { value, _ in [value] }
      try store.setValue(deep, forKey: "a")
      try store.set(5, for: StoredKey("a", default: 0))
      try Expectation.equal(try store.displacedValues == ["a": deep], true, "the deep value is displaced")
      try store.flush()
      try Expectation.equal(try store.displacedValues == ["a": deep], true, "the deep value survives a flush")
    },
    StoreLaw("Removing everything removes every account's values and the displaced ones; migrations stay applied.") {
      store in
      var migrator = StoreMigrator()
      migrator.registerMigration("first") { $0["a"] = "text" }
      try migrator.migrate(store)
      try store.set(1, for: StoredKey("a", default: 0))
      try store.set(1, for: StoredKey("b", default: 0, scope: .user("x")))
      try Expectation.equal(try store.displacedValues, ["a": "text"], "displaced values")
      try Expectation.equal(try store.keys, ["a", "users/x/b"], "names")
      try store.removeAll()
      try Expectation.equal(try store.keys, [], "names, once everything is removed")
      try Expectation.equal(try store.displacedValues, [:], "displaced values, once everything is removed")
      try Expectation.equal(try migrator.appliedIdentifiers(in: store), ["first"], "applied migrations")
    },
  ]
}
