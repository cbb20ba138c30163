/// Ends the process with a sentence where a program breaks a rule that no error could mend.
///
/// `precondition` says nothing in an optimized build, and the sentence is what tells the programmer what to write.
func require(_ condition: Bool, _ sentence: @autoclosure () -> String) {
  guard condition else { fatalError(sentence()) }
}
