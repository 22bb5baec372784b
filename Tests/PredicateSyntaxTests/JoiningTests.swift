import PredicateSyntax
import TestSupport
import Testing

/// Joining predicates in a loop, and substituting in a long text, costs the same at each step.
struct JoiningTests {
  private static func predicate(_ number: Int) -> FormatPredicate {
    FormatPredicate(.keyPath("a"), .equalTo, .constant(number))
  }

  private static func list(of predicate: FormatPredicate) -> JoinedParts.List? {
    if case .joined(let parts) = predicate.storage { parts.list } else { nil }
  }

  @Test("repeated joins reuse the memory of the first one", arguments: [true, false])
  func joins(isAnd: Bool) throws {
    func join(_ left: FormatPredicate, _ right: FormatPredicate) -> FormatPredicate {
      isAnd ? left && right : left || right
    }
    var joined = join(Self.predicate(0), Self.predicate(1))
    let list = try #require(Self.list(of: joined))
    for number in 2..<1_000 {
      joined = join(joined, Self.predicate(number))
      #expect(Self.list(of: joined) === list)
      #expect(joined.height == 3)
    }
    let parts = (0..<1_000).map(Self.predicate)
    #expect(joined == FormatPredicate(isAnd ? .and(parts) : .or(parts)))
    #expect(joined.hashValue == FormatPredicate(isAnd ? .and(parts) : .or(parts)).hashValue)
    // A parsed predicate is copied once.
    var parsed = try FormatPredicate("a == 1 AND b == 2") && Self.predicate(3)
    let copy = try #require(Self.list(of: parsed))
    parsed = parsed && Self.predicate(4)
    #expect(Self.list(of: parsed) === copy)
    #expect(parsed.format == "a == 1 AND b == 2 AND a == 3 AND a == 4")
  }

  @Test("a joined predicate keeps its operands, whatever is joined to it later")
  func branches() {
    let first = Self.predicate(0) || Self.predicate(1)
    let second = first || Self.predicate(2)
    let third = first || Self.predicate(3)
    let fourth = second || Self.predicate(4)
    #expect(first.format == "a == 0 OR a == 1")
    #expect(second.format == "a == 0 OR a == 1 OR a == 2")
    #expect(third.format == "a == 0 OR a == 1 OR a == 3")
    #expect(fourth.format == "a == 0 OR a == 1 OR a == 2 OR a == 4")
    #expect(first != second && second != third)
    #expect((first && second).format == "(a == 0 OR a == 1) AND (a == 0 OR a == 1 OR a == 2)")
    #expect((first || first).format == "a == 0 OR a == 1 OR (a == 0 OR a == 1)")
    #expect((first && first || first).format == "((a == 0 OR a == 1) AND (a == 0 OR a == 1)) OR (a == 0 OR a == 1)")
  }

  @Test("many tasks may join one predicate at once")
  func sharing() async {
    let base = Self.predicate(0) || Self.predicate(1)
    let texts = await withTaskGroup(of: String.self) { group in
      for number in 2..<50 {
        group.addTask { (base || Self.predicate(number) || Self.predicate(-number)).format }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(texts == Set((2..<50).map { "a == 0 OR a == 1 OR a == \($0) OR a == -\($0)" }))
    #expect(base.format == "a == 0 OR a == 1")
  }

  @Test("a join that is too high is invalid, and one of the maximum height is valid")
  func height() {
    var tree = Self.predicate(0)
    while tree.height < PredicateLimits.greatestHeight - 1 { tree = !tree }
    #expect((tree && tree).height == PredicateLimits.greatestHeight)
    let highest = tree && tree
    #expect((highest && Self.predicate(1)).height == PredicateLimits.greatestHeight)
    for invalid in [highest || highest, highest && highest, Self.predicate(1) && highest] {
      guard case .invalid(let error) = invalid.kind else {
        Issue.record("it is not refused")
        continue
      }
      #expect(error.code == .tooHigh)
    }
  }

  /// A name that counts how often it is compared.
  private struct Name: Hashable {
    let number: Int
    let comparisons: Counter

    static func == (left: Name, right: Name) -> Bool {
      left.comparisons.count += 1
      return left.number == right.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private final class Counter {
    var count = 0
  }

  @Test("a name among many that are bound is found without comparing it with each")
  func manyNames() {
    var scopes = VariableScopes<Int>()
    // Comparing each name with each other one would take minutes.
    for number in 0..<100_000 {
      #expect(scopes["v\(number)"] == nil)
      scopes.bind("v\(number)", to: number)
      if number > 0 { #expect(scopes["v\(number - 1)"] == number - 1) }
    }
  }

  @Test("a name is shadowed up to the end of its SUBQUERY")
  func scopes() {
    var names = VariableScopes<Int>()
    names.bind("a", to: 1)
    names.enter("x", 2)
    names.bind("a", to: 3)
    names.bind("b", to: 4)
    names.enter("x", 5)
    names.bind("c", to: 6)
    #expect(["a", "b", "c", "x"].map { names[$0] } == [3, 4, 6, 5] && names.depth == 2)
    #expect(names.subqueries.map(\.variable) == ["x", "x"] && names.subqueries.map(\.meaning) == [2, 5])
    #expect(names.leave() == ["x", "c"])
    #expect(["a", "b", "c", "x"].map { names[$0] } == [3, 4, nil, 2])
    #expect(names.leave() == ["x", "a", "b"])
    #expect(["a", "b", "c", "x"].map { names[$0] } == [1, nil, nil, nil] && names.leave().isEmpty)
  }
}
