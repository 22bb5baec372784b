import PredicateFormat
import PredicateSQLite

/// SQLite with the same words and our translator's statements, without indexes except those of the keys, and with indexes. It
/// counts the rows and adds up their keys. The keys themselves are read only to compare answers.
struct SQLiteRival: Rivals.Rival {
  private let bare: SQLiteDatabaseConnection
  private let indexed: SQLiteDatabaseConnection

  init(_ data: Dataset) throws {
    bare = try Self.database(data)
    indexed = try Self.database(data)
    for columns in ["word(text)", "word(text_c)", "word(text_cd)", "word(length)", "word(category_id, length)"] {
      let name = columns.map { $0.isLetter ? String($0) : "_" }.joined()
      try indexed.execute("CREATE INDEX \(name) ON \(columns)")
    }
    // The query planner uses statistics of the indexes.
    try indexed.execute("ANALYZE")
  }

  /// Returns the data model of SQLite's and DuckDB's tables.
  static func model() throws(PredicateModelError) -> PredicateModel {
    try PredicateModel([
      .init(
        "WordCategory", table: "word_category",
        attributes: [.init("firstLetter", .string, column: "first_letter", isNullable: false)],
        relationships: [.toMany("words", "Word", foreignKey: "category_id")]),
      .init(
        "Word", table: "word",
        attributes: [
          .init(
            "text", .string, isNullable: false, collation: .exact,
            folded: [
              .init(.caseInsensitive, column: "text_c", collation: .exact),
              .init([.caseInsensitive, .diacriticInsensitive], column: "text_cd", collation: .exact),
            ]),
          .init("length", .integer16, isNullable: false),
        ],
        relationships: [.toOne("category", "WordCategory", column: "category_id", isEnforced: true)]),
    ])
  }

  private static func database(_ data: Dataset) throws -> SQLiteDatabaseConnection {
    let connection = try SQLiteDatabaseConnection(.memory)
    try connection.execute("CREATE TABLE word_category (id INTEGER PRIMARY KEY, first_letter TEXT NOT NULL)")
    try connection.execute(
      """
      CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL, text_c TEXT NOT NULL, text_cd TEXT NOT NULL, \
      length INTEGER NOT NULL, category_id INTEGER NOT NULL)
      """)
    var categories: [String: Int] = [:]
    for category in data.categories { categories[category.firstLetter] = categories.count }
    try connection.transaction {
      try connection.prepare("INSERT INTO word_category VALUES (?, ?)").run(
        each: data.categories.enumerated().map { [integer($0.offset), text($0.element.firstLetter)] })
      try connection.prepare(
        "INSERT INTO word VALUES (?1, ?2, predicate_fold(?2, 'c'), predicate_fold(?2, 'cd'), ?3, ?4)"
      ).run(
        each: data.words.enumerated().lazy.map { index, word in
          [
            integer(index), text(word.text), integer(Int(word.length)),
            integer(categories[word.category.firstLetter] ?? 0),
          ]
        })
    }
    return connection
  }

  private static func integer(_ value: Int) -> SQLParameter { SQLParameter(.integer(Int64(value)), .integer) }
  private static func text(_ value: String) -> SQLParameter { SQLParameter(.string(value), .text) }

  func contestants(_ workload: Workload, _ data: Dataset) -> [Contestant] {
    let entity = workload.isOverCategories ? "WordCategory" : "Word"
    guard let translator = try? SQLTranslator(.sqlite, model: try Self.model(), entity: entity),
      let predicate = try? FormatPredicate(workload.format(data)),
      let statement = try? translator.select(where: predicate)
    else { return [] }
    // Converting each row to Swift values would be our cost, not SQLite's.
    let text = "SELECT COUNT(*), SUM(found.id) FROM (\(statement.text)) AS found"
    // Without an index, SQLite reads all words for each category.
    let isSlow = workload.isOverCategories && data.categories.count > 1000
    return [(Contestant.Role.sqlite, bare), (.indexed, indexed)].dropFirst(isSlow ? 1 : 0).map { role, connection in
      Contestant(role: role, name: role.rawValue) {
        guard case .integer(let count)? = try connection.rows(of: text, statement.parameters).next()?.first else {
          throw Child.Failure(description: "no count")
        }
        return .found(count: Int(count)) {
          // An index returns the keys in its own order.
          try keys(of: statement, in: connection).sorted().map {
            workload.isOverCategories ? data.categories[$0].firstLetter : data.words[$0].text
          }
        }
      }
    }
  }

  private func keys(of statement: TranslatedStatement, in connection: SQLiteDatabaseConnection) throws -> [Int] {
    var keys: [Int] = []
    let rows = try connection.rows(of: statement)
    while let row = try rows.next() {
      if case .integer(let key) = row[0] { keys.append(Int(key)) }
    }
    return keys
  }
}
