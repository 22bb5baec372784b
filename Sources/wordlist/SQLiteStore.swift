import Foundation
import PredicateFormat
import PredicateSQLite

/// Answers questions by asking a database, every one by a statement that the library makes.
struct SQLiteStore: WordStore {
  private let connection: SQLiteConnection
  private let words: SQLTranslator
  private let categories: SQLTranslator
  private let log: SQLLog

  /// Loads the words into a database, which loses those that it had.
  init(
    _ entries: [WordEntry], in connection: SQLiteConnection, log: SQLLog, progress: @escaping (Double) -> Void
  ) throws {
    self.connection = connection
    self.log = log
    connection.trace = log.level > 0 ? { log.show($0) } : nil
    let model = try WordDatabase.model()
    words = try SQLTranslator(.sqlite, model: model, entity: "Word")
    categories = try SQLTranslator(.sqlite, model: model, entity: "WordCategory")
    try WordDatabase.load(entries, into: connection, progress: progress)
  }

  func count(_ request: PredicateFetchRequest) throws -> Int {
    log.show(request, of: words, result: "count")
    guard case .integer(let count) = try value(of: words.count(where: request.predicate)) else { return 0 }
    return Int(count)
  }

  func words(_ request: PredicateFetchRequest) throws -> [String] { try texts("text", request, words) }

  func categories(_ request: PredicateFetchRequest) throws -> [String] {
    try texts("firstLetter", request, categories)
  }

  func value(_ expression: FormatExpression) throws -> FormatValue {
    try aggregate(PredicateFetchRequest(properties: [FetchProperty("value", expression)]))
  }

  func aggregate(_ request: PredicateFetchRequest) throws -> FormatValue {
    guard let aggregate = request.properties.first else { return .null }
    log.show(request, of: words, result: "\(aggregate.name): \(aggregate.expression.format)")
    return try value(of: words.fetch(request, .rows).statement)
  }

  private func texts(
    _ key: String, _ request: PredicateFetchRequest, _ translator: SQLTranslator
  ) throws -> [String] {
    log.show(request, of: translator, result: key)
    let rows = try connection.rows(
      of: try translator.select([key], where: request.predicate, orderBy: request.sortKeys))
    var texts: [String] = []
    while let row = try rows.next() {
      if case .string(let text)? = row.first { texts.append(text) }
    }
    return texts
  }

  /// The only value of the only row.
  private func value(of statement: SQLStatement) throws -> FormatValue {
    try connection.rows(of: statement).next()?.first ?? .null
  }
}

/// Shows what the database is asked: the statements with their time and rows at level 1, with the values from level 2 on,
/// with the requests at level 3.
struct SQLLog {
  let level: Int
  let report: (String) -> Void

  /// What is asked of the library.
  func show(_ request: PredicateFetchRequest, of translator: SQLTranslator, result: String) {
    guard level >= 3 else { return }
    var parts = ["entity \(translator.entity.name)", "result \(result)"]
    if let predicate = request.predicate { parts.append("predicate \(predicate.format)") }
    let sortKeys = request.sortKeys.map { "\($0.keyPath) \($0.isAscending ? "ascending" : "descending")" }
    if !sortKeys.isEmpty { parts.append("sorted by \(sortKeys.joined(separator: ", "))") }
    report("request: " + parts.joined(separator: "; "))
  }

  /// What the database did.
  func show(_ trace: SQLiteTrace) {
    report("sql: \(trace.statement)")
    if level >= 2, !trace.parameters.isEmpty {
      let values = trace.parameters.map { FormatExpression(.constant($0.value)).format }.joined(separator: ", ")
      report("     \(trace.runs == 1 ? "values" : "\(trace.runs) runs, last values"): \(values)")
    }
    let time = String(
      format: "%.6f s", Double(trace.time.components.attoseconds) / 1e18 + Double(trace.time.components.seconds))
    report("     \(time), \(trace.rows) row\(trace.rows == 1 ? "" : "s")")
  }
}
