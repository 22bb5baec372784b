import Foundation
import PredicateFormat
import Testing

/// Objects and dates that read as nil although their type or their key is not optional.
struct NilObjectTests {
  private struct Row {
    var number = 2
    var text = "a"
    var range = 1...3
    var moment = Date(timeIntervalSinceReferenceDate: 5)
    var missing: String?
    var period: ClosedRange<Date>?
    var double = 0.1
    var decimal: Decimal = 0.1
  }

  private func positions(_ format: String, _ rows: [Row?]) throws -> [Int] {
    let predicate = try FormatPredicate(format)
    let found = try CompiledPredicate<Row?>(predicate).indices(of: rows)
    #expect(try found == rows.indices.filter { try predicate.evaluate(with: rows[$0]) })
    #expect(try found == PredicateColumns(rows).indices(matching: predicate))
    return found
  }

  @Test(
    "no range contains nil, and two keys of a nil object are equal",
    arguments: [
      ("number IN range", [0]), ("number BETWEEN range", [0]), ("range CONTAINS number", [0]),
      ("NOT number IN range", [1]), ("number == text", [1]), ("number != text", [0]),
    ])
  func nilObjects(_ format: String, _ expected: [Int]) throws {
    #expect(try positions(format, [Row(), nil]) == expected)
  }

  @Test(
    "a date that is not a number is nil",
    arguments: [
      ("moment == missing", [0]), ("moment != missing", []), ("moment IN period", []), ("moment == nil", [0]),
    ])
  func nilDates(_ format: String, _ expected: [Int]) throws {
    #expect(try positions(format, [Row(moment: Date(timeIntervalSinceReferenceDate: .nan))]) == expected)
  }

  @Test("nested tests of ranges copy their values up to a limit")
  func nestedRanges() throws {
    func nested(_ depth: Int) -> String {
      (0..<depth).reduce("number") { text, _ in "TERNARY(\(text) IN range, 2, 9)" } + " == 2"
    }
    #expect(try positions(nested(3), [Row(), Row(number: 7)]) == [0])
    let error = #expect(throws: FormatError.self) { try positions(nested(20), [Row()]) }
    #expect(error?.diagnostics.map(\.code) == [.tooManyNodes])
  }

  @Test(
    "a double is compared exactly with an aggregate of decimals",
    arguments: [
      ("double == max:(decimal)", []), ("double > max:(decimal)", [0, 1]), ("double != max:(decimal)", [0, 1]),
      ("double <= max:(decimal)", []), ("double == average:(decimal) * 2 - 0.05", []),
    ])
  func aggregates(_ format: String, _ expected: [Int]) throws {
    let rows = [Row(double: 0.1, decimal: 0.1), Row(double: 0.2, decimal: 0.05)]
    let predicate = try FormatPredicate(format)
    #expect(try CompiledPredicate<Row>(predicate).indices(of: rows) == expected)
    #expect(try PredicateColumns(rows).indices(matching: predicate) == expected)
  }
}
