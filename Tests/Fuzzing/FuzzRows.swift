import EngineSupport
import Foundation
import PredicateFormat
import TestSupport

/// The same rows as structs, objects, records, dictionaries and columns.
struct FuzzRows {
  let people: [Person]
  let objects: [ClassPerson]
  let records: [FormatValue]
  let dictionaries: [[String: Any]]
  let columns: PredicateColumns<Person>

  init(count: Int) {
    var maker = RowMaker(random: SeededRandom(state: 4711))
    people = (0..<count).map { _ in maker.row() }
    objects = people.map(ClassPerson.init)
    records = people.map(\.record)
    dictionaries = records.map { $0.asAny(nil: NSNull()) as? [String: Any] ?? [:] }
    columns = PredicateColumns(people)
  }

  /// All keys of the rows and of the objects that they refer to.
  static let keys = [
    "i", "small", "unsigned", "wide", "oi", "d", "od", "s", "os", "flag", "oflag", "date", "kids", "tags", "okids",
    "best",
    "kids.name", "kids.age", "kids.score", "kids.toys", "best.name", "best.age", "okids.toys.price", "kids.toys.name",
    "name", "age", "score", "toys", "price", "length", "self",
  ]
}

/// A rewriter that replaces unknown keys with keys of the rows, so any format string reads values.
struct KeyFitting: TreeRewriter {
  private static let names = Set(FuzzRows.keys.filter { !$0.contains(".") })
  private static let others = FuzzRows.keys.filter { !$0.contains(".") }

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? { nil }

  mutating func replacement(for step: FormatExpression.KeyStep) -> [FormatExpression.KeyStep] {
    guard case .key(.named(let name)) = step.kind, !Self.names.contains(name) else { return [step] }
    return [.key(.init(Self.others[name.place(below: Self.others.count)]))]
  }
}

extension String {
  /// Returns a number below `count` that depends only on the text.
  func place(below count: Int) -> Int { utf8.reduce(0) { ($0 * 31 + Int($1)) % 65_521 } % max(1, count) }
}
