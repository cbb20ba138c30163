import DefaultsKit

@main
enum Quickstart {
  static func main() {}
}
