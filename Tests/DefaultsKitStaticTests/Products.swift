import Foundation
import XCTest

/// What the tests were built with.
enum Products {
  private final class Marker {}

  /// The folder of it.
  static func folder() throws -> URL {
    let bundle = Bundle(for: Marker.self).bundleURL
    var folder = bundle
    while folder.path != "/" {
      let tool = folder.appending(path: "DefaultsKitMacros-tool")
      if FileManager.default.isExecutableFile(atPath: tool.path) { return folder }
      folder.deleteLastPathComponent()
    }
    return try XCTUnwrap(nil, "no DefaultsKitMacros-tool above \(bundle.path)")
  }

  /// The compiler plug-in.
  static func plugin() throws -> URL { try folder().appending(path: "DefaultsKitMacros-tool") }
}
