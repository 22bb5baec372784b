import PredicateFormat
import PredicateSQLite

/// A store that answers every question with a SQL statement from the library.
struct DatabaseStore: WordStore {
  private let store: SQLiteStore
  private let log: SQLLog

  /// Loads the words into a database and deletes its previous words.
  init(
    _ entries: [WordEntry], in connection: SQLiteDatabaseConnection, log: SQLLog, progress: @escaping (Double) -> Void
  ) throws {
    self.log = log
    connection.trace = log.level > 0 ? { log.show($0) } : nil
    store = SQLiteStore(connection, model: try WordDatabase.model())
    try WordDatabase.load(entries, into: connection, progress: progress)
  }

  func count(_ request: PredicateFetchRequest) throws -> Int {
    try store.fetchCount(logged(request, of: "Word", result: "count"))
  }

  func words(_ request: PredicateFetchRequest) throws -> [String] { try texts("text", request, of: "Word") }

  func categories(_ request: PredicateFetchRequest) throws -> [String] {
    try texts("firstLetter", request, of: "WordCategory")
  }

  func value(_ expression: FormatExpression) throws -> FormatValue {
    try aggregate(PredicateFetchRequest(properties: [FetchProperty("value", expression)]))
  }

  func aggregate(_ request: PredicateFetchRequest) throws -> FormatValue {
    guard let property = request.properties.first else { return .null }
    let result = "\(property.name): \(property.expression.format)"
    return try store.queryValue(property, for: logged(request, of: "Word", result: result)) ?? .null
  }

  private func texts(_ key: String, _ request: PredicateFetchRequest, of entity: String) throws -> [String] {
    let rows = try store.queryAttributes(logged(request.selecting(.key(key)), of: entity, result: key))
    return rows.compactMap { if case .string(let text)? = $0[key] { text } else { nil } }
  }

  /// Logs a request and returns it with its entity.
  private func logged(
    _ request: PredicateFetchRequest, of entity: String, result: String
  ) -> PredicateFetchRequest {
    let request = request.with { $0.entity = entity }
    log.show(request, result: result)
    return request
  }
}
