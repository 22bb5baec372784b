import PredicateFormat
import PredicateSQL
import PredicateInput

/// The proof of fetch requests for an engine that reads a work file.
package struct EngineRequests {
  package var requests: RequestProof
  private let types: ProofEngine

  package init(_ proof: Proof) {
    requests = RequestProof(proof)
    types = proof.engine
  }

  /// Adds the statement of a request to a work file, with its expected rows. If there is a remainder, the rows are kept instead.
  ///
  /// - Returns: An error message if a column cannot store a value of the expected rows, or nil.
  package func add(_ question: RequestQuestion, to work: inout WorkFile) -> String? {
    guard let fetch = question.fetch else { return nil }
    var rows: [[FormatValue]]?
    if fetch.remainder == nil {
      var stored: [[FormatValue]] = []
      for row in question.statementAnswer.rows {
        var values: [FormatValue] = []
        for (value, column) in zip(row, fetch.statement.columns) {
          guard let value = self.stored(value, column) else {
            return "\(value.formatExpression.losslessFormat) is not a value of the column '\(column.name)'"
          }
          values.append(value)
        }
        stored.append(values)
      }
      rows = stored
    }
    work.addRows(question.made.id, format: question.made.json, fetch.statement, types, rows: rows)
    return nil
  }

  /// Returns the value as a result column stores it, or nil if it cannot.
  private func stored(_ value: FormatValue, _ column: SQLResultColumn) -> FormatValue? {
    if value.isNil { return .null }
    let value = types.stored(value, as: column.type)
    switch (types.kind(column.type), value) {
    case (.boolean, .bool), (.integer, .integer), (.double, .double), (.decimal, .decimal), (.text, .string),
      (.timestamp, .date), (.uuid, .uuid), (.bytes, .data), (.double, .integer), (.decimal, .integer):
      return value
    case (.integer, .double(let number)): return Int64(exactly: number).map(FormatValue.integer)
    default: return nil
    }
  }

  /// Completes a request in memory with the kept rows, and returns the difference from memory's answer or nil.
  package func difference(_ question: RequestQuestion, keptRows: [[FormatValue]]) -> String? {
    guard let fetch = question.fetch, let remainder = fetch.remainder else { return "there is no remainder" }
    let columns = fetch.statement.columns
    let rows = keptRows.map { row in zip(row, columns).map { types.meant($0, as: $1.type) } }
    do throws(FormatError) {
      return question.answer.difference(from: try requests.finish(question, remainder, columns.map(\.name), rows))
    } catch {
      return "\(error)"
    }
  }

  /// Returns the rows that a runner kept, by request ID. They are in lines of the form `{"id", "rows"}`.
  ///
  /// - Throws: `JSONError` if a line is not JSON.
  package static func keptRows(_ text: [UInt8]) throws(JSONError) -> [String: [[FormatValue]]] {
    var result: [String: [[FormatValue]]] = [:]
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard case .record(let fields) = try JSONReader.value(of: Array(line)), case .string(let id)? = fields["id"],
        case .list(let rows)? = fields["rows"]
      else { continue }
      result[id] = rows.map { row in if case .list(let values) = row { values } else { [] } }
    }
    return result
  }
}
