import PredicateSQL
import PredicateSyntax

extension DatabaseSchema {
  /// Makes a model from a CSV file with the result of `query(of:)`.
  ///
  /// - Throws: `InputError` if the file does not have the columns of the query, or if its tables make no model.
  package static func read(_ path: String) throws(InputError) -> DatabaseSchema {
    let bytes = try readRegularFile(path)
    var reader = CSVReader(
      bytes, name: path, delimiter: CSVReader.comma, from: byteOrderMarkLength(bytes), line: 1)
    _ = try reader.next()
    let header = reader.names.map { $0.lowercased() }
    for field in Field.allCases where !header.contains(field.rawValue) {
      throw InputError(
        path, line: 1,
        "the column \(field.rawValue) is missing; the file must have the result of predcheck model --query")
    }
    var rows: [[String: String?]] = []
    while let record = try reader.next() {
      guard reader.cellCount == header.count else {
        throw InputError(path, line: record.line, "expected \(header.count) cells, found \(reader.cellCount)")
      }
      rows.append(Dictionary(zip(header, reader.names)) { first, _ in first })
    }
    do { return try DatabaseSchema(rows) } catch { throw InputError(path, "\(error)") }
  }
}
