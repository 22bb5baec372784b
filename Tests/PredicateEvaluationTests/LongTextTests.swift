import PredicateFormat
import Testing

/// The effect of long texts on the check of a predicate.
@Suite("Long texts")
struct LongTextTests {
  private struct Item { let name = "a" }

  @Test("values that double at each assignment are an error, however often")
  func doubling() throws {
    let steps = (1..<80).map { "($a\($0) := $a\($0 - 1) + $a\($0 - 1)) == 1" }
    let predicate = try FormatPredicate((["($a0 := 1 + 1) == 2"] + steps).joined(separator: " AND "))
    let error = #expect(throws: FormatError.self) { try CompiledPredicate(predicate, for: Item.self) }
    #expect(error?.diagnostics.map(\.code) == [.assignmentTooLarge])
  }

  @Test("the maximum number of warnings hides no error")
  func crowded() throws {
    let warnings = String(repeating: "name == 1 OR ", count: 60)
    let error = #expect(throws: FormatError.self) {
      try CompiledPredicate(FormatPredicate(warnings + "nme == 'a'"), for: Item.self)
    }
    #expect(error?.diagnostics.last?.code == .unknownKey)
  }
}
