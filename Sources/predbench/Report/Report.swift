import Foundation

/// The tables of all workloads.
enum Report {
  // MARK: Ours and closures

  /// The contestants of the first table, in the order of its columns.
  private static let swift: [Contestant.Role] = [.ours, .compiled, .columns, .counted, .idiomatic, .careful, .checked]

  static let head = """
    | | format string | matches | ours | compiled | columns | columns, count | idiomatic | careful | careful, checks | \
    ours/idiomatic | ours/careful | columns/careful | count/careful |
    |---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
    """

  static func line(_ row: ReportRow) -> String {
    let times = swift.map { cell(row[$0]) }
    let ratios = [
      row.ratio(.ours, to: .idiomatic), row.ratio(.ours, to: .careful), row.ratio(.columns, to: .careful),
      row.ratio(.counted, to: .careful),
    ].map(cell)
    return line([row.name, code(row.format), String(row.matches)] + times + ratios)
  }

  /// Returns the lines of the table.
  static func table(_ rows: [ReportRow]) -> [String] { head.split(separator: "\n").map(String.init) + rows.map(line) }

  /// Returns the lines below the table: other versions of the closures.
  static func notes(_ rows: [ReportRow]) -> [String] {
    rows.flatMap { row in
      row.variants.sorted { $0.key < $1.key }.map { name, time in
        "\(row.name), \(name): \(figure(time)) ns; ours/this \(cell(row[.ours].map { $0 / time }))."
      }
    }
  }

  // MARK: Other engines

  /// Returns the table of the foreign contestants that were measured: nanoseconds per element, and their ratio to ours.
  static func others(_ rows: [ReportRow]) -> [String] {
    let roles = Contestant.Role.foreign.filter { role in
      rows.contains { $0[role] != nil || $0.wrong.contains(role.rawValue) }
    }
    let head = line(["", "ours"] + roles.map { $0.rawValue })
    let rule = "|---|--:|" + String(repeating: "--:|", count: roles.count)
    return [head, rule]
      + rows.map { row in line([row.name, cell(row[.ours])] + roles.map { other(row, $0) }) }
  }

  private static func other(_ row: ReportRow, _ role: Contestant.Role) -> String {
    if row.wrong.contains(role.rawValue) { return "wrong" }
    guard let time = row[role], let ratio = row.ratio(role, to: .ours) else { return "–" }
    return "\(figure(time)) (\(figure(ratio)) ×)"
  }

  // MARK: Cells

  static func line(_ cells: [String]) -> String { cells.reduce("|") { "\($0) \($1) |" } }

  /// Returns code as a table cell.
  static func code(_ text: String) -> String { "`\(text.replacing("|", with: #"\|"#))`" }

  /// Returns a figure, or a dash if there is none.
  static func cell(_ value: Double?) -> String { value.map(figure) ?? "–" }

  /// Returns a number with about three significant digits.
  static func figure(_ value: Double) -> String {
    switch value.magnitude {
    case ..<0.1: String(format: "%.4f", value)
    case ..<10: String(format: "%.2f", value)
    case ..<100: String(format: "%.1f", value)
    default: String(format: "%.0f", value)
    }
  }
}

/// Prints a line without buffering, because a table takes minutes and people watch it.
func show(_ line: String) {
  print(line)
  fflush(nil)
}
