import DefaultsKit
import Foundation

/// A small app's launch: run it twice, and see that what it set is still there.
@main
@MainActor
enum Quickstart {
  static let name = "DefaultsKitQuickstart"

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.allSatisfy({ $0 == "--reset" }) else {
      print("usage: Quickstart [--reset]     --reset: start over, as if it had never run")
      exit(64)  // EX_USAGE of sysexits(3)
    }
    let url = try PropertyListStore.standardURL(named: name)
    if arguments.contains("--reset") {
      try reset(url)
      return print("Reset: the next launch is the first one.")
    }
    let store = try PropertyListStore(named: name)
    DefaultStore.bootstrap(store)

    try App.$launches.update { $0 += 1 }
    print("Launch \(App.launches). The store: \(store.url.path)\n")
    if App.launches == 1 { try firstLaunch(store) } else { laterLaunch() }
    try store.flush()
    print("\nLook into it:     plutil -p '\(store.url.path)'")
    print("Start over:       swift run Quickstart --reset")
  }

  private static func firstLaunch(_ store: PropertyListStore) throws {
    show("Nothing is stored yet: every property reads its default.")

    try EarlierWrapper.leaveValues()
    try EarlierWrapper.takeOver(into: store)
    title("Took over what a hand-written wrapper kept as JSON in UserDefaults.")
    showAccount()

    Login.userID = "kim"
    Login.email = "kim@example.com"
    Login.nick = "김"
    Login.accessToken = "not shown, not logged"
    Login.isAutoLoginEnabled = true
    Account.loginTime = Int(Date().timeIntervalSince1970)
    Account.profile?.location.latitude = 35.1796
    Account.profile?.location.longitude = 129.0756
    Map.place = MapCoordinate(lat: 35.1796, lng: 129.0756)
    Map.center["lat"] = 35.1796
    show("Set and changed some of them.")
    showAccount()
  }

  private static func laterLaunch() {
    show("What the first launch set is still there.")
    showAccount()
    Map.place.lat += 0.01
    title("Moved the place a little to the north, as on every launch.")
    row("place", "\(Map.place.lat), \(Map.place.lng)")
  }

  private static func show(_ text: String) {
    title(text)
    row("userID", Login.userID ?? "nil")
    row("email", Login.email)
    row("nick", Login.nick)
    row("accessToken", Login.accessToken == nil ? "nil" : "(set)")
    row("isAutoLoginEnabled", "\(Login.isAutoLoginEnabled)")
    row("place", "\(Map.place.lat), \(Map.place.lng)")
    row("center", Map.center.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
  }

  private static func showAccount() {
    row("account.userID", Account.userID ?? "nil")
    row("account.loginTime", Account.loginTime.map(String.init) ?? "nil")
    let profile = Account.profile
    row("account.profile", profile.map { "\($0.name) at \($0.location.latitude), \($0.location.longitude)" } ?? "nil")
  }

  private static func title(_ text: String) { print("- " + text) }

  private static func row(_ name: String, _ value: String) {
    print("    " + name.padding(toLength: 20, withPad: " ", startingAt: 0) + value)
  }

  private static func reset(_ url: URL) throws {
    EarlierWrapper.removeValues()
    let folder = url.deletingLastPathComponent()
    if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
  }
}
