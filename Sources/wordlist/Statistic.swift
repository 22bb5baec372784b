import PredicateFormat

/// A statistic: its label and its question.
///
/// A question is data (format strings, and expressions built in code), so any store can answer it. No question inspects
/// words directly.
package struct Statistic: Sendable {
  enum Question: Sendable {
    /// The number of words.
    case count(PredicateFetchRequest)
    /// The words, on the line of the label.
    case words(PredicateFetchRequest)
    /// The words, one per line after the label.
    case wordLines(PredicateFetchRequest)
    /// The letters of the categories.
    case categories(PredicateFetchRequest)
    /// The numeric value of an expression for the collection of all words.
    case number(FormatExpression)
    /// The single value of an aggregate row, which is a number.
    case row(PredicateFetchRequest)
  }

  let label: String
  let question: Question

  private init(_ label: String, _ question: Question) {
    self.label = label
    self.question = question
  }

  /// Returns the statistics in display order.
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

  /// Returns a statistic of the words that match a predicate, sorted.
  private static func words(_ label: String, _ predicate: FormatPredicate) -> Statistic {
    Statistic(label, .words(PredicateFetchRequest(predicate, sortKeys: [.ascending("text")])))
  }

  /// Returns a statistic of the categories that match a predicate, sorted.
  private static func categories(_ label: String, _ predicate: FormatPredicate) -> Statistic {
    Statistic(label, .categories(PredicateFetchRequest(predicate, sortKeys: [.ascending("firstLetter")])))
  }

  // MARK: Built in code

  /// `text == "zyzzyvas"`.
  package static let byExpressions = FormatPredicate(
    .keyPath("text"), .equalTo, .constant("zyzzyvas"), modifier: .direct)

  /// `length BETWEEN {20, 25}`.
  package static let from20To25Letters = FormatPredicate(
    .keyPath("length"), .between, .aggregate([.constant(20), .constant(25)]))

  /// `length == 20 AND text ENDSWITH "ing"`.
  package static let twentyLettersAndIng =
    FormatPredicate(.keyPath("length"), .equalTo, .constant(20))
    && FormatPredicate(.keyPath("text"), .endsWith, .constant("ing"))

  /// `average:(length)`, named `average`.
  private static let average = FetchProperty.average("length", as: "average", type: .double)
}
