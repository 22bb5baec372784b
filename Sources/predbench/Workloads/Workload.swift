import PredicateFormat

/// A question and the contestants that answer it.
struct Workload: Sendable {
  let name: String
  /// The format string, as the table shows it.
  let title: String
  let format: @Sendable (Dataset) -> String
  /// Whether the workload searches categories instead of words.
  let isOverCategories: Bool
  /// The number of letters in a category's name in data that is seen once.
  let letters: Int
  /// Returns the closures for a list.
  private let closures: @Sendable (Dataset) -> [Contestant]

  /// Returns the number of objects to search.
  func elements(of data: Dataset) -> Int { isOverCategories ? data.categories.count : data.words.count }

  /// Returns our contestants and the closures.
  func contestants(_ data: Dataset) throws -> [Contestant] {
    try engine(data) + closures(data)
  }

  /// Returns our contestants.
  func engine(_ data: Dataset) throws -> [Contestant] {
    let format = format(data)
    if isOverCategories {
      let compiled = try data.compiled.predicate(format, for: WordCategory.self)
      return [
        Contestant(role: .ours, name: "ours") {
          .categories(try data.categories.filtered(by: FormatPredicate(format)))
        },
        Contestant(role: .compiled, name: "compiled") { .categories(try compiled.filter(data.categories)) },
      ] + columns(PredicateColumns(data.categories), format) { .categories($0) }
    }
    let compiled = try data.compiled.predicate(format, for: Word.self)
    let columns = try PredicateColumns(data.words, keys: ["text", "length", "category.firstLetter"])
    return [
      Contestant(role: .ours, name: "ours") { .words(try data.words.filtered(by: FormatPredicate(format))) },
      Contestant(role: .compiled, name: "compiled") { .words(try compiled.filter(data.words)) },
    ] + self.columns(columns, format) { .words($0) }
  }

  /// Returns the contestants that use columns.
  private func columns<Element>(
    _ columns: PredicateColumns<Element>, _ format: String, _ answer: @escaping ([Element]) -> Answer
  ) -> [Contestant] {
    [
      Contestant(role: .columns, name: "columns") { answer(try columns.filtered(by: FormatPredicate(format))) },
      Contestant(role: .counted, name: "columns, count") {
        .count(try columns.count(matching: FormatPredicate(format)))
      },
    ]
  }

  /// Returns a workload that searches the words. `carefulBeyondASCII` replaces a careful closure that is correct only for ASCII.
  static func words(
    _ name: String, _ format: String, idiomatic: @escaping @Sendable ([Word]) -> [Word],
    careful: @escaping @Sendable ([Word]) -> [Word],
    carefulBeyondASCII: (@Sendable ([Word]) -> [Word])? = nil,
    variants: [(String, @Sendable ([Word]) -> [Word])] = []
  ) -> Workload {
    Workload(name: name, title: format, format: { _ in format }, isOverCategories: false) { data in
      let careful = data.isASCII ? careful : carefulBeyondASCII ?? careful
      return [
        Contestant(role: .idiomatic, name: "idiomatic") { .words(idiomatic(data.words)) },
        Contestant(role: .careful, name: "careful") { .words(careful(data.words)) },
      ] + variants.map { name, run in Contestant(role: .variant, name: name) { .words(run(data.words)) } }
    }
  }

  /// Returns a workload that searches the words for the members of a list.
  static func membership(
    _ name: String, title: String, format: @escaping @Sendable ([String]) -> String,
    idiomatic: @escaping @Sendable ([Word], [String]) -> [Word],
    careful: @escaping @Sendable ([Word], [String]) -> [Word]
  ) -> Workload {
    Workload(name: name, title: title, format: { format($0.sought) }, isOverCategories: false) { data in
      [
        Contestant(role: .idiomatic, name: "idiomatic") { .words(idiomatic(data.words, data.sought)) },
        Contestant(role: .careful, name: "careful") { .words(careful(data.words, data.sought)) },
      ]
    }
  }

  /// Returns a workload that searches the categories.
  static func categories(
    _ name: String, _ format: String, letters: Int = 1,
    idiomatic: @escaping @Sendable ([WordCategory]) -> [WordCategory],
    careful: @escaping @Sendable ([WordCategory]) -> [WordCategory]
  ) -> Workload {
    Workload(name: name, title: format, format: { _ in format }, isOverCategories: true, letters: letters) { data in
      [
        Contestant(role: .idiomatic, name: "idiomatic") { .categories(idiomatic(data.categories)) },
        Contestant(role: .careful, name: "careful") { .categories(careful(data.categories)) },
      ]
    }
  }

  private init(
    name: String, title: String, format: @escaping @Sendable (Dataset) -> String, isOverCategories: Bool,
    letters: Int = 1, closures: @escaping @Sendable (Dataset) -> [Contestant]
  ) {
    self.name = name
    self.title = title
    self.format = format
    self.isOverCategories = isOverCategories
    self.letters = letters
    self.closures = closures
  }
}
