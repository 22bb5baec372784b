import PredicateFormat

/// A question and the ways to answer it.
struct Workload: Sendable {
  let name: String
  /// The format string as the table shows it.
  let title: String
  let format: @Sendable (Dataset) -> String
  /// Whether categories are searched, not words.
  let isOverCategories: Bool
  /// The closures, for a list.
  private let closures: @Sendable (Dataset) -> [Contestant]

  /// How many objects are searched.
  func elements(of data: Dataset) -> Int { isOverCategories ? data.categories.count : data.words.count }

  /// The engine's ways and the closures.
  func contestants(_ data: Dataset) throws -> [Contestant] {
    try engine(data) + closures(data)
  }

  /// The engine's ways alone.
  func engine(_ data: Dataset) throws -> [Contestant] {
    let format = format(data)
    if isOverCategories {
      let compiled = try CompiledPredicate(FormatPredicate(format), for: WordCategory.self)
      return [
        Contestant(role: .ours, name: "ours") {
          .categories(try data.categories.filtered(by: FormatPredicate(format)))
        },
        Contestant(role: .compiled, name: "compiled") { .categories(try compiled.filter(data.categories)) },
      ] + columns(data.categories, format) { .categories($0) }
    }
    let compiled = try CompiledPredicate(FormatPredicate(format), for: Word.self)
    return [
      Contestant(role: .ours, name: "ours") { .words(try data.words.filtered(by: FormatPredicate(format))) },
      Contestant(role: .compiled, name: "compiled") { .words(try compiled.filter(data.words)) },
    ] + columns(data.words, format) { .words($0) }
  }

  /// The columns are made by the first answer; the least time is that of later ones.
  private func columns<Element>(
    _ elements: [Element], _ format: String, _ answer: @escaping ([Element]) -> Answer
  ) -> [Contestant] {
    let columns = PredicateColumns(elements)
    return [
      Contestant(role: .columns, name: "columns") { answer(try columns.filtered(by: FormatPredicate(format))) },
      Contestant(role: .counted, name: "columns, count") {
        .count(try columns.count(matching: FormatPredicate(format)))
      },
    ]
  }

  /// A search of the words. Where the careful closure is right only of ASCII, there is another for other words.
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

  /// A search of the words for some of them.
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

  /// A search of the categories.
  static func categories(
    _ name: String, _ format: String, idiomatic: @escaping @Sendable ([WordCategory]) -> [WordCategory],
    careful: @escaping @Sendable ([WordCategory]) -> [WordCategory]
  ) -> Workload {
    Workload(name: name, title: format, format: { _ in format }, isOverCategories: true) { data in
      [
        Contestant(role: .idiomatic, name: "idiomatic") { .categories(idiomatic(data.categories)) },
        Contestant(role: .careful, name: "careful") { .categories(careful(data.categories)) },
      ]
    }
  }

  private init(
    name: String, title: String, format: @escaping @Sendable (Dataset) -> String, isOverCategories: Bool,
    closures: @escaping @Sendable (Dataset) -> [Contestant]
  ) {
    self.name = name
    self.title = title
    self.format = format
    self.isOverCategories = isOverCategories
    self.closures = closures
  }
}
