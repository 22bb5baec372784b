import PredcheckSupport

extension DiagnosticPage {
  /// The pages for findings of `predcheck lint` about files.
  static let lintPages = [
    DiagnosticPage(
      .unreadableFile,
      "The file contains a key of predicates, but its contents do not match the type in its name, so its predicates are "
        + "not checked. Use --as to read a file as another type.",
      bad: DiagnosticExample("{\"Payload\": {\"Predicate\": TRUEPREDICATE}}", on: .file("a.json")),
      good: DiagnosticExample("{\"Payload\": {\"Predicate\": \"TRUEPREDICATE\"}}", on: .file("a.json"))),
    DiagnosticPage(
      .unusedIgnore,
      "A predcheck:ignore comment that hides no finding could hide a new one later. Remove the comment, or the codes in "
        + "it that hide nothing.",
      bad: DiagnosticExample(
        "log show --predicate 'a == 1' # predcheck:ignore is-null: a trial", on: .file("a.sh")),
      good: DiagnosticExample(
        "log show --predicate 'a IS NULL' # predcheck:ignore is-null: a trial", on: .file("a.sh"))),
    DiagnosticPage(
      .invalidIgnore,
      "A predcheck:ignore comment lists the codes of the findings that it hides, followed by a reason.",
      bad: DiagnosticExample("log show --predicate 'a IS NULL' # predcheck:ignore is-null", on: .file("a.sh")),
      good: DiagnosticExample(
        "log show --predicate 'a IS NULL' # predcheck:ignore is-null: a trial", on: .file("a.sh"))),
  ]
}
