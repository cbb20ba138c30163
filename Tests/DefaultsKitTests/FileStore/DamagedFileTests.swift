import Foundation
import XCTest

@testable import DefaultsKit

final class DamagedFileTests: FileStoreTestCase {
  /// What a killed process leaves: `a` and `b` in the plist, `c`, `d` and `e` in the journal.
  private func makeFiles() throws -> (plist: Data, sidecar: Data) {
    do {
      let store = try makeStore(isQuiet: true)
      try store.setValue("in the plist", forKey: "a")
      try store.setValue(2, forKey: "b")
      try store.flush()
      for (number, name) in ["c", "d", "e"].enumerated() {
        try store.setValue(.string("in the journal \(number)"), forKey: name)
      }
    }
    return (try Data(contentsOf: file), try Data(contentsOf: sidecar))
  }

  /// Puts both files into a new folder, as if they had always been there.
  private func plant(_ files: (plist: Data, sidecar: Data)) throws {
    try moveToNewFolder()
    try files.plist.write(to: file)
    try files.sidecar.write(to: sidecar)
    let identity = try status(file).identity
    try changeHeader { $0.identity = identity }
  }

  private struct Opened {
    var values: [String: PropertyListValue]
    var codes: [StoreError.Code]
    var isComplete: Bool { ["a", "b", "c", "d", "e"].allSatisfy { values[$0] != nil } }
    var journalNames: [String] { ["c", "d", "e"].filter { values[$0] != nil } }
  }

  private func open() throws -> Opened {
    let log = FaultLog()
    let store = try makeStore(log: log, settlingTime: 0, isQuiet: true)
    var values: [String: PropertyListValue] = [:]
    for name in try store.keys { values[name] = try store.value(forKey: name) }
    // It works on, and the next one finds the same.
    try store.setValue(true, forKey: "after")
    let other = try makeStore(settlingTime: 0, isQuiet: true)
    XCTAssertEqual(try other.value(forKey: "after"), true)
    for (name, value) in values { XCTAssertEqual(try other.value(forKey: name), value) }
    return Opened(values: values, codes: log.codes)
  }

  func testWhatAKilledProcessLeftIsAllThere() throws {
    try plant(makeFiles())
    let opened = try open()
    XCTAssertTrue(opened.isComplete)
    XCTAssertEqual(opened.codes, [])
    XCTAssertEqual(try visibleNames(), [])
  }

  func testEveryFlippedBitOfTheSidecarLosesNothingWithoutSayingSo() throws {
    let files = try makeFiles()
    // The header with both of its copies, and the journal.
    let offsets = Array(0..<64 + 2 * SidecarHeader.size) + Array(Sidecar.journalStart..<files.sidecar.count)
    var losses = 0
    for offset in offsets where Self.thoroughness > 1 || offset % 6 == Int.random(in: 0...5, using: &generator) {
      for bit in Self.thoroughness > 1 ? Array(0..<8) : [Int.random(in: 0..<8, using: &generator)] {
        try plant(files)
        let byte = try Data(contentsOf: sidecar)[offset]
        try overwrite(sidecar, with: Data([byte ^ 1 << bit]), at: offset)
        let opened = try open()
        let place = "bit \(bit) of byte \(offset)"
        XCTAssertEqual(opened.values["a"], "in the plist", place)
        XCTAssertEqual(opened.values["b"], 2, place)
        XCTAssertEqual(opened.journalNames, Array(["c", "d", "e"].prefix(opened.journalNames.count)), place)
        for (number, name) in opened.journalNames.enumerated() {
          XCTAssertEqual(opened.values[name], .string("in the journal \(number)"), place)
        }
        if !opened.isComplete {
          losses += 1
          XCTAssertEqual(opened.codes, [.fileCorrupted], place)
          XCTAssertEqual(try visibleNames(), ["Settings.plist.journal.corrupt-1"], place)
          XCTAssertGreaterThanOrEqual(offset, Sidecar.journalStart, "a header can be done without: \(place)")
        }
      }
    }
    XCTAssertGreaterThan(losses, 2)
  }

  func testEveryTruncationOfTheSidecarKeepsTheRecordsBeforeIt() throws {
    let files = try makeFiles()
    let lengths = [0, 1, 63, 64, 200, 4095] + Array(Sidecar.journalStart...files.sidecar.count)
    for length in lengths where Self.thoroughness > 1 || length % 2 == Int.random(in: 0...1, using: &generator) {
      try plant(files)
      XCTAssertEqual(truncate(sidecar.path, off_t(length)), 0)
      let opened = try open()
      XCTAssertEqual(opened.values["a"], "in the plist")
      XCTAssertEqual(opened.journalNames, Array(["c", "d", "e"].prefix(opened.journalNames.count)))
      if !opened.isComplete, length > 16 { XCTAssertEqual(opened.codes, [.fileCorrupted], "length \(length)") }
    }
  }

  func testEveryFlippedBitOfThePlistIsNoticedAndTheJournalIsSalvaged() throws {
    let files = try makeFiles()
    for offset in files.plist.indices
    where Self.thoroughness > 1 || offset % 4 == Int.random(in: 0...3, using: &generator) {
      var plist = files.plist
      plist[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      try plant((plist, files.sidecar))
      let opened = try open()
      // A checksum of which one bit was left would be taken for none, with everything else as it was.
      if opened.codes.isEmpty {
        XCTAssertTrue(opened.isComplete)
        XCTAssertEqual(opened.values["b"], 2)
        continue
      }
      XCTAssertEqual(opened.codes, [.fileCorrupted], "byte \(offset)")
      XCTAssertEqual(opened.journalNames, ["c", "d", "e"])
      XCTAssertNil(opened.values["a"])
      XCTAssertEqual(try visibleNames(), ["Settings.plist.corrupt-1"])
      XCTAssertEqual(try Data(contentsOf: folder.appending(path: "Settings.plist.corrupt-1")), plist)
    }
  }

  func testEveryTruncationOfThePlistIsNoticed() throws {
    let files = try makeFiles()
    for length in 0..<files.plist.count
    where Self.thoroughness > 1 || length % 8 == Int.random(in: 0...7, using: &generator) {
      try plant((files.plist.prefix(length), files.sidecar))
      let opened = try open()
      XCTAssertEqual(opened.codes, [.fileCorrupted], "length \(length)")
      XCTAssertEqual(opened.journalNames, ["c", "d", "e"])
      XCTAssertEqual(try visibleNames(), ["Settings.plist.corrupt-1"])
    }
  }

  func testAMissingPlistLeavesWhatTheJournalHolds() throws {
    try plant(makeFiles())
    try FileManager.default.removeItem(at: file)
    let opened = try open()
    XCTAssertEqual(opened.journalNames, ["c", "d", "e"])
    XCTAssertNil(opened.values["a"])
  }

  func testAMissingSidecarLeavesWhatThePlistHolds() throws {
    try plant(makeFiles())
    try FileManager.default.removeItem(at: sidecar)
    let opened = try open()
    XCTAssertEqual(opened.values, ["a": "in the plist", "b": 2])
    XCTAssertEqual(opened.codes, [])
  }

  func testAHeaderOfAnotherBootIsMadeAnewFromThePlistAndTheJournal() throws {
    try plant(makeFiles())
    try changeHeader { header in
      header.boot = BootID(high: 1, low: 2)
      header.snapshot = 1 << 40
      header.next = 1 << 41
      header.storeID = 7
    }
    let opened = try open()
    XCTAssertTrue(opened.isComplete)
    XCTAssertEqual(opened.codes, [])
  }

  func testAnOlderPlistIsTheBaseOfWhatTheJournalHolds() throws {
    let older: Data
    do {
      let store = try makeStore(isQuiet: true)
      try store.setValue("old", forKey: "a")
      try store.flush()
      older = try Data(contentsOf: file)
      try store.setValue("new", forKey: "a")
      try store.setValue(2, forKey: "b")
      try store.flush()
      try store.setValue(3, forKey: "c")
    }
    // Restored from a backup, say.
    try replaceFile(with: older)
    let store = try makeStore(settlingTime: 0, isQuiet: true)
    XCTAssertEqual(try store.value(forKey: "a"), "old")
    XCTAssertNil(try store.value(forKey: "b"))
    XCTAssertEqual(try store.value(forKey: "c"), 3)
  }

  func testAJournalOfAnOlderSnapshotIsNeverReplayedOverANewerOne() throws {
    let old = try makeFiles()
    let newer: Data
    do {
      let store = try makeStore(isQuiet: true)
      try store.setValue("newer", forKey: "c")
      try store.flush()
      newer = try Data(contentsOf: file)
    }
    // The sidecar comes from a backup that was made on an earlier run of the system.
    try plant((newer, old.sidecar))
    try changeHeader { $0.boot = BootID(high: 1, low: 2) }
    let opened = try open()
    XCTAssertEqual(opened.values["c"], "newer")
    XCTAssertEqual(opened.values["e"], "in the journal 2")
    XCTAssertEqual(opened.codes, [])
  }

  func testAJournalOfAnotherStoreIsSetAside() throws {
    let files = try makeFiles()
    try moveToNewFolder()
    do {
      let store = try makeStore(isQuiet: true)
      try store.setValue("another store", forKey: "a")
      try store.flush()
    }
    // A plist copied from another machine, beside a journal of this one.
    try plant((Data(contentsOf: file), files.sidecar))
    try changeHeader { $0.boot = BootID(high: 1, low: 2) }
    let opened = try open()
    XCTAssertEqual(opened.values, ["a": "another store"])
    XCTAssertEqual(opened.codes, [.fileCorrupted])
    XCTAssertEqual(try visibleNames(), ["Settings.plist.journal.corrupt-1"])
  }

  func testAPlistOfAnotherMachineIsTheBaseOfWhatWasSetHere() throws {
    let files = try makeFiles()
    try moveToNewFolder()
    do {
      let store = try makeStore(isQuiet: true)
      try store.setValue("from afar", forKey: "a")
      try store.setValue("from afar", forKey: "c")
      try store.flush()
    }
    let afar = try Data(contentsOf: file)
    try plant(files)
    try replaceFile(with: afar)
    let opened = try open()
    XCTAssertEqual(opened.values["a"], "from afar")
    XCTAssertEqual(opened.values["c"], "in the journal 0")
    XCTAssertNil(opened.values["b"])
  }

  func testRandomBytesInEitherFileNeitherCrashNorHang() throws {
    let files = try makeFiles()
    for _ in 0..<40 * Self.thoroughness {
      var (plist, sidecar) = files
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        plist[Int.random(in: plist.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      for _ in 0..<Int.random(in: 1...30, using: &generator) {
        sidecar[Int.random(in: sidecar.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      for _ in 0..<Int.random(in: 0...8, using: &generator) {
        sidecar[Int.random(in: 4096..<sidecar.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      try moveToNewFolder()
      try plist.write(to: file)
      try sidecar.write(to: self.sidecar)
      _ = try open()
    }
  }

  func testOneFaultIsToldOnceToEachHandlerOfTheStoresOnAFile() throws {
    let common = FaultLog()
    let own = FaultLog()
    DefaultStore.onError = common.handler
    defer { DefaultStore.onError = { _ in } }
    let engine = try makeEngine(isQuiet: true)
    let stores = (0..<3).map { number in
      PropertyListStore(engine: engine, url: file, onError: number == 1 ? own.handler : nil)
    }
    try stores[0].setValue(1, forKey: "a")
    try stores[0].flush()
    try overwrite(file, with: Data("no property list".utf8), truncating: true)
    usleep(60_000)  // the settling time of these engines
    try stores[1].setValue(2, forKey: "a")
    try eventually("set aside") { (try? stores[2].flush()) != nil && !own.codes.isEmpty }
    XCTAssertEqual(own.codes, [.fileCorrupted])
    XCTAssertEqual(common.codes, [.fileCorrupted])
  }

  func testASequenceThatLeavesNoRoomToGoOnIsNotTaken() throws {
    let limit = Snapshot.sequenceLimit
    for sequence in [limit - 1, limit - 2, limit - 3, limit / 2, limit / 2 - 1] {
      try moveToNewFolder()
      let record: [String: Any] = ["store": 7, "sequence": sequence, "version": 1]
      try replaceFile(with: foundationData(["old": 1, "$defaultskit": record]))
      let store = try makeStore(isQuiet: true)
      for name in ["a", "b", "c", "d"] { try store.setValue(1, forKey: name) }
      XCTAssertEqual(try makeStore(isQuiet: true).keys, ["old", "a", "b", "c", "d"], "\(sequence)")
    }
  }
}
