/// A declaration of a property, in the parts that a macro looks at.
///
/// Offsets are bytes from the beginning of the source.
struct PropertyDeclaration: Equatable {
  /// What stands before the modifiers and among them, in order.
  enum AttributeItem: Equatable {
    case attribute(Attribute)
    /// `#if … #endif` around attributes.
    case conditional(text: String, [Attribute])
  }

  /// `private(set)` is a modifier with a detail.
  struct Modifier: Equatable {
    let name: String
    let detail: String?
    let range: Range<Int>
  }

  struct Part: Equatable {
    let text: String
    let range: Range<Int>

    /// This name behind `$`, where the backticks of a keyword are not needed, but those of a name with spaces are.
    var projectedName: String {
      guard text.hasPrefix("`") else { return "$" + text }
      let bare = text.dropFirst().dropLast()
      return bare.utf8.allSatisfy(Lexer.isWordByte) ? "$" + bare : "`$" + bare + "`"
    }
  }

  var attributes: [AttributeItem] = []
  var modifiers: [Modifier] = []
  /// `var` or `let`.
  var introducer: Part
  /// The name as it is written, backticks with it; nil for a pattern such as `(a, b)`.
  var name: Part?
  /// The written type.
  var type: Part?
  /// The initial value.
  var value: Part?
  /// Where the second of several bindings begins.
  var secondBinding: Int?
  /// Where `{ get }`, `{ didSet … }` or a computed property's body begins.
  var accessors: Int?

  func modifier(_ names: String...) -> Modifier? { modifiers.first { names.contains($0.name) && $0.detail == nil } }

  var isStatic: Bool { modifier("static", "class") != nil }
}
