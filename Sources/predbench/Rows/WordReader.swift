/// The kinds of rows to search.
enum RowForm: String, CaseIterable {
  /// Class objects, as in the main table.
  case `class`
  case `struct`
  /// `[String: FormatValue]`.
  case dictionary
  /// `[String: Any]`.
  case any
  /// `PredicateColumns` of the class objects.
  case columns
}

/// The fields of a kind of row, for hand-written closures. Every call is inlined if the kind is known statically.
protocol WordReader {
  associatedtype Row
  associatedtype Category
  /// Returns the text of a word, if it has one.
  static func text(of row: Row) -> String?
  /// Returns the length of a word, if it has one.
  static func length(of row: Row) -> Int?
  /// Returns the letters of a word's category.
  static func letters(of row: Row) -> String?
  /// Returns whether any word of a category passes a test.
  static func contains(_ category: Category, where test: (Row) -> Bool) -> Bool
  /// Returns the number of words in a category.
  static func count(_ category: Category) -> Int
  /// Returns the letters of a category.
  static func name(of category: Category) -> String
}

extension WordReader {
  /// Returns the identifying key of a row, which is used to compare answers.
  static func key(of row: Row) -> String {
    "\(text(of: row) ?? "nil") \(length(of: row).map(String.init) ?? "nil")"
  }

  @inline(__always)
  static func text(of row: Row, passes test: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    guard let text = text(of: row) else { return false }
    return withBytes(text, test)
  }
}

/// The careful closures for rows of any kind. Only reading the fields differs from those for class objects.
enum RowClosures<Reader: WordReader> {
  typealias Row = Reader.Row
  typealias Category = Reader.Category

  /// Returns the words and categories of a list, with these closures. Must be called where the kind is known statically, for
  /// inlining. `row` makes a row of a word and its position, and `category` a category of its rows.
  @inline(__always)
  static func rows(
    of data: Dataset, row: (Int, Word) -> Row, category: (WordCategory, [Row]) -> Category
  ) -> RowSet<Row, Category> {
    // The rows are made in the order of the words' addresses, so that their own addresses are in the same order.
    var made: [ObjectIdentifier: Row] = [:]
    for index in data.addresses { made[ObjectIdentifier(data.words[index])] = row(index, data.words[index]) }
    let words = data.words.compactMap { made[ObjectIdentifier($0)] }
    let categories = data.categories.map { of in
      category(of, of.words.compactMap { made[ObjectIdentifier($0)] })
    }
    return RowSet(
      words: words, categories: categories, key: { Reader.key(of: $0) }, name: { Reader.name(of: $0) },
      findWords: { Self.words($0, words, sought: $1.sought, isASCII: $1.isASCII) },
      findCategories: { Self.categories($0, categories) })
  }

  /// Returns the words that match a workload.
  static func words(_ workload: String, _ rows: [Row], sought: [String], isASCII: Bool) -> [Row] {
    switch workload {
    case "W1": rows.filter { Reader.length(of: $0) == 20 }
    case "W2": rows.filter { Reader.text(of: $0, passes: ByteTests.endsWithIng) }
    case "W3": rows.filter { Reader.length(of: $0) == 20 && Reader.text(of: $0, passes: ByteTests.endsWithIng) }
    case "W4": rows.filter { Reader.text(of: $0, passes: ByteTests.hasQWithoutU) }
    case "W5": rows.filter { Reader.text(of: $0, passes: ByteTests.isQiviut) }
    case "W6" where isASCII: rows.filter { Reader.text(of: $0, passes: ByteTests.hasEte) }
    case "W6": rows.filter { row in Reader.text(of: row).map { ByteTests.hasEte($0) } ?? false }
    case "W7": rows.filter { Reader.text(of: $0, passes: ByteTests.isLikeBall) }
    case "W8": rows.filter { Reader.text(of: $0, passes: ByteTests.endsInIngOrEd) }
    case "W9": rows.filter { row in Reader.length(of: row).map { $0 >= 20 && $0 <= 25 } ?? false }
    case "W10": rows.filter { row in Reader.letters(of: row).map { withBytes($0, ByteTests.isS) } ?? false }
    case "W11": among(sought, rows)
    case "W15": longest(rows)
    default: []
    }
  }

  private static func among(_ sought: [String], _ rows: [Row]) -> [Row] {
    let set = Set(sought)
    return ByteTests.shapes(of: sought).withUnsafeBufferPointer { shapes in
      rows.filter { row in
        guard let text = Reader.text(of: row) else { return false }
        return withBytes(text) { shapes[ByteTests.shape($0)] } && set.contains(text)
      }
    }
  }

  private static func longest(_ rows: [Row]) -> [Row] {
    var longest = Int.min
    for row in rows { longest = max(longest, Reader.length(of: row) ?? Int.min) }
    return rows.filter { row in Reader.length(of: row).map { $0 == longest } ?? false }
  }

  /// Returns the categories that match a workload.
  static func categories(_ workload: String, _ categories: [Category]) -> [Category] {
    switch workload {
    case "W12": categories.filter { Reader.contains($0) { Reader.text(of: $0, passes: ByteTests.hasZ) } }
    case "W13": categories.filter { Reader.contains($0) { Reader.length(of: $0) == 25 } }
    case "W14": categories.filter { Reader.count($0) > 10000 }
    case "W16": categories.filter { average($0) > 9 }
    default: []
    }
  }

  /// Returns the average length. As in the collection operators, a missing length counts as 0.
  private static func average(_ category: Category) -> Double {
    var sum = 0
    _ = Reader.contains(category) { row in
      sum += Reader.length(of: row) ?? 0
      return false
    }
    return Double(sum) / Double(Reader.count(category))
  }
}
