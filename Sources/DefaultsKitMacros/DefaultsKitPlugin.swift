import Foundation

/// The compiler plug-in behind the macros of `DefaultsKitStatic`.
///
/// The compiler starts it, talks to it on its standard input and output, and closes them when it is done.
@main
enum DefaultsKitPlugin {
  static func main() {
    let stream = MessageStream(input: .standardInput, output: .standardOutput)
    stream.answerEachMessage { MessageHandler().answer(to: $0) }
  }
}
