import XCTest

@testable import DefaultsKit

final class XMLPropertyListWriterTests: XCTestCase {
  func testADocumentIsIndentedWithItsKeysInOrder() throws {
    let value: PropertyListValue = [
      "b": [1, true, [:], []], "a": "x < y", "é": .data(Data([0, 1, 2])),
      "B": .date(Date(timeIntervalSinceReferenceDate: 0)),
      "ab": .real(0.5), "c": ["inner": .unsignedInteger(.max)],
    ]
    let expected = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>B</key>
      \t<date>2001-01-01T00:00:00Z</date>
      \t<key>a</key>
      \t<string>x &lt; y</string>
      \t<key>ab</key>
      \t<real>0.5</real>
      \t<key>b</key>
      \t<array>
      \t\t<integer>1</integer>
      \t\t<true/>
      \t\t<dict/>
      \t\t<array/>
      \t</array>
      \t<key>c</key>
      \t<dict>
      \t\t<key>inner</key>
      \t\t<integer>18446744073709551615</integer>
      \t</dict>
      \t<key>é</key>
      \t<data>
      \tAAEC
      \t</data>
      </dict>
      </plist>

      """
    XCTAssertEqual(String(decoding: try value.serialized(as: .xml), as: UTF8.self), expected)
  }

  func testKeysStandInTheOrderOfTheirScalars() throws {
    var generator = SeededGenerator(state: 9)
    var fields: [String: PropertyListValue] = ["": 0, "common": 0, "common prefix": 0, "common prefix and more": 0]
    for _ in 0..<500 { fields["common prefix " + generator.text(isForXML: true)] = 1 }
    let document = String(decoding: try PropertyListValue.dictionary(fields).serialized(as: .xml), as: UTF8.self)
    guard case .dictionary(let read) = try PropertyListValue(serialized: Data(document.utf8)) else {
      return XCTFail("no dictionary")
    }
    XCTAssertEqual(read, fields)
    var position = document.startIndex
    for key in fields.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let escaped = key.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        .replacingOccurrences(of: ">", with: "&gt;")
      let range = try XCTUnwrap(
        document.range(of: "<key>\(escaped)</key>", options: .literal, range: position..<document.endIndex))
      position = range.upperBound
    }
  }

  func testWhatXMLCannotCarryIsRefusedWithItsPathAndReason() {
    let cases: [(value: PropertyListValue, reason: String)] = [
      (.date(Date(timeIntervalSinceReferenceDate: 0.5)), "fractional seconds"),
      (.date(Date(timeIntervalSinceReferenceDate: 252_423_993_600)), "years 1 to 9999"),
      (.date(Date.distantPast), "years 1 to 9999"), ("a\u{1}", "control character"), ("\u{0}", "control character"),
      ("\u{FFFE}", "U+FFFE"), ("\u{FFFF}", "U+FFFF"), (.real(Double(nan: 5, signaling: false)), "NaN"),
    ]
    for (value, reason) in cases {
      XCTAssertThrowsError(try PropertyListValue.dictionary(["list": [1, ["a.b": value]]]).serialized(as: .xml)) {
        let error = $0 as? PropertyListError
        XCTAssertEqual(error?.location, .path([.key("list"), .index(1), .key("a.b")]))
        XCTAssertTrue("\($0)".hasPrefix("At list[1].\"a.b\": "), "\($0)")
        XCTAssertTrue("\($0)".contains(reason), "\($0)")
      }
      XCTAssertThrowsError(try value.serialized(as: .xml)) { XCTAssertTrue("\($0)".contains(reason), "\($0)") }
      XCTAssertEqual(try? PropertyListValue(serialized: value.serialized(as: .binary)), value)
    }
  }

  func testTextIsWellFormedForAnyReader() throws {
    let text = "<>&'\"\r\n\t]]>\u{85}\u{2028}"
    let document = String(decoding: try PropertyListValue.string(text).serialized(as: .xml), as: UTF8.self)
    XCTAssertTrue(document.contains("<string>&lt;&gt;&amp;'\"&#13;\n\t]]&gt;\u{85}\u{2028}</string>"), document)
  }
}
