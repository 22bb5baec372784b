import PredicateCases
import PredicateFormat

/// The proof of fetch requests on an engine that is asked by a work file.
package struct EngineRequests {
  package var requests: RequestProof
  private let types: EngineTypes

  package init(_ proof: Proof) {
    requests = RequestProof(proof)
    types = EngineTypes(proof.dialect)
  }

  /// Writes the statement of a request into a work file, with the rows that it must give, or to be kept where something is
  /// left to do in memory.
  ///
  /// - Returns: why it could not be written: a value of memory's answer is none of the column's.
  package func add(_ question: RequestQuestion, to work: inout WorkFile) -> String? {
    guard let fetch = question.fetch else { return nil }
    var rows: [[FormatValue]]?
    if fetch.remainder == nil {
      var stored: [[FormatValue]] = []
      for row in question.statementAnswer.rows {
        var values: [FormatValue] = []
        for (value, column) in zip(row, fetch.statement.columns) {
          guard let value = self.stored(value, column) else {
            return "\(value.formatExpression.losslessFormat) is no value of the column '\(column.name)'"
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

  /// A value as a column of a result holds it; nil where it cannot.
  private func stored(_ value: FormatValue, _ column: SQLColumn) -> FormatValue? {
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

  /// How the answer that the kept rows of a line become differs from memory's; nil where it does not.
  package func difference(_ question: RequestQuestion, keptRows: [[FormatValue]]) -> String? {
    guard let fetch = question.fetch, let remainder = fetch.remainder else { return "nothing is left to do" }
    let columns = fetch.statement.columns
    let rows = keptRows.map { row in zip(row, columns).map { types.meant($0, as: $1.type) } }
    do throws(FormatError) {
      return question.answer.difference(from: try requests.finish(question, remainder, columns.map(\.name), rows))
    } catch {
      return "\(error)"
    }
  }

  /// The rows that a runner kept, by the numbers of their requests: lines `{"id", "rows"}`.
  ///
  /// - Throws: `JSONFault` where a line is no JSON.
  package static func keptRows(_ text: [UInt8]) throws(JSONFault) -> [String: [[FormatValue]]] {
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
