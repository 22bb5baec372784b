import Foundation

/// All that `--save` writes.
struct SavedReport: Encodable {
  let processor = Machine.processor
  let cores = Machine.cores
  let compiler = Machine.compiler
  let build = Machine.build
  let command = CommandLine.arguments.dropFirst().joined(separator: " ")
  let words: Int
  let categories: Int
  let rounds: Int
  /// Contestants that are not installed, and why.
  let skipped: [String]
  let rows: [Row]

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}
