import Foundation
import PredicateFormat
import PredicateSQLite

/// A log of the database's work: statements with their times and row counts at level 1, also values at level 2, and also
/// requests at level 3.
struct SQLLog {
  let level: Int
  let report: (String) -> Void

  /// Logs a request to the library.
  func show(_ request: PredicateFetchRequest, result: String) {
    guard level >= 3 else { return }
    var parts = ["entity \(request.entity ?? "none")", "result \(result)"]
    if let predicate = request.predicate { parts.append("predicate \(predicate.format)") }
    let sortKeys = request.sortKeys.map { "\($0.keyPath) \($0.isAscending ? "ascending" : "descending")" }
    if !sortKeys.isEmpty { parts.append("sorted by \(sortKeys.joined(separator: ", "))") }
    report("request: " + parts.joined(separator: "; "))
  }

  /// Logs a statement that the database ran.
  func show(_ trace: SQLiteTrace) {
    report("sql: \(trace.statement)")
    if level >= 2, !trace.parameters.isEmpty {
      let values = trace.parameters.map { FormatExpression(.constant($0.value)).format }.joined(separator: ", ")
      report("     \(trace.runs == 1 ? "values" : "\(trace.runs) runs, last values"): \(values)")
    }
    let time = String(
      format: "%.6f s", Double(trace.time.components.attoseconds) / 1e18 + Double(trace.time.components.seconds))
    report("     \(time), \(counted(trace.rows, "row"))")
  }
}
