import XCTest

@testable import DefaultsKit

final class XMLPropertyListReaderTests: XCTestCase {
  private func read(_ text: String) throws -> PropertyListValue { try PropertyListValue(serialized: Data(text.utf8)) }

  private func value(_ element: String) throws -> PropertyListValue { try read("<plist>\(element)</plist>") }

  private func refuse(_ elements: [String], file: StaticString = #filePath, line: UInt = #line) {
    for element in elements {
      XCTAssertThrowsError(try value(element), element, file: file, line: line) {
        guard case .line? = ($0 as? PropertyListError)?.location else {
          return XCTFail("\($0)", file: file, line: line)
        }
      }
    }
  }

  func testTextIsReadWithReferencesSectionsAndComments() throws {
    XCTAssertEqual(try value("<string>a&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&#13;</string>"), "a<>&\"'A😀\r")
    XCTAssertEqual(try value("<string>a<![CDATA[<&>]]>b<!-- c -->d<?e f?> </string>"), "a<&>bd ")
    XCTAssertEqual(try value("<string><![CDATA[]]]]></string>"), "]]")
    XCTAssertEqual(try value("<dict><key>a&amp;<!-- -->b</key><string/></dict>"), ["a&b": ""])
  }

  func testReferencesThatNameNoCharacterAreRefused() {
    refuse(
      ["&", "&;", "&amp", "&nbsp;", "&#;", "&#x;", "&#xD800;", "&#x110000;", "&#-1;", "&#99999999999999999999;", "&#1"]
        .map { "<string>\($0)</string>" })
  }

  func testElementsMayCloseThemselvesAndHaveAttributes() throws {
    XCTAssertEqual(
      try value("<array><string/><array /><dict\n/><data/><true/><false /><true></true><true> </true></array>"),
      ["", [], [:], .data(Data()), true, false, true, true])
    XCTAssertEqual(try value("<string a='1' b = \"<\">x</string>".replacingOccurrences(of: "<\"", with: ">\"")), "x")
    XCTAssertEqual(try value("<dict ><key >a</key ><integer\t>1</integer></dict >"), ["a": 1])
  }

  func testIntegersAreDecimalOrHexadecimal() throws {
    let cases: [(text: String, value: PropertyListValue)] = [
      ("0", 0), ("-0", 0), ("+7", 7), ("007", 7), (" 42", 42), ("\n-   99\n", -99), ("0xFACE", 0xFACE), ("-0Xff", -255),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .unsignedInteger(1 << 63)), ("0xffffffffffffffff", .unsignedInteger(.max)),
    ]
    for (text, expected) in cases { XCTAssertEqual(try value("<integer>\(text)</integer>"), expected, text) }
    refuse(
      [
        "", " ", "-", "0x", "1.0", "1e3", "12a", "0b1", "1_000", "18446744073709551616", "-9223372036854775809", "٣",
        "--1",
      ]
      .map { "<integer>\($0)</integer>" })
  }

  func testRealsAreDecimalOrNamed() throws {
    let cases: [(text: String, value: Double)] = [
      ("1.5", 1.5), ("2", 2), (" -3.14", -3.14), ("31415.9e-4", 3.14159), (".5", 0.5), ("1.", 1), ("-0.0", -0.0),
      ("1E+2", 100), ("inf", .infinity), ("-iNf", -.infinity), ("+infinity", .infinity), ("NAN", .nan),
    ]
    for (text, expected) in cases { XCTAssertEqual(try value("<real>\(text)</real>"), .real(expected), text) }
    refuse(
      ["", ".", "e1", "1e", "1.e", "1.5 ", "0x10", "1.2.3", "infinite", "number", "1e999", "1,5", "nan(1)"]
        .map { "<real>\($0)</real>" })
  }

  func testDatesMustBeOfTheCalendar() throws {
    let cases: [(text: String, seconds: Double)] = [
      ("2001-01-01T00:00:00Z", 0), ("2000-02-29T23:59:59Z", -26_438_401), ("1970-01-01T00:00:00Z", -978_307_200),
      ("0001-01-01T00:00:00Z", -63_113_904_000), ("9999-12-31T23:59:59Z", 252_423_993_599),
      ("0000-01-01T00:00:00Z", -63_145_526_400), ("33689-09-27T01:46:40Z", 1e12),
    ]
    for (text, seconds) in cases {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      XCTAssertEqual(try value("<date>\(text)</date>"), .date(date), text)
    }
    refuse(
      [
        "", "2001-01-01", "2001-02-29T00:00:00Z", "2001-00-01T00:00:00Z", "2001-13-01T00:00:00Z",
        "2001-01-32T00:00:00Z",
        "2001-01-01T24:00:00Z", "2001-01-01T00:60:00Z", "2001-01-01T00:00:61Z", "2001-01-01T00:00:00",
        "01-01-01T00:00:00Z",
        "2001-01-01T00:00:00.5Z", "2001-1-1T0:0:0Z", "2001-01-01 00:00:00Z", "2001-01-01T00:00:00Zx",
      ].map { "<date>\($0)</date>" })
  }

  func testDataMayBeBrokenIntoLines() throws {
    XCTAssertEqual(try value("<data>\n\t\tAAEC\r\n\t\tAw = =\n</data>"), .data(Data([0, 1, 2, 3])))
    XCTAssertEqual(try value("<data>//8=</data>"), .data(Data([0xFF, 0xFF])))
    refuse(
      ["A", "AA", "AAA", "AA=", "AA==AA==", "====", "=", "A===", "*", "AAA_", "AAAA="].map { "<data>\($0)</data>" })
  }

  func testStructureIsStrict() {
    refuse([
      "", "text", "<true/>text", "<true/><false/>", "<dict><true/></dict>", "<dict><key>a</key></dict>",
      "<dict><key>a</key><key>b</key><true/></dict>", "<array><key>a</key></array>", "<key>a</key>", "<null/>",
      "<string>a", "<string>a</array>", "<array><string>a</array></string>", "<string><b/></string>", "<array>",
      "</array>",
      "<true>yes</true>", "<String>a</String>", "<stringx>a</stringx>", "< string>a</string>", "<string a>x</string>",
      "<string a=b>x</string>", "<string a='1'b='2'>x</string>", "<array/ >", "<plist><true/></plist>",
      "<!-- a -- b --><true/>", "<!-- a --->", "<![CDATA[a]]>", "<array><![CDATA[]]></array>",
      "<?xml version='1.0'?><true/>",
    ])
  }

  func testOnlyCommentsAndInstructionsMayFollowTheEnd() throws {
    XCTAssertEqual(try read("<plist><true/></plist>\n<!-- end --><?vim set?>\n"), true)
    for junk in ["x", "<true/>", "</plist>", "\0", "<plist><true/></plist>", "&amp;", "<!DOCTYPE plist>"] {
      XCTAssertThrowsError(try read("<plist><true/></plist>\(junk)"), junk)
    }
  }

  func testTheRootElementAndTheDeclarationsMayBeMissing() throws {
    XCTAssertEqual(try read("<array><true/></array>"), [true])
    XCTAssertEqual(try read("\n <!-- a --><!DOCTYPE plist><!-- b --><plist version='1.0'><true/></plist>"), true)
    XCTAssertEqual(try read("<?xml version='1.0' encoding='utf-8' standalone=\"yes\" ?><true/>"), true)
    for declaration in [
      "<?xml version='1.0' encoding='foobar'?>", "<?xml encoding='UTF-16'?>", "<?xml version=1?>", "<?xml standalone?>",
      "<?xml version='1.0' ", "<!DOCTYPE plist", "<!DOCTYPE \"plist>", "<!ELEMENT a>", "<!doctype plist>",
    ] {
      XCTAssertThrowsError(try read(declaration + "<true/>"), declaration)
    }
  }

  func testUTF16AndUTF32AreReadInEitherOrderWithOrWithoutAMark() throws {
    let text = "<?xml version=\"1.0\"?><plist><string>é😀</string></plist>"
    let marks: [(encoding: String.Encoding, mark: [UInt8])] = [
      (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16BigEndian, [0xFE, 0xFF]), (.utf16LittleEndian, [0xFF, 0xFE]),
      (.utf32BigEndian, [0, 0, 0xFE, 0xFF]), (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
    ]
    for (encoding, mark) in marks {
      let data = try XCTUnwrap(text.data(using: encoding))
      XCTAssertEqual(try PropertyListValue(serialized: data), "é😀", "\(encoding)")
      XCTAssertEqual(try PropertyListValue(serialized: Data(mark) + data), "é😀", "\(encoding)")
      if mark.count != 3 { XCTAssertThrowsError(try PropertyListValue(serialized: data.dropLast()), "\(encoding)") }
    }
  }

  func testMalformedUTF8IsRefused() {
    let cases: [[UInt8]] = [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF8], [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC3, 0x41],
      [0xE2, 0x82, 0x41],
    ]
    for bytes in cases {
      let data = Data("<plist><string>".utf8) + Data(bytes) + Data("</string></plist>".utf8)
      XCTAssertThrowsError(try PropertyListValue(serialized: data), "\(bytes)")
    }
  }

  func testOfAKeyThatStandsTwiceTheLastValueCounts() throws {
    XCTAssertEqual(try value("<dict><key>a</key><true/><key>a</key><false/></dict>"), ["a": false])
    XCTAssertEqual(try value("<dict><key>\u{E9}</key><true/><key>e\u{301}</key><false/></dict>"), ["\u{E9}": false])
  }

  func testAnErrorNamesItsLineAndNoText() {
    for lineEnd in ["\n", "\r", "\r\n"] {
      let text = ["<plist>", "<dict>", "<key>token</key>", "<integer>secret</integer>"].joined(separator: lineEnd)
      XCTAssertThrowsError(try read(text)) { error in
        XCTAssertEqual((error as? PropertyListError)?.location, .line(4))
        XCTAssertEqual("\(error)", error.localizedDescription)
        XCTAssertFalse("\(error)".contains("secret"), "\(error)")
      }
    }
  }
}
