import Foundation
import PredcheckCommands
import PredcheckSupport
import TestSupport
import Testing

@Suite("sql --dialect FILE")
struct DialectFileTests {
  private func withDialectFile(_ json: String, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("dialect-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try json.write(to: file, atomically: true, encoding: .utf8)
    try body(file.path)
  }

  @Test("a dialect in a file; the settings of its sessions are a comment")
  func dialectFile() throws {
    try withDialectFile(
      #"{"version": 1, "name": "own", "sessionSettings": [{"statement": "SET a = 1", "query": "SHOW a", "value": "1"}]}"#
    ) { path in
      let run = words("sql", "length == 3", "--dialect", path)
      #expect(run.status == .fine)
      #expect(run.output.contains("WHERE t0.\"length\" = ?\n-- session: SET a = 1\n-- 1: integer 3\n"))
    }
    try withDialectFile(#"{"version": 1, "name": "own", "operations": {"contains": "f('{1}')"}}"#) { path in
      let run = words("sql", "length == 3", "--dialect", path)
      #expect(run.status == .unusable)
      #expect(run.errors.contains("operations: dialect 'own': contains: operand {1} is within quotes"))
    }
  }
}
