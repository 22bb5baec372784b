import PredcheckSupport
import PredicateSQL

extension DiagnosticPage {
  /// The pages for findings of data model checks and SQL translation.
  static let translatingPages = [
    DiagnosticPage(
      .unknownEntity,
      "A predicate is checked against, and translated for, one entity of a data model. Names are case-sensitive.",
      bad: DiagnosticExample("length > 3", on: .entity("Wrod")),
      good: DiagnosticExample("length > 3", on: .entity("Word"))),
    DiagnosticPage(
      .untranslatable,
      "SQL must find the same rows as evaluation in memory, so anything that a dialect cannot express exactly is "
        + "rejected. If a residual is allowed, the statement finds more rows, and the rest of the predicate is "
        + "evaluated on them in memory.",
      bad: DiagnosticExample("text MATCHES 'a++b'", on: .statement(.postgresql)),
      good: DiagnosticExample("text MATCHES 'a++b'", on: .statement(.sqlite))),
    DiagnosticPage(
      .statementTooLong,
      "The limits of translation bound the length of a condition, because each engine rejects long statements in its "
        + "own way. A list of any length is one parameter. Equalities of one key joined by OR are such a list too.",
      bad: DiagnosticExample(comparisons(150), on: .statement(.sqlite, SQLLimits(length: 1000))),
      good: DiagnosticExample(list(150), on: .statement(.sqlite, SQLLimits(length: 1000)))),
    DiagnosticPage(
      .tooManyParameters,
      "Engines limit the number of parameters of a statement: SQLite 32766, PostgreSQL and MariaDB 65535. The program "
        + "may set a lower limit. A list of more than 100 values is one parameter. Equalities of one key joined by OR are "
        + "such a list too.",
      bad: DiagnosticExample(comparisons(150), on: .statement(.sqlite, SQLLimits(parameters: 100))),
      good: DiagnosticExample(list(150), on: .statement(.sqlite, SQLLimits(parameters: 100)))),
  ]

  /// Returns `text CONTAINS '1' OR text CONTAINS '2' OR …`.
  private static func comparisons(_ count: Int) -> String {
    (1...count).map { "text CONTAINS '\($0)'" }.joined(separator: " OR ")
  }

  /// Returns `length IN {1, 2, …}`.
  private static func list(_ count: Int) -> String {
    "length IN {\((1...count).map(String.init).joined(separator: ", "))}"
  }
}
