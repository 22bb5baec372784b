/// The outcomes as text.
struct Report {
  let outcomes: [Outcome]

  /// The number of predicates that must run.
  static let wanted = 300

  /// Whether all predicates ran without a difference.
  var isGood: Bool { outcomes.count >= Self.wanted && outcomes.allSatisfy(\.differences.isEmpty) }

  /// Each predicate with its format, or with the reason of its refusal.
  var list: [String] {
    outcomes.flatMap { outcome in
      var lines = [outcome.macroCase.title]
      if case .refused(let reason) = outcome.memory { lines.append("  refused: \(reason)") }
      if let format = outcome.format { lines.append("  \(format)") }
      if case .refused(let reason) = outcome.sqlite { lines.append("  not on SQLite: \(reason)") }
      if let thrown = outcome.thrown { lines.append("  Foundation throws: \(thrown)") }
      return lines + outcome.differences.map { "  DIFFERENCE \($0)" }
    }
  }

  /// A line for each difference: the number and text, the engine, the format, the expected and the found rows.
  var differences: [String] {
    outcomes.flatMap { outcome in outcome.differences.map { "DIFFERENCE \(outcome.macroCase.title) | \($0)" } }
  }

  /// How many predicates of each expression type had which outcome.
  var table: [String] {
    let types = Set(outcomes.flatMap(\.macroCase.types)).sorted()
    let rows = types.map { type in (type, outcomes.filter { $0.macroCase.types.contains(type) }) }
    let heads = [
      "expression type", "predicates", "converted", "same in memory", "same on SQLite", "refused by the bridge",
      "refused by SQL", "differences",
    ]
    let cells = (rows + [("all", outcomes)]).map { [$0] + Self.counts(of: $1).map(String.init) }
    let widths = heads.indices.map { column in ([heads] + cells).map { $0[column].count }.max() ?? 0 }
    return ([heads] + cells).map { row in
      row.indices.map { column in
        let blank = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + blank : blank + row[column]
      }.joined(separator: "  ")
    }
  }

  private static func counts(of outcomes: [Outcome]) -> [Int] {
    [
      outcomes.count, outcomes.count { $0.format != nil },
      outcomes.count { if case .same = $0.memory { true } else { false } },
      outcomes.count { if case .same = $0.sqlite { true } else { false } },
      outcomes.count { if case .refused = $0.memory { true } else { false } },
      outcomes.count { if case .refused = $0.sqlite { true } else { false } },
      outcomes.count { !$0.differences.isEmpty },
    ]
  }

  /// The reasons of the refusals, the most frequent ones first.
  var reasons: [String] {
    var numbers: [String: Int] = [:]
    for outcome in outcomes {
      if case .refused(let reason) = outcome.memory { numbers["the bridge: \(reason)", default: 0] += 1 }
      if case .refused(let reason) = outcome.sqlite { numbers["SQL: \(reason)", default: 0] += 1 }
    }
    return numbers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) times refused by \($0.key)" }
  }

  /// The totals. The last line says whether all is well.
  var totals: [String] {
    let rows = tracks.count
    let throwing = outcomes.filter { $0.thrown != nil }
    let counts = Self.counts(of: throwing)
    return [
      "\(outcomes.count) predicates on \(rows) rows: \(outcomes.count { $0.passed == 0 }) find none,"
        + " \(outcomes.count { $0.passed == rows }) find all",
      "\(outcomes.count { $0.macroCase.closure != nil }) are compared with a closure of the same text, too",
      "Foundation throws in \(throwing.count): \(counts[4]) are refused by the bridge, \(throwing.count { $0.isFalse }) are"
        + " false there in memory, the others give errors of the same rows, and all have the same other rows",
      (isGood ? "ok: " : "FAILED: ") + "\(outcomes.reduce(0) { $0 + $1.differences.count }) differences in"
        + " \(outcomes.count { !$0.differences.isEmpty }) predicates; \(outcomes.count) of \(Self.wanted) ran",
    ]
  }
}
