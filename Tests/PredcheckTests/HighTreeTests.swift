import Foundation
import TestSupport
import Testing

/// The commands work on formats that are as high or as long as the limits permit, on a stack of 512 KB.
struct HighTreeTests {
  private static let row = #"{"number": 1, "large": 2, "real": 0.5, "text": "a", "children": []}"#
  private static let model = """
    {"version": 1, "entities": [{"name": "Node", "table": "node",
      "attributes": [{"name": "number", "type": "integer16"}, {"name": "large", "type": "integer64"},
        {"name": "real", "type": "double"}, {"name": "text", "type": "string"}],
      "relationships": [{"name": "parent", "destination": "Node", "column": "parent_id"},
        {"name": "children", "destination": "Node", "foreignKey": "parent_id"}]}]}
    """

  @Test("check, tree and why print the highest trees, on a stack of 512 KB")
  func print() {
    for predicate in highestPredicates {
      let isSilent = onSmallStack {
        [
          Run("check", predicate.format), Run("tree", predicate.format),
          Run("why", predicate.format, "--row", "0", "--data", "-", "--type", "jsonl", input: Self.row),
        ].contains { ($0.output + $0.errors).isEmpty }
      }
      #expect(!isSilent)
    }
  }

  /// The calls of each command with a format, and the input of those that read formats from there. `ROWS` and `MODEL` are files.
  private static let calls = [
    "check FORMAT", "check --fix FORMAT", "check --profile untrusted FORMAT",
    "check --model MODEL --entity Node FORMAT",
    "check --json FORMAT", "fmt FORMAT", "fmt --width 40 FORMAT", "tree FORMAT", "tree --json FORMAT",
    "diff FORMAT number==1", "diff number==1 FORMAT --rows 5", "diff FORMAT number==1 ROWS",
    "eval FORMAT ROWS --on-error nil", "eval number==1 ROWS --having FORMAT --group-by text --select text",
    "why FORMAT ROWS --row 0", "why FORMAT ROWS --row 0 --html /dev/null", "report FORMAT",
    "report FORMAT ROWS --model MODEL --entity Node", "sql FORMAT --model MODEL --entity Node --dialect sqlite",
    "sql FORMAT --model MODEL --entity Node --dialect postgresql --inline --layout lines",
    "repl ROWS --model MODEL --entity Node --dialect duckdb",
  ]

  @Test("each command, with long formats of each kind, on a stack of 512 KB", arguments: calls)
  func long(call: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("long-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["ROWS": folder.appendingPathComponent("rows.jsonl").path, "MODEL": folder.path + "/model.json"]
    try Data(Self.row.utf8).write(to: folder.appendingPathComponent("rows.jsonl"))
    try Data(Self.model.utf8).write(to: folder.appendingPathComponent("model.json"))
    for format in longFormats(longLength) {
      let arguments = call.split(separator: " ").map { $0 == "FORMAT" ? format : files[String($0)] ?? String($0) }
      let run = onSmallStack { Run(bytes: arguments.map { Array($0.utf8) }, input: format + "\n") }
      // The answer does not matter here, only that there is one.
      #expect(run.status != .internalError, "\(format.prefix(60))")
      #expect(run.status == .no || !(run.output + run.errors).isEmpty, "\(format.prefix(60))")
    }
  }
}
