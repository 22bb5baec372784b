import PredcheckSupport
import PredicateInput
import PredicateSyntax

/// The warnings about cells that are not what a request asks for.
struct CellWarnings {
  private(set) var texts: [String] = []

  /// Creates no warnings.
  init() {}

  /// Creates the warnings about cells that are nil, and about columns that are read as text although most cells are numbers.
  ///
  /// - Parameters:
  ///   - sample: The rows, or some of them.
  ///   - columns: The columns of all CSV files, or `nil` if they are not known.
  init(
    _ failures: [CellReading: CellFailure], _ plan: CellPlan, sample: RowTable?, columns: Set<String>?
  ) {
    for column in plan.options.declared.keys.sorted() {
      guard let columns, !columns.isEmpty, !columns.contains(column) else { continue }
      texts.append(
        "no CSV file has a column '\(column.cleaned)', which --types names"
          + suggestion(for: column, among: columns.sorted()))
    }
    for (reading, failure) in failures.sorted(by: { $0.key.key < $1.key.key }) {
      let isDeclared = plan.options.declared[reading.column] != nil
      let isCell = columns?.contains(reading.column) ?? true
      add(
        failure, of: reading, "and nil", isDeclared ? [] : ["\(Self.types(reading.column, .text)) reads text"],
        isCell: isCell)
    }
    for column in plan.doubts.sorted() {
      guard let others = plan.surveys[column]?.others else { continue }
      add(
        others, of: CellReading(column: column, kind: .number), "so the column is compared as text",
        ["\(Self.types(column, .number)) reads numbers"])
    }
    for (column, kinds) in plan.mixtures.sorted(by: { $0.key < $1.key }) {
      let nouns = kinds.map { $0.noun(isPlural: true) }
      texts.append(
        "the column '\(column.cleaned)' is compared with \(nouns.joined(separator: " and ")) at once, and read as "
          + "\(nouns[0]), so that no cell is equal to the others: compare it with each kind in a comparison of its own, "
          + "joined by OR")
    }
    let surveys = sample?.survey(Set(plan.textOrders.keys)) ?? [:]
    for (column, number) in plan.textOrders.sorted(by: { $0.key < $1.key }) {
      guard let survey = surveys[column], survey.numbers > 0, survey.others == nil else { continue }
      addOrder(of: column, number)
    }
  }

  /// Creates the warning about a column of numbers that is ordered as text.
  private mutating func addOrder(of column: String, _ number: String) {
    texts.append(
      "the cells of the column '\(column.cleaned)' are numbers, but \(Explanation.shown(.string(number))) is text, and "
        + "\"10\" is less than \"9\": write the number without quotes, or --types \(Self.quoted("\(column)=text")) if that is meant"
    )
  }

  /// Prints the warnings to standard error.
  func report(_ console: Console) { for text in texts { console.report("warning: \(text)") } }

  private mutating func add(
    _ failure: CellFailure, of reading: CellReading, _ effect: String, _ remedies: [String], isCell: Bool = true
  ) {
    let isPlural = failure.count != 1
    let text = Explanation.shown(.string(failure.first))
    // Several texts are hardly several spellings of nothing.
    let null =
      failure.isOneText && isCell ? ["--null \(Self.quoted(failure.first)) says that such cells are empty"] : []
    texts.append(
      "\(counted(failure.count, isCell ? "cell" : "value")) of the \(isCell ? "column" : "key") '\(reading.column.cleaned)' \(isPlural ? "are" : "is") not "
        + "\(reading.kind.noun(isPlural: isPlural)), \(effect): \(text) at \(failure.position)"
        + "\(isPlural ? " is the first" : "")" + (null + remedies).map { "; \($0)" }.joined())
  }

  private static func types(_ column: String, _ kind: CellKind) -> String {
    "--types \(quoted("\(column)=\(kind.rawValue)"))"
  }

  /// Returns a word of a shell, in quotes if it needs them.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789_-.=".unicodeScalars.contains($0)
    }
    return isPlain && !text.isEmpty ? text : "'" + text.cleaned.replacing("'", with: "'\\''") + "'"
  }
}
