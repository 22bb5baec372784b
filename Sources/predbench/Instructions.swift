import Foundation

/// `predbench instructions`: how many instructions ours and the careful closure take for an element, counted by valgrind.
///
/// Times of a nanosecond differ by a tenth from run to run; instructions do not.
enum Instructions {
  /// The workloads whose ratio is near one, or whose set-up counts.
  private static let names = ["W1", "W3", "W5", "W7", "W9", "W13", "W14", "W15", "W16"]
  /// The two numbers of answers; what the second takes more is that of the answers between.
  private static let times = (few: 1, many: 5)

  static let head = """
    | | format string | ours | careful | ours/careful |
    |---|---|--:|--:|--:|
    """

  /// Prints the table.
  static func run(_ options: Options) throws {
    guard Child.output(of: ["valgrind", "--version"]) != nil else {
      return tellSkipped(["instructions: there is no valgrind (Debian: apt-get install valgrind)"])
    }
    let data = try options.dataset()
    let workloads = try options.workloads().filter { options.filter != nil || names.contains($0.name) }
    show("\(Machine.head)\n\(data.words.count) words. Instructions an element, of one answer more.\n")
    show(head)
    for workload in workloads {
      let elements = Double(workload.elements(of: data))
      let counts = try [Contestant.Role.ours, .careful].map {
        try count(workload, $0, options) / elements
      }
      let ratio = Report.figure(counts[0] / counts[1])
      show(Report.line([workload.name, Report.code(workload.title)] + counts.map(Report.figure) + [ratio]))
    }
  }

  /// What one answer takes.
  private static func count(_ workload: Workload, _ role: Contestant.Role, _ options: Options) throws -> Double {
    let (few, many) = (
      try total(workload, role, times.few, options), try total(workload, role, times.many, options)
    )
    return (many - few) / Double(times.many - times.few)
  }

  /// What this program takes in all to ask a contestant so many times.
  private static func total(
    _ workload: Workload, _ role: Contestant.Role, _ times: Int, _ options: Options
  ) throws -> Double {
    let call = [
      "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", CommandLine.arguments[0], "once", "--words",
      options.words, "--data", options.data.rawValue, "--categories", String(options.letters), "--filter",
      workload.name,
      "--contestant", role.rawValue, "--repeat", String(times),
    ]
    let output = Child.output(of: call) ?? ""
    for line in output.split(separator: "\n") where line.contains("Collected :") {
      if let count = line.split(separator: " ").last.flatMap({ Double($0) }) { return count }
    }
    throw Child.Fault(description: "valgrind counts nothing: \(call.joined(separator: " "))")
  }

  /// Asks one contestant as often as `--repeat` says, and prints nothing.
  static func runOnce(_ options: Options) throws {
    let data = try options.dataset()
    for workload in try options.workloads() {
      let asked = try workload.contestants(data).filter { $0.role == options.contestant }
      for contestant in asked {
        for _ in 0..<(options.repeats ?? 1) { Measuring.consume(try contestant.run()) }
      }
    }
  }
}
