import DefaultsKit
import Foundation
import Synchronization

/// A process for the tests to start, stop and kill: it works on one store, and prints a line for each thing done.
@main
enum StoreProbe {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let options = Options(&arguments)
    do {
      try run(arguments, options)
      say("done")
    } catch let error as StoreError {
      say("error \(error.code.rawValue)")
      exit(2)
    } catch {
      say("error \(error)")
      exit(3)
    }
  }

  private static func run(_ arguments: [String], _ options: Options) throws {
    guard arguments.count >= 2 else {
      print(
        "usage: StoreProbe increment|set|script|read|follow|keys|set-and-exit|hold|named|user-defaults|migrate|rename|register-twice|"
          + "store-default|use-default-store|exit-within-a-body|exit-at FILE [ARGUMENT]...")
      exit(64)
    }
    if arguments[0] == "user-defaults" { return UserDefaultsCompared.run(arguments[1], arguments.dropFirst(2).first) }
    if arguments[0] == "named" { return say(try PropertyListStore.standardURL(named: arguments[1]).path) }
    if arguments[0] == "use-default-store" { return DefaultStoreUse.run() }
    let store = try options.open(URL(filePath: arguments[1]))
    let rest = Array(arguments.dropFirst(2))
    switch arguments[0] {
    case "increment": try increment(store, rest)
    case "set": try set(store, rest)
    case "script": try script(store)
    case "read": say("value \(try store.value(forKey: rest[0]).map { "\($0)" } ?? "nil")")
    case "follow": try follow(store, key: rest[0])
    case "keys": say("keys \(try store.keys.sorted().joined(separator: ","))")
    case "set-and-exit":
      try store.setValue(.string(rest[1]), forKey: rest[0])
      exit(0)
    case "exit-within-a-body": try Exits.withinABody(of: store)
    case "exit-at": try Exits.atSignal(store, signal: rest[0])
    case "hold":
      say("open \(try store.keys.count)")
      while true { sleep(1000) }
    case "migrate": try Migrations.run(store, count: Int(rest[0]) ?? 0)
    case "rename": try Migrations.rename(store)
    case "register-twice": Migrations.registerTwice()
    case "store-default": try Migrations.storeDefault(store, startingSignal: rest.first)
    default: exit(64)
    }
  }

  /// Says each value of a key that it reads and that is another than the one before, until it is killed.
  private static func follow(_ store: PropertyListStore, key: String) throws {
    var last: PropertyListValue?
    while true {
      let value = try store.value(forKey: key)
      if value != last { say("value \(value.map { "\($0)" } ?? "nil")") }
      last = value
      usleep(1000)
    }
  }

  /// Adds 1 to a key, again and again.
  private static func increment(_ store: PropertyListStore, _ arguments: [String]) throws {
    let key = StoredKey(arguments[0], default: 0)
    for _ in 0..<(Int(arguments[1]) ?? 0) { try store.update(key) { $0 += 1 } }
  }

  /// Sets keys of a prefix to their number, and says each that is set; without a count until it is killed.
  private static func set(_ store: PropertyListStore, _ arguments: [String]) throws {
    var number = 0
    while number < Int(arguments.count > 1 ? arguments[1] : "") ?? .max {
      try store.setValue(.integer(Int64(number)), forKey: "\(arguments[0])\(number % 100)")
      say("set \(number)")
      number += 1
    }
  }

  /// A write of each kind and checkpoints between them: step *n* leaves `step` at *n*, and a second key in agreement.
  private static func script(_ store: PropertyListStore) throws {
    for step in 1...6 {
      try store.transaction { transaction in
        transaction["step"] = .integer(Int64(step))
        transaction["twin"] = .string(String(repeating: "x", count: step * 40))
        transaction["gone"] = step % 2 == 0 ? nil : true
      }
      say("step \(step)")
      if step % 2 == 0 {
        try store.flush()
        say("flushed \(step)")
      }
    }
  }

  /// Prints a line at once, by a single call: what was said before a kill is heard.
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(1, bytes, bytes.count)
  }
}

/// How the probe's store is to be opened.
private struct Options {
  var killAt = Int.max
  var isTorn = false
  var durability = PropertyListStore.Durability.process

  /// Takes options from the arguments, and gives up the process's privileges where that is asked for.
  init(_ arguments: inout [String]) {
    while let option = arguments.first, option.hasPrefix("--") {
      arguments.removeFirst()
      switch option {
      case "--media": durability = .media
      case "--torn": isTorn = true
      case "--kill-at": killAt = arguments.isEmpty ? .max : Int(arguments.removeFirst()) ?? .max
      case "--user":
        let user = UInt32(arguments.removeFirst()) ?? 0
        guard setgid(user) == 0, setuid(user) == 0 else { exit(77) }
      default: exit(64)
      }
    }
  }

  func open(_ url: URL) throws -> PropertyListStore {
    if killAt == .max { return try PropertyListStore(url: url, durability: durability) }
    let calls = CallCounter(killAt: killAt, isTorn: isTorn)
    return try PropertyListStore(probing: url, durability: durability) { calls.next($0) }
  }
}

/// Kills the process before its Nth system call; torn: in the middle of it, where it writes.
private final class CallCounter: Sendable {
  private let count = Atomic<Int>(0)
  private let killAt: Int
  private let isTorn: Bool

  init(killAt: Int, isTorn: Bool) {
    self.killAt = killAt
    self.isTorn = isTorn
  }

  func next(_ call: String) -> Int? {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    if isTorn, number == killAt, call == "write" { return 20 }  // the rest is asked for by the next call
    if number >= killAt { kill(getpid(), SIGKILL) }
    return nil
  }
}
