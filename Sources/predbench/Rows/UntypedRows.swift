import PredicateFormat

/// Dictionaries of the language's values, as parsed from JSON.
enum Records: WordReader {
  typealias Row = [String: FormatValue]
  typealias Category = [String: FormatValue]

  static func text(of row: Row) -> String? {
    if case .string(let text)? = row["text"] { text } else { nil }
  }
  static func length(of row: Row) -> Int? {
    if case .integer(let length)? = row["length"] { Int(length) } else { nil }
  }
  static func letters(of row: Row) -> String? {
    guard case .record(let category)? = row["category"] else { return nil }
    return name(of: category)
  }
  static func contains(_ category: Category, where test: (Row) -> Bool) -> Bool {
    guard case .list(let words)? = category["words"] else { return false }
    for case .record(let word) in words where test(word) { return true }
    return false
  }
  static func count(_ category: Category) -> Int {
    if case .list(let words)? = category["words"] { words.count } else { 0 }
  }
  static func name(of category: Category) -> String {
    if case .string(let letters)? = category["firstLetter"] { letters } else { "" }
  }

  static func rows(of data: Dataset, isSparse: Bool) -> RowSet<Row, Category> {
    RowClosures<Records>.rows(of: data) { index, word in
      let (text, length) = isSparse ? sparse(index, word) : (word.text, word.length)
      return [
        "text": text.map { .string($0) } ?? .null, "length": length.map { .integer(Int64($0)) } ?? .null,
        "category": .record(["firstLetter": .string(word.category.firstLetter)]),
      ]
    } category: {
      ["firstLetter": .string($0.firstLetter), "words": .list($1.map { .record($0) })]
    }
  }
}

/// Dictionaries of any values.
enum Dictionaries: WordReader {
  typealias Row = [String: Any]
  typealias Category = [String: Any]

  static func text(of row: Row) -> String? { row["text"] as? String }
  static func length(of row: Row) -> Int? { row["length"] as? Int }
  static func letters(of row: Row) -> String? { (row["category"] as? [String: Any])?["firstLetter"] as? String }
  static func contains(_ category: Category, where test: (Row) -> Bool) -> Bool {
    (category["words"] as? [[String: Any]])?.contains(where: test) ?? false
  }
  static func count(_ category: Category) -> Int { (category["words"] as? [[String: Any]])?.count ?? 0 }
  static func name(of category: Category) -> String { category["firstLetter"] as? String ?? "" }

  static func rows(of data: Dataset, isSparse: Bool) -> RowSet<Row, Category> {
    RowClosures<Dictionaries>.rows(of: data) { index, word in
      let (text, length) = isSparse ? sparse(index, word) : (word.text, word.length)
      var row: Row = ["category": ["firstLetter": word.category.firstLetter] as [String: Any]]
      // Missing values have no key, as is usual.
      if let text { row["text"] = text }
      if let length { row["length"] = Int(length) }
      return row
    } category: {
      ["firstLetter": $0.firstLetter, "words": $1]
    }
  }
}
