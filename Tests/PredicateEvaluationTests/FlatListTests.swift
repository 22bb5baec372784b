import PredicateEvaluation
import PredicateSyntax
import Testing

/// Paths through collections whose element types are known in part.
struct FlatListTests {
  @Test("a path through collections gives one flat list, whatever is known of the types of their elements")
  func flatLists() throws {
    struct Whole {
      let rows: [[String: Any]], things: [Any], lists: [[Int]], sets: [Set<Int>], optionals: [[Int]?]
    }
    let whole = Whole(
      rows: [["tags": ["a", "b"]], ["tags": Set(["c"])]], things: [["tags": Set(["a"])] as [String: Any]],
      lists: [[1, 2], [2]], sets: [[1], [2]], optionals: [[1], nil, [2]])
    for format in [
      "ANY rows.tags == 'b'", "ANY rows.tags == 'c'", "rows.tags.@count == 3", "NOT NONE rows.tags == 'a'",
      "SUBQUERY(rows.tags, $x, $x == 'a').@count == 1", "ANY things.tags == 'a'",
      "lists.@unionOfArrays.#self == {1, 2, 2}", "lists.@distinctUnionOfArrays.#self == {1, 2}",
      "2 IN lists.@unionOfArrays.#self", "lists.@sum.#self == 5", "lists.@max.#self == 2", "lists.@count == 2",
      "sets.@sum.#self == 3", "lists.#self == {{1, 2}, {2}}",
    ] {
      let predicate = try FormatPredicate(format)
      #expect(try predicate.evaluate(with: whole), "\(format)")
      #expect(try predicate.evaluate(with: whole as Any), "\(format), of an untyped row")
    }
  }

  @Test("keys of a dictionary that differ only in associated values have no value")
  func keysWithTheSameName() throws {
    enum Key: Hashable { case size(Int), name }
    struct Whole { let values: [Key: Int] }
    let name = try FormatPredicate("values.name == 3"), size = try FormatPredicate("values.size == 1")
    #expect(try name.evaluate(with: Whole(values: [.size(0): 1, .name: 3])))
    #expect(try size.evaluate(with: Whole(values: [.size(0): 1, .name: 3])))
    let whole = Whole(values: [.size(0): 1, .size(1): 1])
    #expect(throws: FormatError.self) { try size.evaluate(with: whole) }
  }
}
