import Foundation

/// `predbench instructions`: the instructions per element, counted by valgrind, of the default API, the careful closure, and
/// the API for single objects.
///
/// Times of a nanosecond vary by a tenth between runs. Instruction counts do not.
enum Instructions {
  /// The workloads whose ratio is near one, or whose set-up cost matters.
  private static let names = ["W1", "W3", "W5", "W7", "W9", "W13", "W14", "W15", "W16"]
  /// The contestants to count.
  private static let roles = [Contestant.Role.ours, .careful, .one, .oneCompiled]
  /// The number of counted answers. One uncounted answer precedes them, so one-time work is excluded.
  private static let times = 4

  static let head = """
    | | format string | ours | careful | one by one | one by one, compiled | ours/careful |
    |---|---|--:|--:|--:|--:|--:|
    """

  /// Prints the table.
  static func run(_ options: Options) throws {
    guard Child.output(of: ["valgrind", "--version"]) != nil else {
      return reportSkipped(["instructions: valgrind is not installed (Debian: apt-get install valgrind)"])
    }
    let data = try options.dataset()
    let workloads = try workloads(options)
    show("\(Machine.head)\n\(data.words.count) words. Instructions per element, for one answer after the first.\n")
    show(head)
    let totals = try count(options)
    var rest = totals[...]
    for workload in workloads {
      let present = Set(try contestants(workload, data).map { $0.role })
      var each: [Contestant.Role: Double] = [:]
      for role in roles where present.contains(role) {
        guard let total = rest.popFirst() else {
          throw Child.Failure(description: "valgrind reports \(totals.count) contestants")
        }
        each[role] = total / Double(times * workload.elements(of: data))
      }
      let ratio = each[.ours].flatMap { ours in each[.careful].map { ours / $0 } }
      show(
        Report.line(
          [workload.name, Report.code(workload.title)] + roles.map { Report.cell(each[$0]) } + [Report.cell(ratio)]))
    }
  }

  private static func workloads(_ options: Options) throws -> [Workload] {
    try options.workloads().filter { options.filter != nil || names.contains($0.name) }
  }

  /// Runs this program under valgrind, which writes one file per call of `countedAnswers`, and returns the instruction count of
  /// each call in order.
  private static func count(_ options: Options) throws -> [Double] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("predbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    // If two options have the same pattern, valgrind keeps only the first, so the second pattern differs.
    let call =
      [
        "valgrind", "--tool=callgrind", "--toggle-collect=*countedAnswers*", "--dump-after=*ountedAnswers*",
        "--callgrind-out-file=\(folder.path)/counts", CommandLine.arguments[0], "once", "--words", options.words,
        "--data",
        (options.dataKind ?? .plain).rawValue, "--categories", String(options.letters ?? 1),
      ] + (options.filter.map { ["--filter", $0] } ?? [])
    guard Child.output(of: call) != nil else {
      throw Child.Failure(description: "this command fails: \(call.joined(separator: " "))")
    }
    var totals: [Double] = []
    while let text = try? String(contentsOfFile: "\(folder.path)/counts.\(totals.count + 1)", encoding: .utf8) {
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("totals: ") || $0.hasPrefix("summary: ") }
      guard let total = lines.last?.split(separator: " ").last.flatMap({ Double($0) }) else { break }
      totals.append(total)
    }
    return totals
  }

  /// `predbench once`: runs each contestant and prints nothing. Valgrind runs this command.
  static func runOnce(_ options: Options) throws {
    let data = try options.dataset()
    for workload in try workloads(options) {
      let contestants = try contestants(workload, data)
      for role in roles {
        for contestant in contestants where contestant.role == role {
          Measuring.consume(try contestant.run())
          try countedAnswers(contestant)
        }
      }
    }
  }

  private static func contestants(_ workload: Workload, _ data: Dataset) throws -> [Contestant] {
    try workload.contestants(data) + OneByOne.contestants(workload, data)
  }

  /// Runs a contestant. Valgrind selects the function by name, so it contains no closures, whose names would match too.
  @inline(never)
  private static func countedAnswers(_ contestant: Contestant) throws {
    var time = 0
    while time < times {
      Measuring.consume(try contestant.run())
      time += 1
    }
  }
}
