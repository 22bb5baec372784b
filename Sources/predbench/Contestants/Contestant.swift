import PredicateFormat

/// What a contestant found.
enum Answer {
  case words([Word])
  case categories([WordCategory])
  case count(Int)
  case rows([[String: FormatValue]])
  /// Rows of other kinds: how many, and what they are known by, which is worked out where answers are compared.
  case found(count: Int, keys: () throws -> [String])

  var count: Int {
    switch self {
    case .count(let count): count
    case .words(let words): words.count
    case .categories(let categories): categories.count
    case .rows(let rows): rows.count
    case .found(let count, _): count
    }
  }

  /// Whether both hold the same objects, or equal rows, in the same order. Where one is only a count, that is compared.
  func isSame(as other: Answer) throws -> Bool {
    switch (self, other) {
    case (.words(let a), .words(let b)): a.elementsEqual(b, by: ===)
    case (.categories(let a), .categories(let b)): a.elementsEqual(b, by: ===)
    case (.rows(let a), .rows(let b)): a == b
    case (.count, _), (_, .count): count == other.count
    default: try keys() == other.keys()
    }
  }

  /// What the objects are known by, in any language: a word's text, a category's letter.
  private func keys() throws -> [String] {
    switch self {
    case .words(let words): words.map { $0.text }
    case .categories(let categories): categories.map { $0.firstLetter }
    case .found(_, let keys): try keys()
    case .count, .rows: []
    }
  }
}

/// One way to answer a question.
struct Contestant {
  enum Role: String, CaseIterable, Codable {
    /// The default API, format string in: parsed, checked and compiled each time.
    case ours
    /// The same with the predicate compiled beforehand.
    case compiled
    /// The same over columns that were extracted beforehand.
    case columns
    /// How many, over the same columns: what finding the rows takes, without an array of them.
    case counted = "columns, count"
    /// What one writes without a thought for speed.
    case idiomatic
    /// Loops over bytes, nothing copied or counted.
    case careful
    /// The careful closure, compiled in a module in which the compiler keeps dynamic exclusivity checks.
    case checked
    /// Another way to write the idiomatic closure; it goes below the table.
    case variant
    /// `evaluate(with:)` of a predicate that is kept, an object at a time.
    case one = "one by one"
    /// The same with the predicate compiled beforehand.
    case oneCompiled = "one by one, compiled"
    /// Foundation's macro.
    case predicate = "`#Predicate`"
    case sqlite = "SQLite"
    case indexed = "SQLite, indexes"
    case gnustep = "GNUstep"
    case duckdb = "DuckDB"

    /// Those that are not Swift of this program: a wrong answer of theirs is told in the table and fails nothing.
    static let foreign: [Role] = [.predicate, .sqlite, .indexed, .gnustep, .duckdb]

    var isForeign: Bool { Self.foreign.contains(self) }
  }

  let role: Role
  let name: String
  /// Answers once.
  let run: () throws -> Answer
  /// Answers so many times and tells the nanoseconds of one, for those that measure themselves in another process.
  let elsewhere: ((_ times: Int) throws -> Double)?

  init(
    role: Role, name: String, elsewhere: ((Int) throws -> Double)? = nil, run: @escaping () throws -> Answer
  ) {
    self.role = role
    self.name = name
    self.elsewhere = elsewhere
    self.run = run
  }
}
