import PredicateSQL
import PredicateSemantics
import PredicateSyntax
import Testing

/// Rows that are converted to records, so that requests can be run on them.
@Suite("Records of rows")
struct RowRecordTests {
  private func record(_ names: String..., values: [Int64]) -> FormatValue {
    .record(keyPaths: names, values: values.map(FormatValue.integer))
  }

  @Test("key paths become nested records")
  func nested() {
    #expect(
      record("id", "town.name", "town.land.name", "town.size", values: [1, 2, 3, 4])
        == .record([
          "id": .integer(1),
          "town": .record(["name": .integer(2), "land": .record(["name": .integer(3)]), "size": .integer(4)]),
        ]))
    #expect(record("id", "size", values: [1]) == .record(["id": .integer(1)]))
    #expect(record("town", "town.name", values: [1, 2]) == .record(["town": .record(["name": .integer(2)])]))
    #expect(record("town.name", "town", values: [1, 2]) == .record(["town": .integer(2)]))
  }

  @Test("records are nested no deeper than a tree")
  func deep() {
    func keyPath(_ count: Int) -> String { Array(repeating: "a", count: count).joined(separator: ".") }
    var value = FormatValue.integer(1)
    for _ in 0..<100 { value = .record(["a": value]) }
    #expect(record(keyPath(100), values: [1]) == value)
    #expect(record(keyPath(101), ".", "b", values: [1, 2, 3]) == .record(["b": .integer(3)]))
    #expect(record(keyPath(200_000), values: [1]) == .record([:]))
  }

  @Test("values are converted to a property's type")
  func types() {
    #expect(FetchType.boolean.value(of: .integer(1)) == .bool(true))
    #expect(FetchType.boolean.value(of: .integer(2)) == nil)
    #expect(FetchType.integer.value(of: .double(3)) == .integer(3))
    #expect(FetchType.double.value(of: .null) == .null)
  }
}
