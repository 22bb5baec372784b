/// `predbench rows`: the default API and the careful closure with several kinds of rows and data.
///
/// A cell contains the nanoseconds per element and, in brackets, the ratio to the careful closure over the same rows. All
/// answers are compared.
enum Matrix {
  /// Prints a table for each kind of data.
  static func run(_ options: Options) throws {
    let forms = options.rows.map { [$0] } ?? RowForm.allCases
    for kind in options.dataKinds {
      show("\n\(kind.title(options.seed))\n")
      show(Report.line(["", "format string"] + forms.map { $0.rawValue }))
      show("|---|---|" + String(repeating: "--:|", count: forms.count))
      var cells: [String: [String]] = [:]
      for form in forms {
        let ours = form == .columns ? Contestant.Role.columns : .ours
        try Series.run(kind, options) { data, _ in
          let rows = form.rows(of: data, isSparse: kind == .nil)
          return { workload in
            try (rows?.contestants(workload, data) ?? workload.contestants(data)).filter {
              $0.role == ours || $0.role == .careful
            }
          }
        } report: { result in
          let times = result.results.map { $0.measurement.nanoseconds }
          cells[result.workload.name, default: []].append(
            "\(Report.figure(times[0] / Double(result.elements))) (\(Report.figure(times[0] / times[1])))")
        }
      }
      for workload in try options.workloads() {
        show(Report.line([workload.name, Report.code(workload.title)] + (cells[workload.name] ?? [])))
      }
    }
  }
}
