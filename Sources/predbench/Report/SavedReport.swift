import Foundation

/// The report that `--save` writes.
struct SavedReport: Encodable {
  let processor = Machine.processor
  let cores = Machine.cores
  let compiler = Machine.compiler
  let build = Machine.build
  let command = CommandLine.arguments.dropFirst().joined(separator: " ")
  let seed: Int
  let rounds: Int
  /// The contestants that are not installed, with the reasons.
  let skipped: [String]
  let rows: [ReportRow]
  /// The lines of three tables for each kind of data: our contestants, the other engines, and the targets that are not reached.
  let tables: [[String]]

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}
