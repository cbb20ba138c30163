import DefaultsKit
import Foundation

/// What the app did before: `UserDefaults` by hand, with every value as JSON data.
enum EarlierWrapper {
  static let suiteName = "DefaultsKitQuickstart.earlier"

  /// Writes what an earlier release of the app would have left, unless it is there.
  static func leaveValues() throws {
    guard let defaults = UserDefaults(suiteName: suiteName) else { return }
    guard defaults.object(forKey: "com.my.company.profile") == nil else { return }
    let profile = Profile(name: "Kim", location: .init(latitude: 37.5665, longitude: 126.978))
    defaults.set(try JSONEncoder().encode("kim"), forKey: "account.userId")
    defaults.set(try JSONEncoder().encode(1_700_000_000), forKey: "account.loginTime")
    defaults.set(try JSONEncoder().encode(profile), forKey: "com.my.company.profile")
    defaults.synchronize()
  }

  static func removeValues() {
    UserDefaults(suiteName: suiteName)?.removePersistentDomain(forName: suiteName)
    UserDefaults(suiteName: suiteName)?.synchronize()
  }

  /// Takes the values over into a store, once.
  static func takeOver(into store: any KeyValueStore) throws {
    var migrator = StoreMigrator()
    migrator.registerImport("earlier-wrapper", fromSuite: suiteName) { report in print(report) }
    // A typed key reads the JSON as it is; setting it stores the plain form, which any tool can read.
    migrator.registerMigration("plain-values") { transaction in
      transaction[Account.userIDKey] = transaction[Account.userIDKey]
      transaction[Account.loginTimeKey] = transaction[Account.loginTimeKey]
      transaction[Account.profileKey] = transaction[Account.profileKey]
    }
    try migrator.migrate(store)
  }
}
