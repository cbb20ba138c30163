import Foundation
import XCTest

@testable import DefaultsKit

final class DefaultStoreTests: XCTestCase {
  private struct Settings: Sendable {
    @Stored("launches") var launches = 0
  }

  func testAnOverrideHoldsForItsOperationAloneAndNests() {
    let settings = Settings()
    let outer = InMemoryStore()
    let inner = InMemoryStore(["launches": 5])
    DefaultStore.withOverride(outer) {
      settings.launches = 1
      DefaultStore.withOverride(inner) {
        XCTAssertTrue(DefaultStore.current === inner)
        XCTAssertEqual(settings.launches, 5)
        settings.launches = 6
      }
      XCTAssertTrue(DefaultStore.current === outer)
      XCTAssertEqual(settings.launches, 1)
    }
    XCTAssertEqual(inner.value(forKey: "launches"), 6)
  }

  func testAnOverrideReachesChildTasksAndEndsWithAThrow() async throws {
    struct Stop: Error {}
    let settings = Settings()
    let store = InMemoryStore()
    let seen = await DefaultStore.withOverride(store) {
      settings.launches = 3
      await Task.yield()
      async let child = settings.launches
      return await child
    }
    XCTAssertEqual(seen, 3)
    XCTAssertThrowsError(try DefaultStore.withOverride(store) { throw Stop() }) { XCTAssertTrue($0 is Stop) }
    do {
      try await DefaultStore.withOverride(store) {
        await Task.yield()
        throw Stop()
      }
      XCTFail("did not throw")
    } catch { XCTAssertTrue(error is Stop) }
  }

  @MainActor func testAnOverrideKeepsItsCallersActor() async throws {
    let store = InMemoryStore()
    await DefaultStore.withOverride(store) {
      await Task.yield()
      MainActor.assertIsolated()
    }
  }

  func testParallelOverridesOfOnePropertyDoNotMeet() async {
    let settings = Settings()
    await withTaskGroup(of: Void.self) { group in
      for worker in 1...8 {
        group.addTask {
          await DefaultStore.withOverride(InMemoryStore()) {
            XCTAssertEqual(settings.launches, 0)
            for step in 1...50 {
              settings.launches = worker * 1000 + step
              await Task.yield()
              XCTAssertEqual(settings.launches, worker * 1000 + step)
            }
          }
        }
      }
    }
  }

  func testAPropertyWithAStoreOfItsOwnIgnoresOverrides() {
    let own = InMemoryStore()
    let property = Stored(wrappedValue: 0, "launches", store: own)
    DefaultStore.withOverride(InMemoryStore(["launches": 9])) {
      property.wrappedValue = 4
      XCTAssertEqual(property.wrappedValue, 4)
    }
    XCTAssertEqual(own.value(forKey: "launches"), 4)
  }
}
