import DefaultsKitStatic

struct Place: Codable, Sendable {
  var latitude = 30.0
}

enum Theme: String {
  case light
  case dark
}

enum Key: String {
  case email
  case place
}

struct Box<Content> {}
