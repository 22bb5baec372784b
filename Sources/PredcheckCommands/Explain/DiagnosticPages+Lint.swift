import PredcheckSupport

extension DiagnosticPage {
  /// The pages for findings of `predcheck lint` about files.
  static let lintPages = [
    DiagnosticPage(
      .unreadableFile,
      "The file has a word that stands beside predicates, but it is not what its name says, so its predicates are not "
        + "checked. --as says how to read a file with another name.",
      bad: DiagnosticExample("{\"Payload\": {\"Predicate\": TRUEPREDICATE}}", on: .file("a.json")),
      good: DiagnosticExample("{\"Payload\": {\"Predicate\": \"TRUEPREDICATE\"}}", on: .file("a.json"))),
    DiagnosticPage(
      .unusedIgnore,
      "A comment predcheck:ignore that hides no finding would hide the next one unseen. Remove it, or the code that is "
        + "no longer found.",
      bad: DiagnosticExample(
        "log show --predicate 'a == 1' # predcheck:ignore is-null: a trial", on: .file("a.sh")),
      good: DiagnosticExample(
        "log show --predicate 'a IS NULL' # predcheck:ignore is-null: a trial", on: .file("a.sh"))),
    DiagnosticPage(
      .invalidIgnore,
      "A comment predcheck:ignore names the codes of the findings that it hides, and gives a reason after them.",
      bad: DiagnosticExample("log show --predicate 'a IS NULL' # predcheck:ignore is-null", on: .file("a.sh")),
      good: DiagnosticExample(
        "log show --predicate 'a IS NULL' # predcheck:ignore is-null: a trial", on: .file("a.sh"))),
  ]
}
