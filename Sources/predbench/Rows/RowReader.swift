/// What the rows are that are searched.
enum RowKind: String, CaseIterable {
  /// Class objects: those of the main table.
  case `class`
  case `struct`
  /// `[String: FormatValue]`.
  case dictionary
  /// `[String: Any]`.
  case any
  /// `PredicateColumns` of the class objects.
  case columns
}

/// How closures by hand read rows of a kind. Every call is inlined where the kind is known.
protocol RowReader {
  associatedtype Row
  associatedtype Category
  /// The text of a word, if it has one.
  static func text(of row: Row) -> String?
  /// Its length, if it has one.
  static func length(of row: Row) -> Int?
  /// The letters of its category.
  static func letters(of row: Row) -> String?
  /// Whether a test is true of any word of a category.
  static func contains(_ category: Category, where test: (Row) -> Bool) -> Bool
  /// How many words a category has.
  static func count(_ category: Category) -> Int
  /// The letters of a category.
  static func name(of category: Category) -> String
}

extension RowReader {
  /// What a row is known by where answers are compared.
  static func key(of row: Row) -> String {
    "\(text(of: row) ?? "nil") \(length(of: row).map(String.init) ?? "nil")"
  }

  @inline(__always)
  static func text(of row: Row, passes test: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    guard let text = text(of: row) else { return false }
    return withBytes(text, test)
  }
}

/// The careful closures for rows of any kind: those of the class objects, but for the reading of the fields.
enum RowClosures<Reader: RowReader> {
  typealias Row = Reader.Row
  typealias Category = Reader.Category

  /// The words and categories with these closures. It is called where the kind is known, or nothing would be inlined.
  @inline(__always)
  static func rows(_ words: [Row], _ categories: [Category]) -> RowSet<Row, Category> {
    RowSet(
      words: words, categories: categories, key: { Reader.key(of: $0) }, name: { Reader.name(of: $0) },
      findWords: { Self.words($0, words, sought: $1.sought, isASCII: $1.isASCII) },
      findCategories: { Self.categories($0, categories) })
  }

  /// The words that a workload finds.
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

  /// The categories that a workload finds.
  static func categories(_ workload: String, _ categories: [Category]) -> [Category] {
    switch workload {
    case "W12": categories.filter { Reader.contains($0) { Reader.text(of: $0, passes: ByteTests.hasZ) } }
    case "W13": categories.filter { Reader.contains($0) { Reader.length(of: $0) == 25 } }
    case "W14": categories.filter { Reader.count($0) > 10000 }
    case "W16": categories.filter { average($0) > 9 }
    default: []
    }
  }

  /// No length counts as 0, as the collection operators have it.
  private static func average(_ category: Category) -> Double {
    var sum = 0
    _ = Reader.contains(category) { row in
      sum += Reader.length(of: row) ?? 0
      return false
    }
    return Double(sum) / Double(Reader.count(category))
  }
}
