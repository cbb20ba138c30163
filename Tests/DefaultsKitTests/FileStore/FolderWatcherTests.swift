import Foundation
import XCTest

@testable import DefaultsKit

/// Nobody observes the stores here: what is taken in was told of by the folder, or found by looking.
final class FolderWatcherTests: FileStoreTestCase {
  func testAnEditIsTakenInThoughTheSystemRefusesToWatchFolders() throws {
    try replaceFile(with: foundationData(["a": 1]))
    // Nothing was set, so that no checkpoint finds the edit.
    let store = try makeStore { $0 == .watch ? .error(EMFILE) : nil }
    XCTAssertEqual(try store.value(forKey: "a"), 1)
    try replaceFile(with: foundationData(["a": 2]))
    try eventually("taken in") { try store.value(forKey: "a") == 2 }
    try store.flush()
  }

  func testAFolderIsWatchedAgainOnceTheSystemAllowsIt() throws {
    let refusals = Locked(2)
    let fileSystem = FileSystem { call in
      call == .watch && refusals.withLock { refusals in (refusals -= 1, refusals >= 0).1 } ? .error(ENOSPC) : nil
    }
    let looks = Locked(0)
    let watch = try watcher(fileSystem, looks)
    defer { watch.end() }
    try eventually("looked by itself") { looks.withLock { $0 } > 0 && refusals.withLock { $0 } < 0 }
    let before = looks.withLock { $0 }
    try Data().write(to: file)
    try eventually("told") { looks.withLock { $0 } > before }
  }

  func testEditsAreTakenInAfterAFolderWasRemovedOrMovedAndMadeAgain() throws {
    for isMoved in [false, true] {
      try moveToNewFolder()
      let app = folder.appending(path: "app", directoryHint: .isDirectory)
      let place = app.appending(path: "Settings.plist")
      let store = try PropertyListStore(url: place)
      try store.setValue(1, forKey: "a")
      try store.flush()
      if isMoved {
        XCTAssertEqual(rename(app.path, folder.appending(path: "elsewhere").path), 0)
      } else {
        try FileManager.default.removeItem(at: app)
      }
      try FileManager.default.createDirectory(at: app, withIntermediateDirectories: false)
      for value in 2...4 {
        try foundationData(["a": value]).write(to: place, options: .atomic)
        try eventually("taken in") { try store.value(forKey: "a") == .integer(Int64(value)) }
        try store.flush()  // what was taken in is written out: the next edit must not meet that
      }
    }
  }

  #if canImport(Glibc) || canImport(Musl)
    func testWhereEventsWereDroppedEverybodyLooks() throws {
      let watcher = FolderWatcher()
      let looks = Locked<Set<String>>([])
      let watches = try ["a.plist", "b.plist"].map { name in
        let file = try ResolvedFile(url: folder.appending(path: name), fileSystem: .system)
        return watcher.watch(file, .system) { looks.withLock { _ = $0.insert(name) } }
      }
      watcher.take(UInt32(IN_Q_OVERFLOW), of: "", in: -1)
      XCTAssertEqual(looks.withLock { $0 }, ["a.plist", "b.plist"])
      for watch in watches { watch.end() }
      looks.withLock { $0 = [] }
      watcher.take(UInt32(IN_Q_OVERFLOW), of: "", in: -1)
      XCTAssertEqual(looks.withLock { $0 }, [])
    }

    func testItIsWatchedAnewWhereNothingIsHeardAnyMore() throws {
      let watcher = FolderWatcher()
      let looks = Locked(0)
      let watch = watcher.watch(try ResolvedFile(url: file, fileSystem: .system), .system) {
        looks.withLock { $0 += 1 }
      }
      defer { watch.end() }
      watcher.lose()
      try eventually("looked by itself") { looks.withLock { $0 } > 0 }
      let before = looks.withLock { $0 }
      try Data().write(to: file)
      try eventually("told") { looks.withLock { $0 } > before }
    }
  #endif

  func testAStoreIsLookedAtOnceForManyEvents() throws {
    let isWithin = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    let looks = Locked(0)
    let isCounting = Locked(false)
    let store = try makeStore(isQuiet: true) { call in
      guard call == .linkCount, isCounting.withLock({ $0 }) else { return nil }
      if looks.withLock({ looks in (looks += 1, looks == 1).1 }) {
        isWithin.signal()
        mayGoOn.wait()
      }
      return nil
    }
    try store.setValue(1, forKey: "a")
    try store.flush()
    isCounting.withLock { $0 = true }
    store.engine.schedule.look()
    isWithin.wait()
    for _ in 0..<1000 { store.engine.schedule.look() }
    mayGoOn.signal()
    let isDone = expectation(description: "the queue is empty")
    store.engine.schedule.afterLooks { isDone.fulfill() }
    wait(for: [isDone], timeout: 10)
    XCTAssertEqual(looks.withLock { $0 }, 2)
  }

  func testNobodyTicksOnceTheLastObserverIsGone() throws {
    let store = try makeStore(isQuiet: true)
    for _ in 0..<2 {
      XCTAssertFalse(store.engine.schedule.isTicking)
      var changes: AsyncStream<StoreChange>? = store.changes()
      XCTAssertTrue(store.engine.schedule.isTicking)
      withExtendedLifetime(changes) {}
      changes = nil
      try eventually("no tick") { !store.engine.schedule.isTicking }
    }
  }

  private func watcher(_ fileSystem: FileSystem, _ looks: Locked<Int>) throws -> FolderWatcher.Watch {
    FolderWatcher.shared.watch(try ResolvedFile(url: file, fileSystem: .system), fileSystem) {
      looks.withLock { $0 += 1 }
    }
  }
}
