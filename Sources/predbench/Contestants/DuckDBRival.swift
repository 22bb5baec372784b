import Foundation
import PredicateFormat
import PredicateSQL

/// DuckDB on one thread, through its Python package: counts for our translator's statements, without the planning time.
struct DuckDBRival: Rivals.Rival {
  private struct Question: Encodable {
    let list: WordFile
    let sql: String
    let parameters: [Value]
    let times: Int
  }

  private enum Value: Encodable {
    case text(String)
    case integer(Int64)
    case double(Double)
    indirect case list([Value])

    init?(_ value: FormatValue) {
      switch value {
      case .string(let value): self = .text(value)
      case .integer(let value): self = .integer(value)
      case .double(let value): self = .double(value)
      case .list(let values): self = .list(values.compactMap { Value($0) })
      default: return nil
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let value): try container.encode(value)
      case .integer(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .list(let values): try container.encode(values)
      }
    }
  }

  let child: Child
  let list: WordFile

  static func program() throws -> Child {
    guard Child.output(of: ["python3", "-c", "import duckdb"]) != nil else {
      throw Child.Failure(description: "python3 has no module duckdb (pip install duckdb)")
    }
    return Child(["python3", try Rivals.source("words_duckdb.py")])
  }

  func contestants(_ workload: Workload, _ data: Dataset) -> [Contestant] {
    let entity = workload.isOverCategories ? "WordCategory" : "Word"
    guard let translator = try? SQLTranslator(.duckdb, model: try SQLiteRival.model(), entity: entity),
      let predicate = try? FormatPredicate(workload.format(data)),
      let statement = try? translator.count(where: predicate)
    else { return [] }
    let parameters = statement.parameters.compactMap { Value($0.value) }
    guard parameters.count == statement.parameters.count else { return [] }
    let reply = { times in
      try child.reply(to: Question(list: list, sql: statement.text, parameters: parameters, times: times))
    }
    return [
      Contestant(role: .duckdb, name: "DuckDB", elsewhere: { try reply($0).nanoseconds }) { .count(try reply(1).count) }
    ]
  }
}
