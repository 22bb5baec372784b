import EngineSupport
import PredicateEvaluation
import PredicateFormat
import PredicateSemantics
import TestSupport
import Testing

/// Values that are the same for all objects, and counts that only check for an element: the fast paths give the answers and
/// errors of the slow ones.
@Suite("Shortcuts")
struct ShortcutTests {
  private static let formats = [
    // One value for all objects.
    "i == max:(i)", "i >= average:(i)", "max:(small) == small", "small < max:(i) - 100", "i > sum:(small) / 7",
    "oi == max:(oi)", "oi != max:(oi)", "d <= average:(d)", "d < max:(d) / 2", "od >= average:(od)", "i != min:(i)",
    "wide > average:(i)", "unsigned >= min:(unsigned) + 3", "i == count:(i)", "d == max:(i)", "flag == max:(i)",
    // An error, after the part that prevents its evaluation and before it.
    "i == max:(i) / 0", "i > 100000 AND i == max:(i) / 0", "i < 0 OR i == max:(i) * 9000000000000000000",
    "NOT (oi == max:(oi) / 0)", "TERNARY(i > 3, max:(i), small) == i",
    // Sums of the elements' integers.
    "kids.@sum.age > 20", "kids.@avg.age < 12", "kids.@max.age == 9", "kids.@min.age <= 1", "okids.@avg.age > 4",
    "sum:(kids.age) > 30", "max:(kids.age) == 7", "kids.@avg.age == nil", "kids.@avg.age != 5", "kids.@avg.age >= 2.5",
    // Whether there is an element.
    "SUBQUERY(kids, $x, $x.age > 8).@count > 0", "SUBQUERY(kids, $x, $x.age > 8).@count == 0",
    "SUBQUERY(kids, $x, $x.age > 8).@count != 0", "0 < SUBQUERY(okids, $x, $x.name BEGINSWITH 'a').@count",
    "SUBQUERY(okids, $x, $x.score > 1).@count < 1", "1 <= SUBQUERY(kids, $x, $x.age == i).@count",
    "SUBQUERY(kids, $x, 10 / $x.age > 1).@count > 0", "SUBQUERY(kids, $x, $x.age / 0 > 1).@count == 0",
    "SUBQUERY(kids, $x, SUBQUERY($x.toys, $y, $y.price > 2).@count > 0).@count > 0",
    "kids.@count > 2", "2 >= kids.@count", "kids.@count == 0", "kids.@count != 1.5", "okids.@count < 1",
    "best.toys.@count == 0",
    "kids.@count BETWEEN {1, 2}", "ANY kids.toys.@count > 1", "SUBQUERY(kids, $x, $x.toys.@count > 1).@count > 0",
    "SUBQUERY(best.toys, $x, $x.price > 2).@count >= 1", "SUBQUERY(kids, $x, $x.age > 3).@count >= 2",
    "ANY kids.name CONTAINS 'a'", "ALL kids.name CONTAINS 'a'", "NONE kids.toys.price > 3", "ANY okids.age > 5",
  ]

  @Test("random rows, the fast paths against the slow ones", arguments: formats)
  func agreement(format: String) throws {
    let seed = testSeed("ShortcutTests.agreement \(format)")
    var maker = RowMaker(random: SeededRandom(state: seed))
    let predicate = try FormatPredicate(format)
    for count in [0, 1, 63, 200] {
      let people = (0..<count).map { _ in maker.row() }
      let objects = people.map { ClassPerson($0) }
      for onError in [EvaluationOptions.ErrorHandling.throw, .yieldNil] {
        #expect(
          outcome(people, predicate, onError) == outcome(people, predicate, onError, PlannedComparison.byDefinition),
          "TEST_SEED=\(seed)")
        #expect(
          outcome(objects, predicate, onError) == outcome(objects, predicate, onError, PlannedComparison.byDefinition),
          "TEST_SEED=\(seed)")
      }
    }
  }

  private func outcome<Row>(
    _ rows: [Row], _ predicate: FormatPredicate, _ onError: EvaluationOptions.ErrorHandling,
    _ plan: @escaping PlannedComparison.Planner = PlannedComparison.init
  ) -> String {
    do throws(FormatError) {
      let compiled = try CompiledPredicate<Row>(
        predicate, as: SwiftType.of(Row.self), EvaluationOptions(onError: onError), plan: plan)
      return "\(try compiled.indices(of: rows))"
    } catch {
      return error.description
    }
  }

  @Test("sums of narrow integers, with or without intermediate sums beyond 64 bits")
  func totals() throws {
    struct Row { var least = Int32.min, greatest = UInt32.max, wide = Int64.max }
    let rows = [Row](repeating: Row(), count: 1000)
    struct Owner { var rows: [Row] }
    let owners = [Owner(rows: rows), Owner(rows: Array(rows.prefix(64))), Owner(rows: [])]
    for (format, expected) in [
      ("rows.@sum.least == -2147483648000", [0]), ("rows.@sum.greatest == 274877906880", [1]),
      ("rows.@max.least == -2147483648", [0, 1]), ("rows.@min.greatest == 4294967295", [0, 1]),
      ("rows.@avg.greatest == 4294967295", [0, 1]), ("rows.@max.least == nil", [2]),
    ] {
      #expect(try owners.indices(matching: FormatPredicate(format)) == expected, "\(format)")
    }
    #expect(throws: FormatError.self) { try owners.indices(matching: FormatPredicate("rows.@sum.wide > 0")) }
    // Sums may come back into range, from either side.
    let returning = [[Int64.max, 1, -1], [.min, -1, 1]].map { Owner(rows: $0.map { Row(wide: $0) }) }
    #expect(try returning.indices(matching: FormatPredicate("rows.@sum.wide == %@", Int64.max)) == [0])
    #expect(try returning.indices(matching: FormatPredicate("rows.@sum.wide == %@", Int64.min)) == [1])
  }
}
