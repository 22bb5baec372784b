import PredicateEvaluation
import PredicateModel
import PredicateSyntax

extension FaultPage {
  /// The pages for findings about registered functions and assignments.
  static let functionPages = [
    FaultPage(
      .notRegistered,
      "A string reaches no method and no class: FUNCTION, operators such as isKindOfClass: and UTI-CONFORMS-TO, and names "
        + "that only stores know are evaluated by a function that the program registers for them, and by nothing else.",
      bad: FaultExample("FUNCTION(length, 'twice:') == 6", on: .words),
      good: FaultExample(
        "FUNCTION(length, 'twice:') == 6", on: .words, with: #".function("twice:") { (a: Int) in 2 * a }"#,
        [.function("twice:") { (a: Int) in 2 * a }])),
    FaultPage(
      .functionFailed,
      "The program's function threw an error, or got or gave a value of another kind than it declares.",
      bad: FaultExample(
        "FUNCTION(length, 'small:') > 0", on: .words,
        with: #".function("small:") { (a: Int8) in a }, on a length of 3000"#,
        [.function("small:") { (_: Int) throws -> Int in throw TooLarge() }]),
      good: FaultExample(
        "FUNCTION(length, 'small:') > 0", on: .words, with: #".function("small:") { (a: Int) in a }"#,
        [.function("small:") { (a: Int) in a }])),
    FaultPage(
      .refusedFunction,
      "Predefined functions and operators mean the same everywhere, so none can be registered anew; nor one name twice. "
        + "A selector has a colon for each parameter (but a target of FUNCTION), or none at all; a custom operator ends with one.",
      bad: FaultExample(
        "length > 2", on: .words, with: #".function("max:") { (a: Int) in a }"#, [.function("max:") { (a: Int) in a }]),
      good: FaultExample(
        "length > 2", on: .words, with: #".function("greatest:") { (a: Int) in a }"#,
        [.function("greatest:") { (a: Int) in a }])),
    FaultPage(
      .assignmentTooLarge,
      "An assigned value is written out wherever it is read, so values made of values double at each step.",
      bad: FaultExample(doublings(20), on: .object(#"{"n": 1}"#)),
      good: FaultExample("$a := n * 1048576 > 0 AND $a < 5000000", on: .object(#"{"n": 1}"#))),
  ]

  private struct TooLarge: Error {}

  /// Returns a chain of assignments, each with twice the value of the previous one.
  private static func doublings(_ count: Int) -> String {
    (1...count).map { "$v\($0) := \($0 == 1 ? "n + n" : "$v\($0 - 1) + $v\($0 - 1)") > 0" }.joined(separator: " AND ")
  }
}
