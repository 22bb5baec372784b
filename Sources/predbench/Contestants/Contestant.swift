import PredicateFormat

/// The result of a contestant.
enum Answer {
  case words([Word])
  case categories([WordCategory])
  case count(Int)
  case rows([[String: FormatValue]])
  /// Rows of other kinds: their count, and their identifying keys, which are computed only to compare answers.
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

  /// The same answer, with an array of its own if it has one of objects.
  var copy: Answer {
    switch self {
    case .words(let words): .words(words.map { $0 })
    case .categories(let categories): .categories(categories.map { $0 })
    case .count, .rows, .found: self
    }
  }

  /// Returns whether both answers contain the same objects, or equal rows, in the same order. If one is a count, compares counts.
  func isSame(as other: Answer) throws -> Bool {
    switch (self, other) {
    case (.words(let a), .words(let b)): a.elementsEqual(b, by: ===)
    case (.categories(let a), .categories(let b)): a.elementsEqual(b, by: ===)
    case (.rows(let a), .rows(let b)): a == b
    case (.count, _), (_, .count): count == other.count
    case (.words, _), (.categories, _), (.rows, _), (.found, _): try keys() == other.keys()
    }
  }

  /// Returns the identifying keys of the objects, which any contestant can provide: a word's text or a category's letters.
  private func keys() throws -> [String] {
    switch self {
    case .words(let words): words.map { $0.text }
    case .categories(let categories): categories.map { $0.firstLetter }
    case .found(_, let keys): try keys()
    case .count, .rows: []
    }
  }
}

/// A contestant: one way to answer a question.
struct Contestant {
  enum Role: String, CaseIterable, Codable {
    /// The default API with a format string, which is parsed, checked and compiled each time.
    case ours
    /// The same with a compiled predicate.
    case compiled
    /// The same over columns that were extracted in advance.
    case columns
    /// A count over the same columns: the time to find the rows, without creating an array of them.
    case counted = "columns, count"
    /// A closure that is written without attention to speed.
    case idiomatic
    /// A closure that loops over bytes, without copies or reference counting.
    case careful
    /// The careful closure, compiled in a module in which the compiler keeps dynamic exclusivity checks.
    case checked
    /// Another version of the idiomatic closure, listed below the table.
    case variant
    /// `evaluate(with:)` of an existing predicate, one object at a time.
    case one = "one by one"
    /// The same with a compiled predicate.
    case oneCompiled = "one by one, compiled"
    /// `evaluate(with:)` of an existing predicate with an object as `Any`.
    case any = "one by one, as Any"
    /// `evaluate(with:)` of an `NSPredicate` of CocoaPredicates.
    case cocoa = "NSPredicate"
    /// `evaluate` of a Foundation predicate that was made of a format.
    case converted = "predicate(for:)"
    /// Foundation's macro.
    case predicate = "`#Predicate`"
    case sqlite = "SQLite"
    case indexed = "SQLite, indexes"
    case gnustep = "GNUstep"
    case duckdb = "DuckDB"

    /// The contestants that are not Swift code of this program. Their wrong answers appear in the table and are not failures.
    static let foreign: [Role] = [.predicate, .sqlite, .indexed, .gnustep, .duckdb]

    var isForeign: Bool { Self.foreign.contains(self) }
  }

  let role: Role
  let name: String
  /// Answers the question once.
  let run: () throws -> Answer
  /// Answers the question repeatedly and returns the nanoseconds per answer, for contestants in another process.
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
