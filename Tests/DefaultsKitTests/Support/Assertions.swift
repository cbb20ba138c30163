import XCTest

@testable import DefaultsKit

/// Expects a body not to throw, where it cannot be thrown on.
func succeed(file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Void) {
  do { try body() } catch { XCTFail("\(error)", file: file, line: line) }
}

/// Expects a `StoreError` of a code, and that it names the key.
func assertCode(
  _ code: StoreError.Code, key: String? = nil, file: StaticString = #filePath, line: UInt = #line,
  _ body: () throws -> Void
) {
  XCTAssertThrowsError(try body(), file: file, line: line) { error in
    guard let error = error as? StoreError else { return XCTFail("\(error)", file: file, line: line) }
    XCTAssertEqual(error.code, code, file: file, line: line)
    if let key {
      XCTAssertEqual(error.key, key, file: file, line: line)
      XCTAssertTrue(error.description.contains("'\(key)'"), error.description, file: file, line: line)
    }
  }
}
