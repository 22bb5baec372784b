/// The engine's targets, which are upper bounds, with the ratios of this run.
///
/// `ours` is the default API with a format string, on one thread, over class objects. Columns are already extracted. Their
/// targets measure finding the rows, as DuckDB's time does. They are also compared with `columns`, which creates the array.
enum Targets {
  private struct Target {
    let workload: String
    let role: Contestant.Role
    let to: Contestant.Role
    let most: Double

    init(_ workload: String, _ role: Contestant.Role = .ours, to other: Contestant.Role, _ most: Double) {
      (self.workload, self.role, self.to, self.most) = (workload, role, other, most)
    }
  }

  private static let all: [Target] =
    ["W1", "W3", "W9"].flatMap { [Target($0, to: .careful, 1.4), Target($0, to: .idiomatic, 1.5)] } + [
      Target("W2", to: .careful, 1.1), Target("W2", to: .idiomatic, 0.2),
      Target("W4", to: .careful, 0.7), Target("W4", to: .idiomatic, 0.03),
      Target("W5", to: .careful, 2.0), Target("W5", to: .idiomatic, 0.02),
      Target("W6", to: .careful, 0.7), Target("W6", to: .idiomatic, 0.02),
      Target("W7", to: .careful, 1.5), Target("W7", to: .idiomatic, 0.15),
      Target("W8", to: .careful, 1.1), Target("W8", to: .variant, 0.005),
      Target("W10", to: .careful, 0.9), Target("W10", to: .idiomatic, 0.6),
      Target("W11", to: .careful, 0.9), Target("W11", to: .idiomatic, 0.2),
      Target("W12", to: .careful, 1.0), Target("W12", to: .idiomatic, 0.02),
    ] + ["W13", "W15", "W16"].flatMap { [Target($0, to: .careful, 1.2), Target($0, to: .idiomatic, 1.2)] } + [
      Target("W14", to: .careful, 1.5), Target("W14", to: .idiomatic, 1.5),
    ] + (1...11).flatMap { [Target("W\($0)", to: .predicate, 0.01), Target("W\($0)", to: .gnustep, 0.01)] }
    + columns(.counted) + columns(.columns) + (1...16).map { Target("W\($0)", .counted, to: .duckdb, 1) }

  private static func columns(_ role: Contestant.Role) -> [Target] {
    ["W2", "W4", "W6", "W10"].map { Target($0, role, to: .careful, 0.15) }
      + ["W1", "W3", "W9"].map { Target($0, role, to: .careful, 0.25) }
      + ["W5", "W8", "W11"].map { Target($0, role, to: .careful, 0.35) }
      + [Target("W7", role, to: .careful, 0.8)]
  }

  /// Returns the table: one line per target of which both sides were measured.
  static func table(_ rows: [ReportRow]) -> [String] {
    var lines = ["| | ratio | at most | measured | |", "|---|---|--:|--:|---|"]
    for row in rows {
      for target in all where target.workload == row.name {
        guard let measured = measured(target, row), measured.isFinite else { continue }
        let verdict = measured <= target.most ? "✓" : "\(Report.figure(measured / target.most)) × the target"
        let other = target.to == .variant ? "regex made once" : target.to.rawValue
        lines.append(
          Report.line([
            row.name, "\(target.role.rawValue)/\(other)", Report.figure(target.most), Report.figure(measured), verdict,
          ]))
      }
    }
    return lines
  }

  private static func measured(_ target: Target, _ row: ReportRow) -> Double? {
    if target.to != .variant { return row.ratio(target.role, to: target.to) }
    guard let ours = row[target.role], let other = row.variants.values.min() else { return nil }
    return ours / other
  }
}
