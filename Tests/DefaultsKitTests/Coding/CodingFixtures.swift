import Foundation
import XCTest

@testable import DefaultsKit

/// Asserts that a value is encoded as a literal form and that the form decodes to the value.
func assertForm<T: Codable & Equatable>(
  _ value: T, _ form: PropertyListValue, file: StaticString = #filePath, line: UInt = #line
) throws {
  XCTAssertEqual(try PropertyListValueEncoder().encode(value), form, file: file, line: line)
  XCTAssertEqual(try PropertyListValueDecoder().decode(T.self, from: form), value, file: file, line: line)
}

/// Asserts that a value comes back from its encoded form.
func assertRoundTrip<T: Codable & Equatable>(
  _ value: T, file: StaticString = #filePath, line: UInt = #line
) throws {
  let form = try PropertyListValueEncoder().encode(value)
  XCTAssertEqual(try PropertyListValueDecoder().decode(T.self, from: form), value, "\(form)", file: file, line: line)
  let filled = try PropertyListValueDecoder().decode(T.self, from: form, fillingMissingFieldsFrom: value)
  XCTAssertEqual(filled, value, "\(form)", file: file, line: line)
}

/// The path and text of the decoding error that a body throws.
func decodingFault(
  file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> some Any
) throws -> (path: String, text: String, error: DecodingError) {
  var fault: DecodingError?
  XCTAssertThrowsError(try body(), file: file, line: line) { fault = $0 as? DecodingError }
  let error = try XCTUnwrap(fault, "no DecodingError", file: file, line: line)
  let context: DecodingError.Context
  switch error {
  case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found), .dataCorrupted(let found):
    context = found
  @unknown default: throw error
  }
  return (error.codingPathText, context.debugDescription, error)
}

let nilMarker: PropertyListValue = ["$defaultskit.nil": 0]
let someNilMarker: PropertyListValue = ["$defaultskit.nil": 1]
