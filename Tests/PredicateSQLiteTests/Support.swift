import Foundation
import PredicateFormat
import PredicateSQLite
import Testing

/// Whether these tests can open the system's SQLite. Otherwise they are skipped by name.
let isSQLiteThere = (try? SQLiteLibrary.system()) != nil
let needsSQLite: Comment = "libsqlite3 3.38 or newer is not there"

/// Returns the value of an SQL expression with bound values.
func value(
  _ expression: String, _ operands: SQLParameter..., on connection: SQLiteDatabaseConnection? = nil
) throws -> FormatValue {
  let connection = try connection ?? SQLiteDatabaseConnection()
  let rows = try connection.rows(of: "SELECT \(expression)", operands)
  let row = try #require(try rows.next())
  #expect(try rows.next() == nil)
  return try #require(row.first)
}

func text(_ value: String) -> SQLParameter { SQLParameter(.string(value), .text) }
func integer(_ value: Int64) -> SQLParameter { SQLParameter(.integer(value), .integer) }
func double(_ value: Double) -> SQLParameter { SQLParameter(.double(value), .double) }
func bytes(_ value: [UInt8]) -> SQLParameter { SQLParameter(.data(value), .bytes) }
let null = SQLParameter(.null, .text)

/// Calls `body` with a path in a folder that is removed afterward.
func withFile<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("predicate-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.appendingPathComponent("test.db").path)
}
