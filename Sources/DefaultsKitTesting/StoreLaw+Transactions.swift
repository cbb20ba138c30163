import DefaultsKit
import Synchronization

extension StoreLaw {
  private struct Stop: Error, Equatable {
    let number: Int
  }

  /// All or nothing, one after the other.
  public static let transactions = [
    StoreLaw("A transaction sees its own changes.") { store in
      try store.setValue(1, forKey: "a")
      try store.setValue(1, forKey: "b")
      let result = try store.transaction { transaction -> String in
        transaction["a"] = 2
        transaction["b"] = nil
        transaction["c"] = 3
        try Expectation.equal(transaction["a"], 2, "a changed value")
        try Expectation.equal(transaction["b"], nil, "a removed value")
        try Expectation.equal(transaction.keys, ["a", "c"], "the transaction's names")
        try Expectation.equal(transaction.values, ["a": 2, "c": 3], "the transaction's values")
        let changes: [String: PropertyListValue?] = ["a": 2, "b": nil, "c": 3]
        try Expectation.equal(transaction.changes, changes, "the transaction's changes")
        return "done"
      }
      try Expectation.equal(result, "done", "what the body returns")
      try Expectation.equal(try store.keys, ["a", "c"], "names")
    },
    StoreLaw("A transaction that throws changes nothing.") { store in
      try store.setValue(1, forKey: "a")
      try Expectation.thrown(Stop(number: 7)) { stop in
        try store.transaction { transaction in
          transaction["a"] = 2
          transaction["b"] = 2
          throw stop
        }
      }
      try Expectation.equal(try store.value(forKey: "a"), 1, "the value before")
      try Expectation.equal(try store.keys, ["a"], "names")
    },
    StoreLaw("The first error of a subscript is thrown, and nothing changes.") { store in
      try store.setValue("text", forKey: "a")
      try Expectation.error(.valueMismatch, key: "a") {
        try store.transaction { transaction in
          transaction["b"] = 1
          try Expectation.equal(transaction[StoredKey("a", default: 7)], 7, "a value of another type")
          transaction[""] = 1
        }
      }
      try Expectation.equal(try store.keys, ["a"], "names")
    },
    StoreLaw("A body reads its store as it was before.") { store in
      try store.setValue(1, forKey: "a")
      try store.transaction { transaction in
        transaction["a"] = 2
        transaction["b"] = 2
        try Expectation.equal(try store.value(forKey: "a"), 1, "a value within the transaction")
        try Expectation.equal(store[StoredKey("a", default: 0)], 1, "a typed value within the transaction")
        try Expectation.equal(try store.keys, ["a"], "names within the transaction")
      }
      try Expectation.equal(try store.value(forKey: "a"), 2, "the value after it")
    },
    StoreLaw("Transactions of many threads lose no update.") { store in
      let count = StoredKey("count", default: 0)
      try Expectation.concurrently(8) { _ in
        for _ in 0..<100 { try store.update(count) { $0 += 1 } }
      }
      try Expectation.equal(try store.value(for: count), 800, "the count of 8 threads")
    },
    StoreLaw("A reader never sees half of a transaction.") { store in
      try store.transaction { transaction in for name in ["a", "b"] { transaction[name] = 0 } }
      let isDone = Atomic<Bool>(false)
      try Expectation.concurrently(5) { thread in
        if thread == 0 {
          defer { isDone.store(true, ordering: .releasing) }
          for step in 1...200 {
            try store.transaction { transaction in for name in ["a", "b"] { transaction[name] = .integer(Int64(step)) }
            }
          }
          return
        }
        // Both are set to the same number, which only grows: the one that is read later is never the smaller.
        let (first, second) = thread % 2 == 0 ? ("a", "b") : ("b", "a")
        var before: Int64 = 0
        repeat {
          let (earlier, later) = (try store.integer(first), try store.integer(second))
          if earlier < before || later < earlier {
            throw Expectation.Failure(
              reason: "'\(first)' was read as \(before) and \(earlier), and then '\(second)' as \(later), though one "
                + "transaction sets both.")
          }
          before = later
        } while !isDone.load(ordering: .acquiring)
      }
    },
    StoreLaw("A transaction sees no half of another one.") { store in
      try store.transaction { transaction in for name in ["a", "b"] { transaction[name] = 0 } }
      try Expectation.concurrently(4) { thread in
        for step in 1...100 {
          try store.transaction { transaction in
            try Expectation.equal(transaction["a"], transaction["b"], "two values of one transaction")
            if thread == 0 { for name in ["a", "b"] { transaction[name] = .integer(Int64(step)) } }
          }
        }
      }
    },
    StoreLaw("Rename moves a value, and keeps the new one where both are there.") { store in
      try store.setValue(1, forKey: "old")
      try store.transaction { $0.rename("old", to: "new") }
      try Expectation.equal(try store.value(forKey: "new"), 1, "the moved value")
      try store.setValue(2, forKey: "old")
      try store.transaction { $0.rename("old", to: "new") }
      try Expectation.equal(try store.value(forKey: "new"), 1, "the new name's value")
      try Expectation.equal(try store.keys, ["new"], "names")
      try Expectation.equal(try store.displacedValues, ["old": 2], "displaced values")
    },
  ]
}

extension KeyValueStore {
  fileprivate func integer(_ name: String) throws -> Int64 {
    guard case .integer(let number)? = try value(forKey: name) else {
      throw Expectation.Failure(reason: "'\(name)' holds no number, though one was set.")
    }
    return number
  }
}
