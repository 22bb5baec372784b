import Foundation
import PredicateEvaluation
import PredicateFormat
import TestSupport
import Testing

/// The cost of hostile texts and data, measured in `PredicateLimits.steps` and not in time. Each attack either gets its answer within
/// the steps that its size explains, or is ended at its limit.
@Suite("Complexity attacks")
struct ComplexityTests {
  private static func code(_ body: () throws(FormatError) -> Int) -> FormatDiagnostic.Code? {
    do throws(FormatError) { _ = try body() } catch { return error.diagnostics.first?.code }
    return nil
  }

  /// Expects that a predicate gives its answer within the given steps, and not with half of them.
  private func expect<Row>(
    _ predicate: FormatPredicate, of rows: [Row], gives count: Int, within steps: Int,
    at location: SourceLocation = #_sourceLocation
  ) {
    let enough = predicate.limited(to: PredicateLimits(steps: steps))
    #expect(throws: Never.self, sourceLocation: location) {
      let found = try rows.count(matching: enough)
      #expect(found == count, sourceLocation: location)
    }
    let few = predicate.limited(to: PredicateLimits(steps: steps / 2))
    let code = Self.code { () throws(FormatError) in try rows.count(matching: few) }
    #expect(code == .tooManySteps, sourceLocation: location)
  }

  // MARK: Texts

  @Test("chains cost their operands times the rows")
  func chains() throws {
    let parts = isFullRun ? 100_000 : 10_000
    let rows = (0..<10).map { parts + $0 }
    let text = (0..<parts).map { "SELF == \($0)" }.joined(separator: " OR ")
    expect(try FormatPredicate(text), of: rows, gives: 0, within: parts * rows.count)
    let sums = Array(repeating: "SELF", count: 90).joined(separator: " + ")
    expect(try FormatPredicate("\(sums) > 0"), of: rows, gives: 10, within: 90 * rows.count)
  }

  @Test("long lists of IN cost nothing more: strings, numbers, typed and untyped rows")
  func longLists() throws {
    let count = isFullRun ? 1_000_000 : 20_000
    let numbers = (0..<count).map { $0 * 3 }
    let rows = (0..<1_000).map { $0 }
    expect(try FormatPredicate("SELF IN %@", numbers), of: rows, gives: 334, within: 1_000)
    let texts = numbers.map { "text \($0)" }
    expect(
      try FormatPredicate("SELF IN %@", texts), of: rows.map { "text \($0)" }, gives: 334, within: 1_000 + 1_000)
    let records = rows.map { ["a": FormatValue.integer(Int64($0))] }
    expect(try FormatPredicate("a IN %@", numbers), of: records, gives: 334, within: 1_000)
    // A list that every object creates again is searched by a loop.
    let own = (0..<10).map { _ in ["a": FormatValue.integer(-1), "list": .list(numbers.map { .integer(Int64($0)) })] }
    expect(try FormatPredicate("a IN list"), of: own, gives: 0, within: 10 + 10 * count)
  }

  @Test("patterns of LIKE: repeated stars are one, and a long part after a star is counted")
  func wildcards() throws {
    let stars = String(repeating: "*", count: 10_000)
    let long = [String(repeating: "a", count: 100_000)]
    expect(try FormatPredicate("SELF LIKE %@", stars + "b"), of: long, gives: 0, within: 1 + 100_000 / 64)
    let many = String(repeating: "*a", count: 100) + "*b"
    expect(try FormatPredicate("SELF LIKE %@", many), of: long, gives: 0, within: 1 + 100_000 / 64)
    // The letters are compared at each position: 5,000 of them are 500 million bytes, and 8 million steps.
    for (letters, most) in [(5_000, 50_000), (40, 20_000)] {
      let slow = "*" + String(repeating: "a", count: letters) + "b*c"
      for rows in [long, long.map { $0 + "é" }] {
        for options in ["", "[c]", "[cd]"] {
          let limits = PredicateLimits(steps: most)
          let predicate = try FormatPredicate("SELF LIKE\(options) %@", slow).limited(to: limits)
          #expect(Self.code { () throws(FormatError) in try rows.count(matching: predicate) } == .tooManySteps)
          let records = rows.map { ["a": FormatValue.string($0)] }
          let untyped = try FormatPredicate("a LIKE\(options) %@", slow).limited(to: limits)
          #expect(Self.code { () throws(FormatError) in try records.count(matching: untyped) } == .tooManySteps)
          let columns = PredicateColumns(rows)
          #expect(Self.code { () throws(FormatError) in try columns.count(matching: predicate) } == .tooManySteps)
        }
      }
    }
    // The same parts, short enough to be fast, or found: only the steps of the text.
    let found = "*" + String(repeating: "a", count: 5_000) + "*a"
    expect(try FormatPredicate("SELF LIKE %@", found), of: long, gives: 1, within: 1 + 2 * 100_000 / 64)
  }

  @Test("regular expressions that take exponential time end at their limit of steps")
  func regularExpressions() throws {
    let subject = String(repeating: "a", count: 40) + "!"
    for pattern in [
      "(a+)+b", "(a|a)*b", "(a|aa)+b", "(.*)*b", "(a*)*b", "([a-z]+)*b", "(a?){40}a{40}b", "(a+){10}b", "^(a+)+$",
      "(x+x+)+y|(a+a+)+y", "(?:a+)+b", "((a+)+)+b", "(a+)*\\1b", "(?=(a+)+b)a*", "(a{1,20}){1,20}b",
    ] {
      let predicate = try FormatPredicate("SELF MATCHES %@", pattern)
      let oneMatch = predicate.limited(to: PredicateLimits(matchSteps: 100_000))
      let code = Self.code { () throws(FormatError) in try [subject].count(matching: oneMatch) }
      // Some are recognized by the engine.
      #expect(code == .patternLimit || code == nil, "\(pattern): \(code as Any)")
      let all = predicate.limited(to: PredicateLimits(steps: 100_000))
      let many = Array(repeating: subject, count: 20)
      let codeOfAll = Self.code { () throws(FormatError) in
        try many.count(matching: all, options: EvaluationOptions(onError: .yieldNil))
      }
      #expect(codeOfAll == .tooManySteps || code == nil, "\(pattern): \(codeOfAll as Any)")
    }
    // As a value of the row, too.
    let rows = [["a": FormatValue.string(subject), "p": "(a+)+b"]]
    let own = try FormatPredicate("a MATCHES p").limited(to: PredicateLimits(steps: 100_000))
    #expect(Self.code { () throws(FormatError) in try rows.count(matching: own) } == .tooManySteps)
    // A step may read the text, and the first thousands are not reported: a match counts as many as the text is long.
    let long = Array(repeating: String(repeating: "aA", count: 500), count: 20)
    let again = try FormatPredicate("SELF MATCHES[c] %@", #"(.+)\1\1\1c"#).limited(to: PredicateLimits(steps: 10_000))
    #expect(Self.code { () throws(FormatError) in try long.count(matching: again) } == .tooManySteps)
  }

  // MARK: Hashes

  @Test("no list and no keys can be chosen to share one slot of a hash table")
  func collisions() {
    // Equal beginnings and ends, and lengths. The difference is in the middle, or is one bit.
    let families: [(Int) -> String] = [
      { "https://example.org/\($0)/index.html" }, { String(repeating: "a", count: 40) + "\($0)" + "zzzzzzzz" },
      { String(UnicodeScalar(UInt32(0x4E00 + $0 % 20_000)) ?? "x") + "\($0 / 20_000)" }, { "\($0)" },
      { String($0, radix: 2) },
    ]
    for family in families {
      let store = KernelMemory()
      let texts = (0..<20_000).map { Array(family($0).utf8) }
      // As long as slots fill by chance, so many in one bucket have a probability of less than one in a million.
      #expect(NeedleSet(texts, store).longestSearch < 100)
      withExtendedLifetime(store) {}
    }
    // With 64 bits, two of so many collide by chance once in 10^11 runs.
    let collections: [(FormatValue) -> FormatValue] = [
      { .list([.null, $0]) }, { .set([$0]) }, { .record(["a": .null, "b": $0]) },
      { .list([.record(["a": .list([$0])])]) },
    ]
    for family in collections {
      let values = (0..<20_000).map { family(.integer($0)) }
      #expect(Set(values.map { EqualityKey($0).hashValue }).count == values.count)
      #expect(Set(values.map(\.hashValue)).count == values.count)
    }
  }

  // MARK: Data

  private final class Node {
    let value: Int
    var next: Node?
    var others: [Node] = []

    init(_ value: Int) { self.value = value }
  }

  @Test("cyclic graphs: a key path costs its keys, and nested collections their product, up to the limit")
  func cycles() throws {
    let nodes = (0..<8).map { Node($0) }
    for node in nodes {
      node.next = nodes[(node.value + 1) % 8]
      node.others = nodes
    }
    defer { for node in nodes { (node.next, node.others) = (nil, []) } }
    let path = Array(repeating: "next", count: 1_000).joined(separator: ".")
    expect(try FormatPredicate("\(path).value == 3"), of: nodes, gives: 1, within: 8 * 1_001)
    // At least 8^7 elements.
    let deep = Array(repeating: "others", count: 7).joined(separator: ".")
    for text in ["ANY \(deep).value == 9", "\(deep).@count == 1", "\(deep).@sum.value == 1", "\(deep).value == {}"] {
      let predicate = try FormatPredicate(text).limited(to: PredicateLimits(steps: 50_000))
      #expect(Self.code { () throws(FormatError) in try nodes.count(matching: predicate) } == .tooManySteps, "\(text)")
    }
  }

  @Test("untyped keys, too, cost the values that they gather")
  func untypedCycles() throws {
    let nodes = (0..<900).map { Node($0) }
    for node in nodes { node.others = nodes }
    defer { for node in nodes { node.others = [] } }
    let list = FormatValue.list(
      Array(repeating: .record(["b": .list(Array(repeating: .integer(1), count: 3000))]), count: 3000))
    let format = "n.others.others.others.@count == 1 OR a.b.@count == 1 OR a.b.@distinctUnionOfObjects.length == nil"
    for format in format.components(separatedBy: " OR ") {
      let predicate = try FormatPredicate(format).limited(to: PredicateLimits(steps: 1_000_000))
      let rows: [[String: Any]] = [["n": nodes[0], "a": list]]
      #expect(Self.code { () throws(FormatError) in try rows.count(matching: predicate) } == .tooManySteps, "\(format)")
    }
  }

  @Test("a condition on one collection for each element of another costs their product, up to the limit")
  func products() throws {
    struct Row { let a: [Int], b: [Int] }
    let rows = [Row(a: Array(0..<2_000), b: Array(10_000..<12_000))]
    for text in [
      "ANY a IN b", "SUBQUERY(a, $x, $x IN b).@count == 1",
      "SUBQUERY(a, $x, SUBQUERY(b, $y, $x + $y == 1).@count == 1).@count == 1", "NOT ALL a IN a",
    ] {
      let predicate = try FormatPredicate(text).limited(to: PredicateLimits(steps: 1_000))
      #expect(Self.code { () throws(FormatError) in try rows.count(matching: predicate) } == .tooManySteps, "\(text)")
    }
    let untyped = rows.map {
      ["a": FormatValue.list($0.a.map { .integer(Int64($0)) }), "b": .list($0.b.map { .integer(Int64($0)) })]
    }
    let predicate = try FormatPredicate("SUBQUERY(a, $x, $x IN b).@count == 1").limited(
      to: PredicateLimits(steps: 100_000))
    #expect(Self.code { () throws(FormatError) in try untyped.count(matching: predicate) } == .tooManySteps)
  }

  @Test("rows of many megabytes cost a step per 64 bytes, whatever is searched for")
  func longRows() throws {
    let count = isFullRun ? 100_000_000 : 2_000_000
    let rows = [String(repeating: "ab", count: count / 2)]
    let needle = String(repeating: "ab", count: 2_000) + "c"
    for (text, steps) in [
      ("SELF CONTAINS %@", 1), ("SELF CONTAINS[cd] %@", 1), ("SELF ENDSWITH %@", 1), ("SELF == %@", 1),
      ("SELF LIKE %@", 1),
    ] {
      expect(try FormatPredicate(text, needle), of: rows, gives: 0, within: steps + count / 64)
    }
  }

  @Test("numbers of many digits, and extreme exponents, are read or refused in one pass")
  func numbers() throws {
    let digits = String(repeating: "9", count: 100_000)
    for text in [
      digits, "1e" + digits, "1." + digits, "0x" + digits, "1e-" + digits, "0b" + String(repeating: "1", count: 90),
    ] {
      let parsed = try? FormatPredicate("SELF == \(text)")
      if let parsed { #expect(try [1.0].count(matching: parsed) == 0 || text.hasPrefix("1.")) }
    }
    for text in [
      "9223372036854775807 + 1", "1e308 * 10", "1 / 0", "100 ** 9223372036854775807", "1 << 4611686018427387904",
      "1 << -1", "1 >> 64",
    ] {
      let code = Self.code { () throws(FormatError) in try [1].count(matching: FormatPredicate("SELF == \(text)")) }
      #expect(code != nil, "\(text)")
    }
    for text in ["10 ** 10 ** 10", "1e-308 / 1e308 + 5"] {
      #expect(try [-1].count(matching: FormatPredicate("SELF == \(text)")) == 0, "\(text)")
    }
  }
}
