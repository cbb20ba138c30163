/// A token of Swift source: what it is and the bytes that it spans.
struct Token: Equatable {
  enum Kind: Equatable {
    /// An identifier or a keyword, backticks with it.
    case word
    case number
    /// A whole string literal, or a regular expression's.
    case literal
    case arrow
    /// Any other byte that is no space: a bracket, a sign, one character of an operator.
    case sign(UInt8)
  }
  let kind: Kind
  let range: Range<Int>

  func `is`(_ sign: Unicode.Scalar) -> Bool { kind == .sign(UInt8(ascii: sign)) }
}
