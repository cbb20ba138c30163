import DefaultsKit
import Foundation

/// A small app's launch: run it twice, and see that what it set is still there.
@main
@MainActor
enum Quickstart {
  static let name = "DefaultsKitQuickstart"

  static func main() async throws {
    switch Array(CommandLine.arguments.dropFirst()) {
    case []: try launch()
    case ["--reset"]: try reset()
    case ["--watch"]: try await Watch.run(PropertyListStore(named: name))
    default:
      print("usage: Quickstart [--reset | --watch]")
      print("  --reset   start over, as if it had never run")
      print("  --watch   print the changes of its file as they come, from wherever")
      exit(64)  // EX_USAGE of sysexits(3)
    }
  }

  private static func launch() throws {
    let store = try PropertyListStore(named: name)
    DefaultStore.bootstrap(store)

    try App.$launches.update { $0 += 1 }
    print("Launch \(App.launches). The store: \(store.url.path)\n")
    if App.launches == 1 { try firstLaunch(store) } else { laterLaunch() }
    try news()
    try store.flush()
    print("\nLook into it:     plutil -p '\(store.url.path)'")
    print("See it change:    swift run Quickstart --watch, and launch again in another terminal")
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

  /// Two accounts and a badge, which each launch goes on with.
  private static func news() throws {
    let noticeCount = UInt(App.launches + 2)
    if App.launches == 1 {
      try SeenInThePreviousRelease.leave(.init(lastViewedCurationID: 7), forUser: "kim")
      title("The previous release stored what kim had seen, without a count of notices.")
    }
    try UserSession.logIn(userID: "kim") { $0[UserSession.nickname] = "김" }
    showBadge("Kim logs in; there are \(noticeCount) notices.", noticeCount)
    try News.open(noticeCount: noticeCount)
    showBadge("Kim opens the tab: the badge goes out.", noticeCount)
    try UserSession.logIn(userID: "lee")
    showBadge("Lee logs in instead: another account, another badge.", noticeCount)
    if App.launches == 1 {
      try News.open(noticeCount: noticeCount)
      try UserSession.logOut()
      title("Lee opens the tab and logs out: the session is gone, what was seen stays.")
    } else {
      try UserSession.deleteAccount()
      title("Lee deletes the account: nothing of it stays.")
    }
    row("logged in", News.userID ?? "nobody")
    row("accounts", try UserActivity.userIDs().sorted().joined(separator: ", "))
  }

  private static func showBadge(_ text: String, _ noticeCount: UInt) {
    title(text)
    row("nickname", News.nickname ?? "nil")
    row("curation seen", "\(News.seen.lastViewedCurationID)")
    row("badge", News.showsBadge(noticeCount: noticeCount) ? "shown" : "not shown")
  }

  private static func reset() throws {
    EarlierWrapper.removeValues()
    let folder = try PropertyListStore.standardURL(named: name).deletingLastPathComponent()
    if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
    print("Reset: the next launch is the first one.")
  }
}
