/// Why a declaration cannot be expanded: a sentence that says what to write, and the byte that it points at.
struct DeclarationProblem: Error, Equatable {
  struct Replacement: Equatable {
    let title: String
    let range: Range<Int>
    let text: String
  }

  let message: String
  let offset: Int
  var replacement: Replacement?
}
