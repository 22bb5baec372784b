import Foundation
import PredicateFormat
import PredicateSQLite

/// `predbench sql`: the time to translate a predicate to SQL, compared with SQLite's time to prepare the statement.
enum Translating {
  /// Formats of about 60 bytes for the words. `#` stands for a number that is different in each text.
  private static let forms = [
    "length > # AND text BEGINSWITH 'q' AND text ENDSWITH 'ings'",
    "text ==[c] 'QIVIUT' OR length BETWEEN {#, 25} OR text == 'aa'",
    "text CONTAINS 'q' AND NOT text CONTAINS 'u' AND length != #",
    "wordCategory.firstLetter == 's' AND NOT length <= # AND id > 1",
    "length == max:(length) OR length + # == 28 OR text == 'zoa'",
    "text IN {'a', 'aah', 'aahed', 'aal', 'word #'} AND length < 9",
    "ANY wordCategory.words.length > # AND text BEGINSWITH[c] 'Qu'",
    "SUBQUERY(wordCategory.words, $x, $x.length > #).@count > 100",
  ]

  private static let tables = [
    "CREATE TABLE word_category (id INTEGER PRIMARY KEY, first_letter TEXT NOT NULL UNIQUE)",
    """
    CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL, text_c TEXT NOT NULL, length INTEGER, \
    category_id INTEGER REFERENCES word_category (id))
    """,
    "CREATE INDEX word_text ON word (text)", "CREATE INDEX word_text_c ON word (text_c)",
    "CREATE INDEX word_length ON word (length)", "CREATE INDEX word_category_length ON word (category_id, length)",
  ]

  private static func model() throws(PredicateModelError) -> PredicateModel {
    try PredicateModel([
      .init(
        "WordCategory", table: "word_category",
        attributes: [.init("firstLetter", .string, column: "first_letter", isNullable: false, isIndexed: true)],
        relationships: [.toMany("words", "Word", foreignKey: "category_id", isIndexed: true)]),
      .init(
        "Word", table: "word",
        attributes: [
          .init("id", .integer64, isNullable: false, isIndexed: true),
          .init(
            "text", .string, isNullable: false, isIndexed: true, collation: .exact,
            folded: [.init(.caseInsensitive, column: "text_c", isIndexed: true, collation: .exact)]),
          .init("length", .integer16, isIndexed: true),
        ],
        relationships: [
          .toOne("wordCategory", "WordCategory", column: "category_id", isEnforced: true, isIndexed: true)
        ]),
    ])
  }

  static let head = """
    | format string | bytes | text to statement, µs | tree to statement, µs | SQLite's prepare, µs | text/prepare |
    |---|--:|--:|--:|--:|--:|
    """

  /// Prints the table: a row for each form, measured with a hundred texts, and a row for all forms.
  static func run(rounds: Int) throws {
    let translator = try SQLTranslator(.sqlite, model: try model(), entity: "Word")
    let connection = try SQLiteDatabaseConnection(.memory)
    for table in tables { try connection.execute(table) }
    show(head)
    var sums = [0.0, 0, 0, 0]
    for form in forms {
      let formats = (1...100).map { form.replacing("#", with: "\($0)") }
      let predicates = try formats.map { try FormatPredicate($0) }
      let statements = try predicates.map { try translator.select(where: $0).text }
      let contestants = [
        Contestant(role: .ours, name: "text to statement") {
          var count = 0
          for format in formats { count += try translator.select(where: FormatPredicate(format)).text.isEmpty ? 0 : 1 }
          return .count(count)
        },
        Contestant(role: .compiled, name: "tree to statement") {
          var count = 0
          for predicate in predicates { count += try translator.select(where: predicate).text.isEmpty ? 0 : 1 }
          return .count(count)
        },
        Contestant(role: .careful, name: "SQLite's prepare") {
          var count = 0
          for statement in statements { count += try connection.prepare(statement).text.isEmpty ? 0 : 1 }
          return .count(count)
        },
      ]
      let texts = Double(formats.count)
      let times = try Measuring.run(contestants, rounds: rounds, of: form).map { $0.nanoseconds / texts / 1000 }
      let bytes = Double(formats.reduce(0) { $0 + $1.utf8.count }) / texts
      let figures = [bytes] + times
      sums = zip(sums, figures).map { $0 + $1 }
      show(row("`\(form)`", figures))
    }
    show(row("all", sums.map { $0 / Double(forms.count) }))
  }

  private static func row(_ title: String, _ figures: [Double]) -> String {
    Report.line([title] + (figures + [figures[1] / figures[3]]).map(Report.figure))
  }
}
