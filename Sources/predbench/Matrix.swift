/// `predbench rows`: the default API and the careful closure with several kinds of rows and data.
///
/// A cell contains the nanoseconds per element and, in brackets, the ratio to the careful closure over the same rows. All
/// answers are compared.
enum Matrix {
  /// Prints a table for each kind of data.
  static func run(_ options: Options) throws {
    let workloads = try options.workloads()
    let kinds = options.rows.map { [$0] } ?? RowForm.allCases
    for data in options.dataKind.map({ [$0] }) ?? WordData.allCases {
      let set = try options.dataset(data)
      let rows = kinds.map { $0.rows(of: set, isSparse: data == .nil) }
      show("\nData: \(data.rawValue), \(set.words.count) words in \(set.categories.count) categories\n")
      show(Report.line(["", "format string"] + kinds.map { $0.rawValue }))
      show("|---|---|" + String(repeating: "--:|", count: kinds.count))
      for workload in workloads {
        let elements = Double(workload.elements(of: set))
        let cells = try zip(kinds, rows).map { kind, rows in
          let contestants = try rows?.contestants(workload, set) ?? workload.contestants(set)
          let ours = kind == .columns ? Contestant.Role.columns : .ours
          let chosen = contestants.filter { $0.role == ours || $0.role == .careful }
          let times = try Measuring.run(chosen, rounds: options.rounds, of: "\(workload.name), \(data.rawValue)").map {
            $0.nanoseconds
          }
          return "\(Report.figure(times[0] / elements)) (\(Report.figure(times[0] / times[1])))"
        }
        show(Report.line([workload.name, Report.code(workload.title)] + cells))
      }
    }
  }
}
