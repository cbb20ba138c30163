import DefaultsKit

extension StoreLaw {
  /// What those are told who observe a store.
  public static let observation = [
    StoreLaw("Changes give every commit once, with all of its names.") { store in
      var changes = store.changes().makeAsyncIterator()
      try store.transaction { transaction in
        transaction["a"] = 1
        transaction["b"] = 2
      }
      try Expectation.equal(
        await changes.next(), StoreChange(keys: ["a", "b"], origin: .local), "a transaction's change")
      try store.setValue(1, forKey: "a")  // the same value is no change
      try store.setValue(nil, forKey: "b")
      try Expectation.equal(
        await changes.next(), StoreChange(keys: ["b"], origin: .local),
        "the change of a removal, after a set of the same")
    },
    StoreLaw("Changes that wait are merged at most, and no name is dropped.") { store in
      var changes = store.changes().makeAsyncIterator()
      let names = Set((0..<100).map { "key\($0)" })
      for name in names { try store.setValue(1, forKey: name) }
      var seen: Set<String> = []
      while seen.count < names.count, let change = await changes.next() { seen.formUnion(change.keys) }
      try Expectation.equal(seen, names, "the names of all changes")
    },
    StoreLaw("Values give the present one, and then each different one.") { store in
      let key = StoredKey("a", default: 7)
      var values = store.values(of: key).makeAsyncIterator()
      var seen: [Int?] = [await values.next()]
      try store.set(8, for: key)
      seen.append(await values.next())
      try store.setValue(1, forKey: "other")
      try store.set(8, for: key)
      try store.remove(key)
      seen.append(await values.next())
      try Expectation.equal(seen, [7, 8, 7], "the values")
    },
  ]
}
