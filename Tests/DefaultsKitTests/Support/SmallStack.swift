import Foundation
import XCTest

@testable import DefaultsKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension XCTestCase {
  /// What a body leaves on a thread with the small stack that secondary threads have on Apple's systems.
  func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let outcome = Locked<Swift.Result<Result, any Error>?>(nil)
    let done = expectation(description: "the thread has ended")
    let thread = Thread {
      let result = Swift.Result { try body() }
      outcome.withLock { $0 = result }
      done.fulfill()
    }
    thread.stackSize = 512 << 10
    // The address sanitizer surrounds each variable with bytes that nobody may touch.
    if dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil { thread.stackSize *= 8 }
    thread.start()
    wait(for: [done], timeout: 60)
    return try XCTUnwrap(outcome.withLock { $0 }).get()
  }
}
