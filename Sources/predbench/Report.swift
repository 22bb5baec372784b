import Foundation

/// The figures of one workload.
struct Row: Encodable {
  let name: String
  let format: String
  let elements: Int
  let matches: Int
  /// Nanoseconds an element.
  let ours, compiled, idiomatic, careful: Double
  /// Nanoseconds an element by the name of another way to write the closure.
  let variants: [String: Double]

  var toIdiomatic: Double { ours / idiomatic }
  var toCareful: Double { ours / careful }
}

/// All that `--save` writes.
struct SavedReport: Encodable {
  let processor = Machine.processor
  let cores = Machine.cores
  let compiler = Machine.compiler
  let build = Machine.build
  let words: Int
  let rounds: Int
  let rows: [Row]

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}

/// The table of all workloads.
enum Report {
  static func measure(_ workload: Workload, _ data: Dataset, rounds: Int) throws -> Row {
    let contestants = try workload.contestants(data)
    let results = try Measuring.run(contestants, rounds: rounds, of: workload.name)
    let count = workload.elements(of: data)
    var times: [Contestant.Role: Double] = [:]
    var variants: [String: Double] = [:]
    for (contestant, result) in zip(contestants, results) {
      let time = result.nanoseconds / Double(count)
      if contestant.role == .variant { variants[contestant.name] = time } else { times[contestant.role] = time }
    }
    func time(_ role: Contestant.Role) -> Double { times[role] ?? .nan }
    return Row(
      name: workload.name, format: workload.title, elements: count, matches: try contestants[0].run().count,
      ours: time(.ours), compiled: time(.compiled), idiomatic: time(.idiomatic), careful: time(.careful),
      variants: variants)
  }

  static let head = """
    | | format string | matches | ours | compiled | idiomatic | careful | ours/idiomatic | ours/careful |
    |---|---|--:|--:|--:|--:|--:|--:|--:|
    """

  static func line(_ row: Row) -> String {
    let format = row.format.replacingOccurrences(of: "|", with: #"\|"#)
    let times = [row.ours, row.compiled, row.idiomatic, row.careful].map(figure)
    let ratios = [row.toIdiomatic, row.toCareful].map(figure)
    return ([row.name, "`\(format)`", String(row.matches)] + times + ratios).reduce("|") { "\($0) \($1) |" }
  }

  /// The lines below the table: other ways to write a closure.
  static func notes(_ rows: [Row]) -> [String] {
    rows.flatMap { row in
      row.variants.sorted { $0.key < $1.key }.map { name, time in
        "\(row.name), \(name): \(figure(time)) ns; ours/this \(figure(row.ours / time))."
      }
    }
  }

  /// Three digits that count.
  static func figure(_ value: Double) -> String {
    switch value.magnitude {
    case ..<10: String(format: "%.2f", value)
    case ..<100: String(format: "%.1f", value)
    default: String(format: "%.0f", value)
    }
  }
}

/// Prints a line at once: a table takes minutes, and is watched.
func show(_ line: String) {
  print(line)
  fflush(nil)
}
