import Foundation
import XCTest

@testable import DefaultsKit

final class StandardURLTests: FileStoreTestCase {
  func testAStoreStandsInAFolderOfItsNameInTheFolderForSettings() throws {
    let url = try PropertyListStore.standardURL(named: "com.example.App", in: folder)
    XCTAssertEqual(url, folder.appending(path: "com.example.App/Defaults.plist"))
  }

  func testNamesThatCouldLeaveTheFolderOrThatNoFolderHasAreRefused() {
    for name in ["", ".", "..", "a/b", "/", "../x", "a\0b", String(repeating: "n", count: 256)] {
      assertThrows(.invalidName, try PropertyListStore.standardURL(named: name, in: folder))
      assertThrows(.invalidName, try PropertyListStore.standardURL(named: name))
      assertThrows(.invalidName, try PropertyListStore(named: name))
    }
  }

  func testNamesWithDotsSpacesPercentsAndHangulStayInTheFolder() throws {
    for name in [
      "...", ".hidden", "a b", "%2F", "%2e%2e", "한글", "a:b", "~", "con.", "a\\b", String(repeating: "n", count: 255),
    ] {
      let url = try PropertyListStore.standardURL(named: name, in: folder)
      XCTAssertEqual(url.path, folder.path + (folder.path.hasSuffix("/") ? "" : "/") + name + "/Defaults.plist")
      let store = try PropertyListStore(url: url)
      try store.setValue(true, forKey: "here")
      try store.flush()
      XCTAssertTrue(FileManager.default.fileExists(atPath: url.path), name)
    }
  }

  #if !canImport(Darwin)
    func testTheFolderForSettingsIsTheOneOfTheXDGSpecification() {
      let configured = PropertyListStore.configurationFolder(["XDG_CONFIG_HOME": "/x/config", "HOME": "/home/u"])
      XCTAssertEqual(configured?.path, "/x/config")
      XCTAssertEqual(PropertyListStore.configurationFolder(["HOME": "/home/u"])?.path, "/home/u/.config")
      // "If an implementation encounters a relative path in any of these variables it should ignore it."
      XCTAssertEqual(
        PropertyListStore.configurationFolder(["XDG_CONFIG_HOME": "x", "HOME": "/home/u"])?.path, "/home/u/.config")
      XCTAssertEqual(
        PropertyListStore.configurationFolder(["XDG_CONFIG_HOME": "", "HOME": "/home/u"])?.path, "/home/u/.config")
    }

    func testNoHomeIsAnErrorAndNotTheRoot() {
      for environment in [[:], ["HOME": ""], ["HOME": "relative"]] {
        XCTAssertNil(PropertyListStore.configurationFolder(environment))
      }
      assertThrows(.fileUnreadable, try PropertyListStore.standardURL(named: "App", in: nil))
    }
  #endif
}
