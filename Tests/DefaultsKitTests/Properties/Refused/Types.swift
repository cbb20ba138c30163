import DefaultsKit

struct Place: Codable, Sendable {
  var latitude = 30.0
}

enum Theme: String {
  case light
  case dark
}

enum Plain {
  case one
}

enum Key: String {
  case place
  case theme
  case launches
}
