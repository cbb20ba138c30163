// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "DefaultsKit",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "DefaultsKit", targets: ["DefaultsKit"]),
    .library(name: "DefaultsKitStatic", targets: ["DefaultsKitStatic"]),
    .library(name: "DefaultsKitTesting", targets: ["DefaultsKitTesting"]),
  ],
  targets: [
    .target(name: "DefaultsKit", swiftSettings: settings),
    .target(name: "DefaultsKitStatic", dependencies: ["DefaultsKit", "DefaultsKitMacros"], swiftSettings: settings),
    .target(name: "DefaultsKitTesting", dependencies: ["DefaultsKit"], swiftSettings: settings),
    .macro(name: "DefaultsKitMacros", swiftSettings: settings),
    .executableTarget(name: "Quickstart", dependencies: ["DefaultsKit"], swiftSettings: settings),
    .executableTarget(name: "StoreProbe", dependencies: ["DefaultsKit"], swiftSettings: settings),
    .executableTarget(name: "Benchmarks", dependencies: ["DefaultsKit"], swiftSettings: settings),
    .testTarget(
      name: "DefaultsKitTests", dependencies: ["DefaultsKit", "DefaultsKitTesting", "StoreProbe"],
      exclude: ["Properties/Refused"], swiftSettings: settings),
    .testTarget(
      name: "DefaultsKitStaticTests", dependencies: ["DefaultsKitStatic"], exclude: ["Refused"], swiftSettings: settings
    ),
    .testTarget(name: "DefaultsKitMacrosTests", dependencies: ["DefaultsKitMacros"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
