import DefaultsKit

extension StoreLaw {
  /// Names, reserved ones, and those of accounts.
  public static let names = [
    StoreLaw("A missing key is nil, and not among the keys.") { store in
      try Expectation.equal(try store.value(forKey: "missing"), nil, "a missing value")
      try Expectation.equal(try store.keys, [], "names")
    },
    StoreLaw("Setting nil removes the key.") { store in
      try store.setValue(1, forKey: "a")
      try store.setValue(nil, forKey: "a")
      try Expectation.equal(try store.value(forKey: "a"), nil, "a removed value")
      try Expectation.equal(try store.keys, [], "names")
      try store.setValue(nil, forKey: "a")
    },
    StoreLaw("Any text is a name but the reserved ones.") { store in
      let names = [
        "a.b.c", "a/b", "/", "이름", " ", "users", "users.x", "$defaultskit2", "a\nb",
        String(repeating: "k", count: 2000),
      ]
      for name in names { try store.setValue(.string(name), forKey: name) }
      for name in names { try Expectation.equal(try store.value(forKey: name), .string(name), name) }
      try Expectation.equal(try store.keys, Set(names), "names")
    },
    StoreLaw("Two Unicode forms of a name are one name.") { store in
      try store.setValue(1, forKey: "\u{E9}")
      try store.setValue(2, forKey: "e\u{301}")
      try Expectation.equal(try store.value(forKey: "\u{E9}"), 2, "the composed form")
      try Expectation.equal(try store.value(forKey: "e\u{301}"), 2, "the decomposed form")
      try Expectation.equal(try store.keys.count, 1, "the number of names")
    },
    StoreLaw("A reserved name is refused, and nothing changes.") { store in
      for name in ["", "users/a/b", "users/", "$defaultskit"] {
        try Expectation.error(.invalidName, key: name) { try store.setValue(1, forKey: name) }
        try Expectation.error(.invalidName, key: name) {
          try store.transaction {
            $0["a"] = 1
            $0[name] = 1
          }
        }
        try Expectation.error(.invalidName, key: name) { try store.set(1, for: StoredKey(name, default: 0)) }
        try Expectation.error(.invalidName, key: name) { _ = try store.value(for: StoredKey(name, default: 0)) }
      }
      try Expectation.equal(try store.keys, [], "names")
    },
    StoreLaw("Each account has a value of its own, which follows who is logged in.") { store in
      let key = StoredKey("count", default: 0, scope: .activeUser)
      for (id, count) in [("a", 1), ("a.b", 2), ("a/b", 3)] {
        try UserSession.logIn(userID: id, to: store)
        try store.set(count, for: key)
      }
      try UserActivity.removeAll(ofUser: "a", from: store)
      for (id, count) in [("a", 0), ("a.b", 2), ("a/b", 3)] {
        try UserSession.logIn(userID: id, to: store)
        try Expectation.equal(try store.value(for: key), count, "the value of '\(id)'")
      }
      try Expectation.equal(
        try store.keys, ["UserSession.userID", "users/a.b/count", "users/a%2Fb/count"], "names")
    },
  ]
}
