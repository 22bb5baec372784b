import PredicateFormat

/// Words and categories as rows of another kind than the main table's class objects.
protocol AnyRowSet {
  /// Returns our contestants for a workload, and the careful closure.
  func contestants(_ workload: Workload, _ data: Dataset) throws -> [Contestant]
}

/// The rows of one kind.
struct RowSet<Row, Category>: AnyRowSet {
  let words: [Row]
  let categories: [Category]
  /// The functions that return the identifying keys, which are used to compare answers.
  let key: (Row) -> String
  let name: (Category) -> String
  /// The careful closures, by workload.
  let findWords: (String, Dataset) -> [Row]
  let findCategories: (String) -> [Category]

  func contestants(_ workload: Workload, _ data: Dataset) throws -> [Contestant] {
    let (format, name) = (workload.format(data), workload.name)
    return workload.isOverCategories
      ? try contestants(categories, format, found) { findCategories(name) }
      : try contestants(words, format, found) { findWords(name, data) }
  }

  private func contestants<Element>(
    _ elements: [Element], _ format: String, _ found: @escaping ([Element]) -> Answer,
    careful: @escaping () -> [Element]
  ) throws -> [Contestant] {
    let compiled = try CompiledPredicate(FormatPredicate(format), for: Element.self)
    let columns = PredicateColumns(elements)
    return [
      Contestant(role: .ours, name: "ours") { found(try elements.filtered(by: FormatPredicate(format))) },
      Contestant(role: .compiled, name: "compiled") { found(try compiled.filter(elements)) },
      Contestant(role: .columns, name: "columns") { found(try columns.filtered(by: FormatPredicate(format))) },
      Contestant(role: .careful, name: "careful") { found(careful()) },
    ]
  }

  private func found(_ rows: [Row]) -> Answer {
    .found(count: rows.count) { rows.map { key($0) } }
  }

  private func found(_ categories: [Category]) -> Answer {
    .found(count: categories.count) { categories.map { name($0) } }
  }
}

extension RowForm {
  /// Returns the same words as rows of this kind, or nil for the original class objects, which columns use too.
  ///
  /// - Parameter isSparse: Whether text and length are optional, each nil in half of the words.
  func rows(of data: Dataset, isSparse: Bool) -> (any AnyRowSet)? {
    switch self {
    case .class, .columns: isSparse ? SparseObjects.rows(of: data) : nil
    case .struct: isSparse ? SparseValues.rows(of: data) : Values.rows(of: data)
    case .dictionary: Records.rows(of: data, isSparse: isSparse)
    case .any: Dictionaries.rows(of: data, isSparse: isSparse)
    }
  }
}

/// Returns the text and length of a word, each nil for half of the indices.
func sparse(_ index: Int, _ word: Word) -> (text: String?, length: Int16?) {
  (index % 2 == 0 ? word.text : nil, index / 2 % 2 == 0 ? word.length : nil)
}
