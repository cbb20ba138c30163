public import DefaultsKit
import Foundation

extension StoreLaw {
  /// Values of every kind that a store must give back bit for bit, by a name.
  public static let sampleValues: [String: PropertyListValue] = [
    "string": "text", "empty string": "", "composed": "\u{E9}", "decomposed": "e\u{301}", "null": "$null",
    "control": "a\u{0}b\u{1F}\r\n", "emoji": "👩‍👩‍👧‍👦", "noncharacter": "\u{FFFF}",
    "true": true, "false": false, "zero": 0, "one": 1, "minus one": -1,
    "smallest": .integer(.min), "largest": .integer(.max), "unsigned": .unsignedInteger(.max),
    "real": 0.1, "whole real": 1.0, "minus zero": .real(-0.0), "tiny": .real(.leastNonzeroMagnitude),
    "infinity": .real(.infinity),
    "nan": .real(.nan),
    "date": .date(Date(timeIntervalSinceReferenceDate: 0.123_456_789)), "old date": .date(.distantPast),
    "data": .data(Data([0, 255, 1])), "empty data": .data(Data()),
    "array": ["a", 1, true, 2.5, [], [:]], "empty array": [],
    "dictionary": ["a": ["b": ["c": 1]], "é": "x", "": 0], "empty dictionary": [:],
  ]

  /// What is stored, and how exactly.
  public static let values = [
    StoreLaw("What is set is read back bit for bit.") { store in
      for (name, value) in sampleValues {
        try store.setValue(value, forKey: name)
        try Expectation.equal(try store.value(forKey: name), value, name)
      }
      for (name, value) in sampleValues { try Expectation.equal(try store.value(forKey: name), value, name) }
      try Expectation.equal(try store.keys, Set(sampleValues.keys), "names")
    },
    StoreLaw("A value replaces one that is only nearly the same.") { store in
      let nearlyEqual: [PropertyListValue] = [
        1, 1.0, true, "1", 0.0, .real(-0.0), false, "\u{E9}", "e\u{301}", ["\u{E9}"],
      ]
      for first in nearlyEqual {
        for second in nearlyEqual {
          try store.setValue(first, forKey: "a")
          try store.setValue(second, forKey: "a")
          try Expectation.equal(try store.value(forKey: "a"), second, "\(second) after \(first)")
        }
      }
    },
    StoreLaw("Nesting beyond what can be read back is refused, and nothing changes.") { store in
      func nested(_ levels: Int) -> PropertyListValue { (1..<levels).reduce([]) { value, _ in [value] } }
      try store.setValue(nested(511), forKey: "deep")
      try Expectation.equal(try store.value(forKey: "deep") == nested(511), true, "511 levels are read back")
      for levels in [512, 513, 2000] {
        try Expectation.error(.encodingFailed, key: "deep") { try store.setValue(nested(levels), forKey: "deep") }
      }
      try Expectation.equal(try store.value(forKey: "deep") == nested(511), true, "the value before is still there")
    },
    StoreLaw("A flush keeps everything.") { store in
      for (name, value) in sampleValues { try store.setValue(value, forKey: name) }
      try store.flush()
      for (name, value) in sampleValues { try Expectation.equal(try store.value(forKey: name), value, name) }
    },
  ]
}
