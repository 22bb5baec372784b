import PredicateFormat
import PredicateSQLite

/// The database of the words: its model, its tables, and its contents.
package enum WordDatabase {
  /// Returns the data model of the tables. Corpus/SQL/Models/wordlist.json contains the same model.
  package static func model() throws(PredicateModelError) -> PredicateModel {
    try PredicateModel([
      .init(
        "WordCategory", table: "word_category",
        attributes: [.init("firstLetter", .string, column: "first_letter", isNullable: false, isIndexed: true)],
        relationships: [.toMany("words", "Word", foreignKey: "category_id", isIndexed: true)]),
      .init(
        "Word", table: "word",
        attributes: [
          .init(
            "text", .string, isNullable: false, isIndexed: true, collation: .exact,
            folded: [.init(.caseInsensitive, column: "text_c", isIndexed: true, collation: .exact)]),
          .init("length", .integer16, isNullable: false, isIndexed: true),
        ],
        relationships: [
          .toOne("wordCategory", "WordCategory", column: "category_id", isEnforced: true, isIndexed: true)
        ]),
    ])
  }

  private static let tables = [
    "CREATE TABLE IF NOT EXISTS word_category (id INTEGER PRIMARY KEY, first_letter TEXT NOT NULL UNIQUE)",
    """
    CREATE TABLE IF NOT EXISTS word (id INTEGER PRIMARY KEY, text TEXT NOT NULL, text_c TEXT NOT NULL, \
    length INTEGER NOT NULL, category_id INTEGER REFERENCES word_category(id))
    """,
  ]

  /// The indexes. The category's index includes the length, because queries for a category often compare it.
  private static let indexes = [
    ("word_text", "word(text)"), ("word_text_c", "word(text_c)"), ("word_length", "word(length)"),
    ("word_category_length", "word(category_id, length)"),
  ]

  /// The application ID that marks a database as a word list: `word` in ASCII.
  private static let applicationID: Int64 = 0x776F_7264

  /// Throws an error unless the database is empty or contains words, because loading would delete its contents.
  private static func checkOwner(_ connection: SQLiteDatabaseConnection) throws(SQLiteDatabaseError) {
    if try connection.rows(of: "PRAGMA application_id").next() == [.integer(applicationID)] { return }
    guard try connection.rows(of: "SELECT 1 FROM sqlite_schema").next() == nil else {
      throw SQLiteDatabaseError("it was not made by wordlist, and its contents would be lost; name another file")
    }
    try connection.execute("PRAGMA application_id = \(applicationID)")
  }

  /// Replaces the words of a database in one transaction.
  ///
  /// - Parameter progress: A closure that is called occasionally with the completed fraction, from 0 to 1.
  /// - Throws: `SQLiteDatabaseError` if the database belongs to another program.
  static func load(
    _ words: [WordEntry], into connection: SQLiteDatabaseConnection, progress: @escaping (Double) -> Void
  ) throws {
    // This pragma has no effect inside a transaction.
    try connection.execute("PRAGMA foreign_keys = ON")
    try connection.transaction {
      try checkOwner(connection)
      for table in tables { try connection.execute(table) }
      // Building an index once is faster than updating it for each word.
      for (name, _) in indexes { try connection.execute("DROP INDEX IF EXISTS \(name)") }
      for entity in ["Word", "WordCategory"] {
        try connection.run(try SQLTranslator(.sqlite, model: model(), entity: entity).delete())
      }
      try connection.prepare("INSERT INTO word_category (id, first_letter) VALUES (?, ?)").run(
        each: WordList.letters.enumerated().map { [integer($0.offset), text($0.element)] })
      try insert(words, into: connection, progress)
      for (name, columns) in indexes { try connection.execute("CREATE INDEX \(name) ON \(columns)") }
    }
    // The query planner uses statistics of the indexes.
    try connection.execute("ANALYZE")
  }

  private static func insert(
    _ words: [WordEntry], into connection: SQLiteDatabaseConnection, _ progress: @escaping (Double) -> Void
  ) throws(SQLiteDatabaseError) {
    let insert = try connection.prepare(
      "INSERT INTO word (id, text, text_c, length, category_id) VALUES (?1, ?2, predicate_fold(?2, 'c'), ?3, ?4)")
    let rows = words.enumerated().lazy.map { index, word in
      if index % 10_000 == 0 { progress(Double(index) / Double(words.count)) }
      return [
        integer(index), text(word.text), integer(Int(word.length)),
        word.category.map(integer) ?? SQLParameter(.null, .integer),
      ]
    }
    try insert.run(each: rows)
  }

  private static func integer(_ value: Int) -> SQLParameter { SQLParameter(.integer(Int64(value)), .integer) }
  private static func text(_ value: String) -> SQLParameter { SQLParameter(.string(value), .text) }
}
