import PredicateFormat
import PredicateInput
import TestSupport
import Testing

/// The kinds of cells of CSV files. A table whose cells are numbers gives the rows that the same numbers give in JSON.
struct CellKindTests {
  /// The columns of numbers, and a column of text.
  private static let cells: [[String]] = [
    ["1", "5", "10", "x"], ["2", "10", "9", "yyyyyyyyyy"], ["3", "9", "9.0", "z"], ["4", "100", "100.0", "w"],
    ["5", "9.0", "9", "vvvvvvvvv"], ["6", "", "2", "uu"], ["7", "-3", "", "t"], ["8", "2", "2", ""],
  ]

  private static func tables() throws -> (csv: RowTable, json: RowTable) {
    let csv = "id,a,b,s\n" + cells.map { $0.joined(separator: ",") + "\n" }.joined()
    let json = cells.map { row in
      let fields = zip(["id", "a", "b", "s"], row).map { key, cell in
        let value = cell.isEmpty ? "null" : key == "s" ? "\"\(cell)\"" : cell
        return "\"\(key)\": \(value)"
      }
      return "{" + fields.joined(separator: ", ") + "}\n"
    }
    return (
      try RowTable.read(Array(csv.utf8), name: "m.csv", kind: .csv),
      try RowTable.read(Array(json.joined().utf8), name: "m.jsonl", kind: .jsonl)
    )
  }

  private static let record = FormatValue.record([
    "x": .integer(9), "l": .list([.integer(5), .double(9)]),
    "r": .list([.record(["n": .integer(9)]), .record(["n": .integer(10)])]),
  ])

  /// Returns the rows that a format finds in both tables, or `nil` if it is an error for the values of JSON.
  private static func rows(_ text: String, _ csv: RowTable, _ json: RowTable) throws -> (csv: [Int], json: [Int])? {
    guard let predicate = try? FormatPredicate.template(text).substituting(["V": record]),
      let expected = try? json.values.indices(matching: predicate)
    else { return nil }
    var table = csv
    let read = table.read(predicate, CellPlan(table.cells))
    return (try table.values.indices(matching: read), expected)
  }

  @Test(
    "the kind of a column is found through every expression",
    arguments: [
      "SUBQUERY({1, 2, 9}, $x, $x == a).@count > 0", "SUBQUERY({a, b}, $x, $x == 9).@count > 0",
      "SUBQUERY(SUBQUERY({a, b}, $x, $x > 5), $y, $y < 10).@count == 2", "a IN SUBQUERY({1, 2, 9}, $x, $x > 1)",
      "{a, b}[0] == 9", "{a, b}[FIRST] == 9", "{1, 9}[1] == a", "{1, 9}[LAST] == a", "{5, 9}[SIZE] == id",
      "{{a}, {b}}[0][0] == 9", "a == objectFrom:withIndex:({5, 9}, 1)", "a == b.doubleValue", "a.intValue == b",
      "a == \"9\".intValue", "a == s.length", "a == {1, 9}.@max.doubleValue", "{a, b}.@max.doubleValue == 10",
      "a == $V.x", "a == $V[\"x\"]", "a == $V.l[0]", "a IN $V.l", "ANY $V.r.n == a",
      "SUBQUERY($V.l, $x, $x == a).@count > 0", "SUBQUERY($V.r, $x, $x.n == a).@count > 0", "($x := a) == 9",
      "a == ($x := 9)", "($x := 9) == 9 AND a == $x", "($x := a) != nil AND $x == 9", "($x := a) == b AND $x > 9",
      "a IN ({9} UNION {5})", "a IN ({9, 7} INTERSECT {9})", "({a} INTERSECT {b}).@count == 1",
      "SUBQUERY({\"a\", \"b\"}, $k, SELF[$k] == 9).@count > 0", "{id, s} == {3, \"z\"}", "{a, b} == {b, a}",
      "max:({a, b}) == 10", "max:({a, 9}) == 9", "TERNARY(id > 2, a, b) == 9", "SELF.a == 9", "{a, b} CONTAINS 9",
      "a IN {5, \"x\"}", "SUBQUERY({a, b}, $x, SUBQUERY({9, 10}, $y, $y == $x).@count > 0).@count == 2",
    ])
  func kinds(text: String) throws {
    let (csv, json) = try Self.tables()
    let found = try #require(try Self.rows(text, csv, json))
    #expect(found.csv == found.json)
    #expect(!found.json.isEmpty)
  }

  @Test("random formats find the same rows in CSV and in JSON")
  func random() throws {
    let seed = testSeed("CellKindTests.random")
    let (csv, json) = try Self.tables()
    var random = SeededRandom(state: seed)
    let count = isFullRun ? 20_000 : 1_000
    var compared = 0
    for number in 0..<count {
      var maker = NumberFormats(random: SeededRandom(state: random.next()))
      let text = maker.predicate(3)
      do {
        guard let found = try Self.rows(text, csv, json) else { continue }
        compared += 1
        #expect(found.csv == found.json, "TEST_SEED=\(seed), format \(number): \(text)")
      } catch { Issue.record("TEST_SEED=\(seed), format \(number) is an error for CSV only: \(text): \(error)") }
    }
    #expect(compared > count / 2, "TEST_SEED=\(seed): only \(compared) of \(count) are no errors")
  }

  @Test("a key of a text reads the text of a cell", arguments: ["a.length == 3", "a.lowercaseString.length == 3"])
  func keysOfTexts(text: String) throws {
    let csv = try RowTable.read(Array("a\n1\n007\n70\n".utf8), name: "m.csv", kind: .csv)
    let read = try #require(try Self.rows(text, csv, csv))
    #expect(read.csv == [1])
  }

  @Test("a value next to numbers and texts at once is noted")
  func mixtures() throws {
    let (csv, _) = try Self.tables()
    for (text, kinds) in [
      ("a IN {5, \"9.0\"}", [CellKind.number, .text]), ("a IN {\"9.0\", 5}", [.text, .number]), ("a IN {5, 9}", nil),
    ] {
      var (table, plan) = (csv, CellPlan(CellOptions()))
      _ = table.read(try FormatPredicate(text), &plan)
      #expect(plan.mixtures["a"] == kinds)
    }
  }

  @Test("the columns that are compared with each other cost their number")
  func steps() throws {
    let (csv, _) = try Self.tables()
    func steps(_ text: (Range<Int>) -> String, _ count: Int) throws -> Int {
      var (table, plan) = (csv, CellPlan(CellOptions()))
      _ = table.read(try FormatPredicate(text(0..<count)), &plan)
      return plan.steps
    }
    func list(_ name: String, _ range: Range<Int>) -> String {
      "{" + range.map { "\(name)\($0)" }.joined(separator: ", ") + "}"
    }
    let texts: [(Range<Int>) -> String] = [
      { "a IN \(list("b", $0))" }, { "a == max:(\(list("b", $0)))" }, { "\(list("b", $0)) == \(list("c", $0))" },
      { "\(list("b", $0)) CONTAINS a AND b0 > 5" },
      { range in range.map { "b\($0) == b\($0 + 1)" }.joined(separator: " AND ") + " AND b\(range.count) == 5" },
      { range in range.map { "b\($0) == b\($0 + 1)" }.joined(separator: " AND ") + " AND b0 == 5" },
    ]
    for text in texts {
      let (half, whole) = (try steps(text, 1_000), try steps(text, 2_000))
      #expect(half >= 1_000 && whole <= 2 * half + 100 && whole < 20_000, "\(text(0..<3)): \(half), \(whole)")
    }
  }
}

/// Random formats over the numbers of a table: each expression is a number, nil or a list of them.
private struct NumberFormats {
  var random: SeededRandom
  /// The variables that are numbers here.
  private var variables: [String] = []
  private var names = 0

  init(random: SeededRandom) { self.random = random }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func name() -> String {
    names += 1
    return "v\(names)"
  }

  mutating func predicate(_ depth: Int) -> String {
    if depth <= 0 { return "\(number(0)) \(comparison()) \(number(0))" }
    let less = depth - 1
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return "(\(predicate(less)) AND \(predicate(less)))"
    case 1: return "(\(predicate(less)) OR \(predicate(less)))"
    case 2: return "NOT \(predicate(less))"
    case 3: return "\(number(less)) IN \(list(less))"
    case 4: return "\(list(less)) CONTAINS \(number(less))"
    case 5: return "\(pick(["ANY", "ALL", "NONE"])) \(list(less)) \(comparison()) \(number(less))"
    case 6: return "\(number(less)) BETWEEN {\(number(less)), \(number(less))}"
    case 7: return "{\(number(less)), \(number(less))} \(pick(["==", "!="])) {\(number(less)), \(number(less))}"
    case 8: return "\(number(less)) \(pick(["==", "!="])) nil"
    default: return "\(number(less)) \(comparison()) \(number(less))"
    }
  }

  private mutating func comparison() -> String { pick(["==", "==", "!=", "<", "<=", ">", ">="]) }

  private mutating func number(_ depth: Int) -> String {
    let less = depth - 1
    switch Int.random(in: 0..<(depth > 0 ? 22 : 8), using: &random) {
    case 0...3: return pick(["a", "b", "id", "SELF.a", "SELF[\"b\"]"])
    case 4: return pick(["2", "5", "9", "10", "-3", "9.0"])
    case 5: return variables.isEmpty ? "a" : pick(variables)
    case 6: return pick(["$V.x", "$V.l[0]", "$V[\"x\"]", "s.length", "\"9\".intValue", "\"abcde\".length"])
    case 7: return pick(["a.doubleValue", "b.intValue", "id.integerValue"])
    case 8: return "{\(number(less)), \(number(less))}[\(pick(["0", "1", "FIRST", "LAST", "SIZE"]))]"
    case 9: return "(\(number(less)) + \(number(less)))"
    case 10: return "\(pick(["abs:", "noindex:"]))(\(number(less)))"
    case 11: return "\(pick(["max:", "min:", "sum:", "count:"]))(\(list(less)))"
    case 12, 13: return "TERNARY(\(predicate(less)), \(number(less)), \(number(less)))"
    case 14, 15: return "\(list(less)).@count"
    case 16: return "\(list(less)).\(pick(["@max", "@min"])).doubleValue"
    case 17, 18:
      let value = number(less)
      let variable = "$" + name()
      variables.append(variable)
      return "(\(variable) := \(value))"
    case 19: return "objectFrom:withIndex:({\(number(less)), \(number(less))}, 1)"
    default: return pick(["a", "b"])
    }
  }

  private mutating func list(_ depth: Int) -> String {
    let less = depth - 1
    switch Int.random(in: 0..<(depth > 0 ? 9 : 3), using: &random) {
    case 0: return pick(["$V.l", "$V.r.n", "{5, 9}"])
    case 3: return "(\(list(less)) \(pick(["UNION", "INTERSECT", "MINUS"])) \(list(less)))"
    case 4: return "TERNARY(\(predicate(less)), \(list(less)), \(list(less)))"
    case 5, 6, 7:
      let collection = list(less)
      let variable = "$" + name()
      let outside = variables
      variables += [variable, variable]
      defer { variables = outside }
      return "SUBQUERY(\(collection), \(variable), \(predicate(less)))"
    default: return "{\(number(less)), \(number(less))}"
    }
  }
}
