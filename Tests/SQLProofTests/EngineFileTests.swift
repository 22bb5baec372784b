import Foundation
import ProofSupport
import Testing

@Suite struct EngineFileTests {
  @Test(
    "errors of engine files name the file, the line and the field",
    arguments: [
      (#"{"dialect": "dialect.json", "types": {}}"#, "{}", "dialect.json:1: the field 'version' is missing"),
      (#"{"dialect": "dialect.json", "types": {}}"#, "{", "dialect.json:1: "),
      (#"{"dialect": "other.json", "types": {}}"#, "{}", "other.json: "),
      ("{\n  \"types\": {}}", "{}", "engine.json:1: the field 'dialect' is missing"),
      (#"{"dialect": "dialect.json", "types": {}}"#, own, "engine.json:1: types: the field 'text' is missing"),
      ("{\"dialect\": \"dialect.json\",\n\"typos\": {}}", own, "engine.json:2: typos: unknown field"),
    ])
  func errors(engine: String, dialect: String, message: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("engine-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("engine.json")
    try Data(engine.utf8).write(to: file)
    try Data(dialect.utf8).write(to: folder.appendingPathComponent("dialect.json"))
    let error = #expect(throws: (any Error).self) { try ProofEngine(file: file.path) }
    #expect("\(error!)".contains(message), "\(error!)")
  }

  private static let own = #"{"version": 1, "name": "own", "base": "sqlite"}"#
}
