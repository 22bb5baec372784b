/// Structures. A word's category is a value too, so it cannot contain the words.
enum Values: WordReader {
  struct Letters {
    let firstLetter: String
  }

  struct Row {
    let text: String
    let length: Int16
    let category: Letters
  }

  struct Category {
    let firstLetter: String
    let words: [Row]
  }

  static func text(of row: Row) -> String? { row.text }
  static func length(of row: Row) -> Int? { Int(row.length) }
  static func letters(of row: Row) -> String? { row.category.firstLetter }
  static func contains(_ category: Category, where test: (Row) -> Bool) -> Bool { category.words.contains(where: test) }
  static func count(_ category: Category) -> Int { category.words.count }
  static func name(of category: Category) -> String { category.firstLetter }

  static func rows(of data: Dataset) -> RowSet<Row, Category> {
    RowClosures<Values>.rows(of: data) { _, word in
      Row(text: word.text, length: word.length, category: Letters(firstLetter: word.category.firstLetter))
    } category: {
      Category(firstLetter: $0.firstLetter, words: $1)
    }
  }
}

/// Structures with optional text and length.
enum SparseValues: WordReader {
  struct Row {
    let text: String?
    let length: Int16?
    let category: Values.Letters
  }

  struct Category {
    let firstLetter: String
    let words: [Row]
  }

  static func text(of row: Row) -> String? { row.text }
  static func length(of row: Row) -> Int? { row.length.map { Int($0) } }
  static func letters(of row: Row) -> String? { row.category.firstLetter }
  static func contains(_ category: Category, where test: (Row) -> Bool) -> Bool { category.words.contains(where: test) }
  static func count(_ category: Category) -> Int { category.words.count }
  static func name(of category: Category) -> String { category.firstLetter }

  static func rows(of data: Dataset) -> RowSet<Row, Category> {
    RowClosures<SparseValues>.rows(of: data) { index, word in
      let (text, length) = sparse(index, word)
      return Row(text: text, length: length, category: .init(firstLetter: word.category.firstLetter))
    } category: {
      Category(firstLetter: $0.firstLetter, words: $1)
    }
  }
}

/// Class objects with optional text and length.
enum SparseObjects: WordReader {
  final class Row {
    var text: String?
    var length: Int16?
    var category: Category

    init(_ text: String?, _ length: Int16?, in category: Category) {
      (self.text, self.length, self.category) = (text, length, category)
    }
  }

  final class Category {
    var firstLetter: String
    var words: [Row] = []

    init(firstLetter: String) { self.firstLetter = firstLetter }
  }

  static func text(of row: Row) -> String? { row.text }
  static func length(of row: Row) -> Int? { row.length.map { Int($0) } }
  static func letters(of row: Row) -> String? { row.category.firstLetter }
  static func contains(_ category: Category, where test: (Row) -> Bool) -> Bool { category.words.contains(where: test) }
  static func count(_ category: Category) -> Int { category.words.count }
  static func name(of category: Category) -> String { category.firstLetter }

  static func rows(of data: Dataset) -> RowSet<Row, Category> {
    var categories: [String: Category] = [:]
    for category in data.categories { categories[category.firstLetter] = Category(firstLetter: category.firstLetter) }
    let category = { (name: String) in categories[name] ?? Category(firstLetter: name) }
    return RowClosures<SparseObjects>.rows(of: data) { index, word in
      let (text, length) = sparse(index, word)
      return Row(text, length, in: category(word.category.firstLetter))
    } category: {
      let category = category($0.firstLetter)
      category.words = $1
      return category
    }
  }
}
