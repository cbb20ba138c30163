import DefaultsKit
import DefaultsKitTesting
import XCTest

/// The laws of `KeyValueStore`, run against every store by a subclass.
class StoreConformance: XCTestCase {
  /// A new, empty store; a subclass returns its own kind.
  func makeStore() throws -> any KeyValueStore { InMemoryStore() }

  func testItObeysTheLawsOfValues() async throws { try await check(StoreLaw.values) }
  func testItObeysTheLawsOfNames() async throws { try await check(StoreLaw.names) }
  func testItObeysTheLawsOfTransactions() async throws { try await check(StoreLaw.transactions) }
  func testItObeysTheLawsOfDisplacement() async throws { try await check(StoreLaw.displacement) }
  func testItObeysTheLawsOfObservation() async throws { try await check(StoreLaw.observation) }

  private func check(_ laws: [StoreLaw]) async throws {
    for law in laws {
      do { try await law.check(makeStore()) } catch let violation as StoreLawViolation {
        XCTFail("\(violation)")
      } catch { XCTFail("\(law) \(error)") }
    }
  }
}
