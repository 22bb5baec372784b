import Foundation
import PredcheckSupport
import PredicateSQLite
import TestSupport
import Testing

private let isSQLiteThere = (try? SQLiteLibrary.system()) != nil
private let needsSQLite: Comment = "libsqlite3 3.38 or newer is not there"

@Suite("Values in other forms than the model's", .enabled(if: isSQLiteThere, needsSQLite))
struct StoredFormTests {
  @Test(
    "each command that runs a statement names the value",
    arguments: [["eval"], ["eval", "--limit", "9"], ["eval", "--count"], ["sql"], ["why"]])
  func otherForm(command: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (database, model) = (folder.appendingPathComponent("a.db").path, folder.appendingPathComponent("a.json"))
    let connection = try SQLiteDatabaseConnection(.readWrite(database))
    try connection.execute("CREATE TABLE thing (id INTEGER PRIMARY KEY, day TEXT)")
    try connection.execute("INSERT INTO thing VALUES (1, '2014-01-01T00:00:00.000Z'), (2, '2014-01-01T00:00:00Z')")
    try """
    {"version": 1, "entities": [{"name": "Thing", "table": "thing",
      "attributes": [{"name": "day", "type": "date", "storage": "text"}]}]}
    """.write(to: model, atomically: true, encoding: .utf8)
    let options = ["--model", model.path, "--entity", "Thing", "--database", database]
    let format = "day == CAST('2014-01-01T00:00:00Z', 'NSDate')"
    let run = Run(bytes: ([command[0], format] + command.dropFirst() + options).map { Array($0.utf8) })
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("thing.day contains \"2014-01-01T00:00:00Z\", which is not in the form of a date"))
    #expect(run.status == .unusable)
  }
}
