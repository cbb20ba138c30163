import DefaultsKit
import Foundation
import XCTest

final class PropertyListValueDescriptionTests: XCTestCase {
  func testAValueReadsAsItWouldBeWritten() {
    let value: PropertyListValue = ["b": [1, true, 2.5, "a\"b"], "a": [:], "c": []]
    XCTAssertEqual("\(value)", #"["a": [:], "b": [1, true, 2.5, "a\"b"], "c": []]"#)
    XCTAssertEqual("\(PropertyListValue.unsignedInteger(.max))", "18446744073709551615")
    XCTAssertEqual("\(PropertyListValue.data(Data([1, 2])))", "2 bytes")
    XCTAssertEqual("\(Optional(PropertyListValue.string("x")) as Any)", #"Optional("x")"#)
    XCTAssertEqual("\(["k": PropertyListValue.integer(1)])", #"["k": 1]"#)
  }
}
