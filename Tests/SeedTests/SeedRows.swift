import Foundation
import PredicateFormat
import PredicateInput
import TestSupport

/// Returns the objects of an entity from a file in Corpus/Seeds, for the classes of the pages.
func seedRows(_ file: String, _ entity: String) throws -> [SeedRow] {
  let path = packageRoot.appendingPathComponent("Corpus/Seeds/\(file)").path
  guard case .record(let entities)? = try RowTable.read(file: path, kind: .json).values.first,
    case .list(let rows)? = entities[entity]
  else { throw InputError(path, "there are no objects of \(entity)") }
  return rows.map(SeedRow.init)
}

/// The fields of an object.
struct SeedRow {
  private let fields: [String: FormatValue]

  init(_ value: FormatValue) {
    if case .record(let fields) = value { self.fields = fields } else { fields = [:] }
  }

  func text(_ key: String) -> String? { if case .string(let text)? = fields[key] { text } else { nil } }
  func flag(_ key: String) -> Bool { fields[key] == .bool(true) }
  func integer(_ key: String) -> Int? { if case .integer(let number)? = fields[key] { Int(number) } else { nil } }
  func date(_ key: String) -> Date? { text(key).flatMap { ISO8601DateFormatter().date(from: $0) } }

  func double(_ key: String) -> Double? {
    if case .double(let number)? = fields[key] { number } else { integer(key).map(Double.init) }
  }

  func integers(_ key: String) -> [Int] {
    guard case .list(let values)? = fields[key] else { return [] }
    return values.compactMap { if case .integer(let number) = $0 { Int(number) } else { nil } }
  }
}
