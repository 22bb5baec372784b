import PredicateFormat

/// One statistic: what it is called, and what the library is asked.
///
/// A question is data, format strings and expressions built by hand, so that any store can answer it. None looks at
/// words itself.
struct Statistic: Sendable {
  enum Question: Sendable {
    /// How many words there are.
    case count(PredicateFetchRequest)
    /// The words, on the label's line.
    case words(PredicateFetchRequest)
    /// The words, on lines of their own.
    case wordLines(PredicateFetchRequest)
    /// The letters of the categories.
    case categories(PredicateFetchRequest)
    /// A number, which an expression gives of the collection of all words.
    case number(FormatExpression)
    /// A number, which is the only value of a row.
    case row(PredicateFetchRequest)
  }

  let label: String
  let question: Question

  private init(_ label: String, _ question: Question) {
    self.label = label
    self.question = question
  }

  /// The statistics, in the order in which they are shown.
  static func table() throws(FormatError) -> [Statistic] {
    var table = [Statistic("Word Count", .count(PredicateFetchRequest()))]
    for letter in WordList.letters {
      let predicate = try FormatPredicate("wordCategory.firstLetter = %@", letter)
      table.append(Statistic("Words beginning with \(letter)", .count(PredicateFetchRequest(predicate))))
    }
    table += [
      words("By query language", try FormatPredicate("text = 'zyzzyvas'")),
      words("By expressions", byExpressions),
      Statistic("20-25 letter words", .count(PredicateFetchRequest(from20To25Letters))),
      words("-gry words", try FormatPredicate(#"text ENDSWITH "gry""#)),
      categories("ANY", try FormatPredicate(#"ANY words.text CONTAINS "z""#)),
      words("Case-insensitive", try FormatPredicate(#"text ==[c] "QIVIUT""#)),
      words("20-letter -ing words", twentyLettersAndIng),
      words("q without u", try FormatPredicate(#"text CONTAINS "q" AND NOT text CONTAINS "u""#)),
      categories("High count categories", try FormatPredicate("words.@count > %d", 10_000)),
      Statistic("Average from collection", .number(.keyPath("@avg.length"))),
      Statistic("Average from expression description", .row(PredicateFetchRequest(properties: [average]))),
      words("Longest words", try FormatPredicate("length = max:(length)")),
      categories(
        "Categories with 25-letter words", try FormatPredicate("SUBQUERY(words, $x, $x.length = 25).@count > 0")),
      Statistic(
        "Z words",
        .wordLines(
          PredicateFetchRequest(
            try FormatPredicate("text BEGINSWITH 'z'"), sortKeys: [.ascending("length"), .descending("text")]))),
    ]
    return table
  }

  /// The words of which a predicate is true, in order.
  private static func words(_ label: String, _ predicate: FormatPredicate) -> Statistic {
    Statistic(label, .words(PredicateFetchRequest(predicate, sortKeys: [.ascending("text")])))
  }

  /// The categories of which a predicate is true, in order.
  private static func categories(_ label: String, _ predicate: FormatPredicate) -> Statistic {
    Statistic(label, .categories(PredicateFetchRequest(predicate, sortKeys: [.ascending("firstLetter")])))
  }

  // MARK: Built by hand

  /// `text == "zyzzyvas"`.
  static let byExpressions = FormatPredicate(.keyPath("text"), .equalTo, .constant("zyzzyvas"), modifier: .direct)

  /// `length BETWEEN {20, 25}`.
  static let from20To25Letters = FormatPredicate(
    .keyPath("length"), .between, .aggregate([.constant(20), .constant(25)]))

  /// `length == 20 AND text ENDSWITH "ing"`.
  static let twentyLettersAndIng =
    FormatPredicate(.keyPath("length"), .equalTo, .constant(20))
    && FormatPredicate(.keyPath("text"), .endsWith, .constant("ing"))

  /// `average:(length)`, named `average`.
  private static let average = FetchProperty.average("length", as: "average", type: .double)
}
