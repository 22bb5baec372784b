import PredicateFormat
import PredicateSQL
import Testing

/// A statement is at most proportional to its predicate, because a text never contains a long operand more often than the
/// predicate does.
@Suite("Sizes of statements")
struct StatementSizeTests {
  /// A predicate around an operand that is nested: `step` contains the operand `E` once.
  struct Family: CustomTestStringConvertible, Sendable {
    var first: String
    var step: String
    /// The predicate with the operand.
    var test: String

    var testDescription: String { "\(step) of \(first), \(test)" }

    func format(_ depth: Int) -> String {
      var operand = first
      for _ in 0..<depth {
        operand = step.split(separator: "#", omittingEmptySubsequences: false).joined(separator: operand)
      }
      return test.split(separator: "#", omittingEmptySubsequences: false).joined(separator: operand)
    }
  }

  static let families: [Family] = {
    var result: [Family] = []
    for first in ["id", "age", "score", "price"] {
      for step in ["((# + 1) * 2 - 3)", "(# * points)", "(points - #)", "abs:(# - 1)", "(2.5 + #)"] {
        for test in ["NOT # <= 7", "# != reading", "# BETWEEN {1, 9}", "NOT # IN {1, 2, 3}", "NOT # >= age"] {
          result.append(Family(first: first, step: step, test: test))
        }
      }
    }
    for step in [
      "(# / 3)", "modulus:by:(#, 7)", "(7 / #)", "sqrt:(#)", "floor:(#)", "trunc:(#)", "(# & points)",
      "bitwiseXor:with:(#, points)", "(# >> level)", "onesComplement:(#)", "TERNARY(flag == YES, #, nil)",
      "TERNARY(# != 3, age, 2)", "CAST(CAST(#, 'NSNumber'), 'NSNumber')", "CAST(#, 'NSString').length",
      "SUBQUERY(tasks, $x, $x.prio == #).@count", "(tasks.@sum.prio + #)", "TERNARY(tasks.@sum.prio <= #, age, level)",
      "TERNARY(tasks.@max.prio BETWEEN {1, #}, age, nil)", "sum:(# + 1)",
    ] {
      for first in ["points", "age", "score"] { result.append(Family(first: first, step: step, test: "# != other")) }
    }
    for (first, other) in [
      ("points", "id"), ("age", "level"), ("age", "other"), ("points", "reading"), ("id", "score"), ("total", "score"),
      ("total", "weight"),
      ("price", "cost"), ("name", "nick"), ("nick", "title"), ("day", "night"), ("day", "unix"),
    ] {
      for comparison in [
        "# != \(other)", "NOT # <= \(other)", "# <= \(other)", "# == \(other)", "NOT # < \(other)",
        "# BETWEEN {\(other), \(first)}", "\(other) BETWEEN {#, \(first)}", "# IN {\(other), \(first)}",
        "\(other) IN {#, \(first)}", "ANY {\(other), \(first)} == #",
      ] {
        result.append(
          Family(first: first, step: "TERNARY(\(comparison), \(first), nil)", test: "# != \(other)"))
      }
    }
    for comparison in [
      "NOT # BEGINSWITH 'a'", "NOT # ENDSWITH nick", "# BEGINSWITH nick", "nick CONTAINS #", "# LIKE 'a*b'",
      "# MATCHES 'a.*b'", "# ==[c] nick", "# != 'a'", "NOT # IN {'a', 'b'}", "# BETWEEN {'a', 'b'}", "#.length > 3",
    ] {
      result.append(Family(first: "name", step: "TERNARY(\(comparison), name, nick)", test: "# == title"))
    }
    result.append(Family(first: "name", step: "uppercase:(#)", test: "# == nick"))
    result.append(Family(first: "points", step: "((# + 1) * 2 - 3)", test: "sum:(#) > 3"))
    return result
  }()

  private static func model() throws -> PredicateModel {
    try PredicateModel([
      .init(
        "Person",
        attributes: [
          .init("id", .integer64, isNullable: false), .init("points", .integer64, isNullable: false),
          .init("total", .integer64),
          .init("age", .integer32), .init("other", .integer32), .init("level", .integer16, isNullable: false),
          .init("score", .double), .init("weight", .float), .init("reading", .double, isNullable: false),
          .init("price", .decimal(.scaledInteger(scale: 2))), .init("cost", .decimal(.scaledInteger(scale: 3))),
          .init("name", .string, isNullable: false), .init("nick", .string), .init("title", .string),
          .init("flag", .boolean(.integer)),
          .init("day", .date(.referenceSeconds)), .init("night", .date(.referenceSeconds)),
          .init("unix", .date(.unixSeconds)),
        ], relationships: [.toMany("tasks", "Task", foreignKey: "owner")]),
      .init("Task", attributes: [.init("prio", .integer64), .init("owner", .integer64)]),
    ])
  }

  /// The bytes of a statement for each byte of the predicate: PostgreSQL's product of doubles needs the most. Only operands of at
  /// most 1,000 bytes may occur more often than in the predicate.
  private static func limit(_ format: String) -> Int { 4_000 + 90 * format.utf8.count }

  @Test("a statement is at most proportional to its predicate", arguments: DatabaseDialect.all.map(\.name))
  func sizes(name: String) throws {
    let dialect = try #require(DatabaseDialect.named(name))
    let translator = try SQLTranslator(dialect, model: Self.model(), entity: "Person")
    var counts = [0, 0]
    for family in Self.families {
      for (index, depth) in [2, 12].enumerated() {
        let format = family.format(depth)
        let predicate = try FormatPredicate(format)
        do throws(FormatError) {
          let size = try translator.select(where: predicate).text.utf8.count
          #expect(size <= Self.limit(format), "\(family.testDescription), nested \(depth) times")
          counts[index] += 1
        } catch {
          #expect(!error.diagnostics.contains { $0.code == .statementTooLong }, "\(family.testDescription)")
        }
      }
    }
    // The others are refused, because the dialect has no such operation, or no name for such an operand.
    #expect(counts[0] > Self.families.count / 2 && counts[1] > Self.families.count / 4, "\(counts)")
  }
}
