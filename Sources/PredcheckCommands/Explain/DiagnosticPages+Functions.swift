import PredcheckSupport
import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax

extension DiagnosticPage {
  /// The pages for findings about registered functions and assignments.
  static let functionPages = [
    DiagnosticPage(
      .notRegistered,
      "A string cannot reach methods or classes. FUNCTION, operators such as isKindOfClass: and UTI-CONFORMS-TO, and "
        + "functions that only stores provide are evaluated only by a function that the program registers.",
      bad: DiagnosticExample("FUNCTION(length, 'twice:') == 6", on: .words),
      good: DiagnosticExample(
        "FUNCTION(length, 'twice:') == 6", on: .words, with: #".function("twice:") { (a: Int) in 2 * a }"#,
        [.function("twice:") { (a: Int) in 2 * a }])),
    DiagnosticPage(
      .functionFailed,
      "The program's function threw an error, or received or returned a value of another kind than it declares.",
      bad: DiagnosticExample(
        "FUNCTION(length, 'small:') > 0", on: .words,
        with: #".function("small:") { (a: Int8) in a }, on a length of 3000"#,
        [.function("small:") { (_: Int) throws -> Int in throw TooLarge() }]),
      good: DiagnosticExample(
        "FUNCTION(length, 'small:') > 0", on: .words, with: #".function("small:") { (a: Int) in a }"#,
        [.function("small:") { (a: Int) in a }])),
    DiagnosticPage(
      .refusedFunction,
      "Predefined functions and operators have the same meaning everywhere, so they cannot be registered again; nor "
        + "can a name be registered twice. A selector has a colon for each parameter (not counting the target of "
        + "FUNCTION) or none at all; a custom operator ends with one.",
      bad: DiagnosticExample(
        "length > 2", on: .words, with: #".function("max:") { (a: Int) in a }"#, [.function("max:") { (a: Int) in a }]),
      good: DiagnosticExample(
        "length > 2", on: .words, with: #".function("greatest:") { (a: Int) in a }"#,
        [.function("greatest:") { (a: Int) in a }])),
    DiagnosticPage(
      .assignmentTooLarge,
      "An assigned value is inlined wherever its variable is used, so values that use other values twice double at "
        + "each step.",
      bad: DiagnosticExample(doublings(20), on: .object(#"{"n": 1}"#)),
      good: DiagnosticExample("$a := n * 1048576 > 0 AND $a < 5000000", on: .object(#"{"n": 1}"#))),
  ]

  private struct TooLarge: Error {}

  /// Returns a chain of assignments, each with twice the value of the previous one.
  private static func doublings(_ count: Int) -> String {
    (1...count).map { "$v\($0) := \($0 == 1 ? "n + n" : "$v\($0 - 1) + $v\($0 - 1)") > 0" }.joined(separator: " AND ")
  }
}
