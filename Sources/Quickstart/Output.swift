import Foundation

/// Says what just happened.
func title(_ text: String) { print("- " + text) }

/// Shows a name and its value, aligned.
func row(_ name: String, _ value: String) {
  print("    " + name.padding(toLength: 20, withPad: " ", startingAt: 0) + value)
}
