import Foundation
import PredicateFormat
import Testing

/// What a profile decides about each use stays with a predicate, whatever is made of it.
struct CarriedRulesTests {
  private struct Item {
    let born = Date(timeIntervalSinceReferenceDate: 0)
    let info = ["name": "n", "token": "t"]
    let amount = 1
  }

  private let profile: PredicateProfile = {
    var profile = PredicateProfile.untrusted.permitting(keys: ["born", "info", "info.name", "amount"])
    profile.permitted[.conversions] = nil
    profile.permitted[.variables] = nil
    profile.limits[.rows] = 2
    return profile.permittingDateStrings()
  }()

  /// What can be made of a predicate, all of them true of an object of which it is true.
  private static let combinations: [(name: String, make: @Sendable (FormatPredicate) throws -> FormatPredicate)] = [
    ("itself", { $0 }), ("and", { $0 && FormatPredicate(true) }),
    ("and, on the right", { FormatPredicate(true) && $0 }),
    ("or", { $0 || FormatPredicate(false) }), ("or, on the right", { FormatPredicate(false) || $0 }),
    ("not not", { !(!$0) }),
    ("chain", { FormatPredicate(true) && $0 && FormatPredicate(true) && FormatPredicate(true) }),
    ("kind and", { FormatPredicate(.and([FormatPredicate(true), $0])) }),
    ("kind or", { FormatPredicate(.or([FormatPredicate(false), $0])) }), ("kind not", { FormatPredicate(.not(!$0)) }),
    ("limited", { $0.limited(to: PredicateLimits(steps: 1_000_000)) }), ("bound", { try $0.binding([]) }),
    ("substituted", { $0.substituting(["OTHER": 1]) }),
    (
      "in a subquery",
      { predicate in
        FormatPredicate(
          .function("sum:", try FormatExpression("{TERNARY(%@ == 1, 1, 1)}", 1)), .equalTo, .constant(1))
          && predicate
      }
    ),
    (
      "in a TERNARY",
      { predicate in
        let choice = FormatExpression.Conditional(predicate, .constant(1), .constant(0))
        return FormatPredicate(FormatExpression(.conditional(choice)), .equalTo, .constant(1))
      }
    ),
    (
      "as an argument",
      { predicate in
        let choice = FormatExpression(.conditional(.init(predicate, .constant(1), .constant(0))))
        return try FormatPredicate("%@ == 1", choice)
      }
    ),
    ("in a request", { try #require(PredicateFetchRequest(try FormatPredicate("amount > 0")).matching($0).predicate) }),
  ]

  @Test("dates, records and limits", arguments: CarriedRulesTests.combinations.map(\.name))
  func carried(name: String) throws {
    let make = try #require(Self.combinations.first { $0.name == name }).make
    let dates = try make(FormatPredicate("born >= '2000-01-01'", profile: profile))
    #expect(try dates.evaluate(with: Item()), "\(dates)")
    let records = try make(FormatPredicate("'t' IN info", profile: profile))
    let error = #expect(throws: FormatError.self) { try records.evaluate(with: Item()) }
    #expect(error?.diagnostics.first?.code == .keyNotPermitted, "\(records)")
    let limited = try make(FormatPredicate("amount == 1", profile: profile))
    let rows = #expect(throws: FormatError.self) { try [Item(), Item(), Item()].count(matching: limited) }
    #expect(rows?.diagnostics.first?.code == .tooManyRows, "\(limited)")
  }

  @Test("the rules do not apply to other parts")
  func others() throws {
    let filter = try FormatPredicate("amount == 1 AND born > '2000-01-01'", profile: profile)
    let own = try FormatPredicate("'t' IN info")
    #expect(try (filter && own).evaluate(with: Item()))
    #expect(try (own && filter && own).evaluate(with: Item()))
    #expect((filter && own && own).kind == .and([filter, own, own]))
  }

  @Test("an expression under a profile")
  func expressions() throws {
    let text = "TERNARY('t' IN info, 1, 0)"
    var open = profile
    open.permitted[.constructs] = nil
    let expression = try FormatExpression(text, profile: open)
    let predicate = FormatPredicate(expression, .equalTo, .constant(1))
    #expect(throws: FormatError.self) { try predicate.evaluate(with: Item()) }
    let dates = try FormatExpression("TERNARY(born > '2000-01-01', 1, 0)", profile: open)
    #expect(try FormatPredicate(dates, .equalTo, .constant(1)).evaluate(with: Item()))
    #expect(try FormatPredicate("%@ == 1", dates).evaluate(with: Item()))
    #expect(try FormatPredicate("1 == %@ + 0", dates).evaluate(with: Item()))
  }

  /// What a program can make of an expression of a stranger.
  private static let uses: [(name: String, make: @Sendable (FormatExpression) throws -> FormatPredicate)] = [
    ("IN", { try FormatPredicate("'t' IN %@", $0) }), ("CONTAINS", { try FormatPredicate("%@ CONTAINS 't'", $0) }),
    ("ANY", { try FormatPredicate("ANY %@ == 't'", $0) }), ("equal", { try FormatPredicate("%@ == info", $0) }),
    ("on the right", { try FormatPredicate("info == %@", $0) }),
    ("ANY on the right", { try FormatPredicate("ANY {info} == %@", $0) }),
    ("in a list", { try FormatPredicate("'t' IN {%@}[FIRST]", $0) }),
    ("elements", { try FormatPredicate("ANY {%@} CONTAINS 't'", $0) }),
    ("last", { try FormatPredicate("%@[LAST] == 't'", $0) }),
    ("index", { try FormatPredicate("%@['token'] == 't'", $0) }),
    ("index in code", { .init(.init(.index(.init(of: $0, at: .last))), .equalTo, .constant("t")) }),
    ("key", { try FormatPredicate("%@.token == 't'", $0) }),
    ("key in code", { .init(.init(.keys(.init(of: $0, [.key(.init("token"))]))), .equalTo, .constant("t")) }),
    ("noindex", { try FormatPredicate("noindex:(%@) CONTAINS 't'", $0) }),
    ("TERNARY", { try FormatPredicate("'t' IN TERNARY(TRUEPREDICATE, %@, nil)", $0) }),
    ("CAST", { try FormatPredicate("CAST(%@, 'NSString') CONTAINS 't'", $0) }),
    ("UNION", { try FormatPredicate("'t' IN ({1} UNION %@)", $0) }),
    ("SUBQUERY", { try FormatPredicate("SUBQUERY({1}, $x, 't' IN %@).@count == 1", $0) }),
    ("its collection", { try FormatPredicate("SUBQUERY({%@}, $x, 't' IN $x).@count == 1", $0) }),
    ("assignment", { try FormatPredicate("($x := %@) == nil OR 't' IN $x", $0) }),
    ("variable", { try FormatPredicate("'t' IN $x").substituting(["x": $0]) }),
    ("key of a variable", { try FormatPredicate("$x.token == 't'").substituting(["x": $0]) }),
    ("key of a key", { try FormatPredicate("%@.token.length == 1", $0) }),
    ("a variable alone", { .init(try FormatExpression("$x").substituting(["x": $0]), .contains, .constant("t")) }),
    ("a conversion alone", { .init(try FormatExpression("%@", $0), .contains, .constant("t")) }),
    ("argument of arguments", { try FormatPredicate("'t' IN %@", FormatExpression("noindex:(%@)", $0)) }),
    ("list argument", { try FormatPredicate("ANY %@ CONTAINS 't'", FormatExpression.aggregate([$0])) }),
  ]

  @Test("an expression under a profile gives no record to a predicate", arguments: CarriedRulesTests.uses.map(\.name))
  func expressionUses(name: String) throws {
    let make = try #require(Self.uses.first { $0.name == name }).make
    struct Untyped { let info: Any = ["name": "n", "token": "t"] }
    let row = FormatValue.record(["info": .record(["name": "n", "token": "t"])])
    let predicate = try make(FormatExpression("info", profile: profile))
    for onError in [EvaluationOptions.ErrorHandling.throw, .yieldNil] {
      var error = #expect(throws: FormatError.self) {
        try predicate.evaluate(with: row, options: EvaluationOptions(onError: onError))
      }
      #expect(error?.diagnostics.first?.code == .keyNotPermitted, "\(name): \(error as Any)")
      error = #expect(throws: FormatError.self) {
        try predicate.evaluate(with: Untyped(), options: EvaluationOptions(onError: onError))
      }
      #expect(error?.diagnostics.first?.code == .keyNotPermitted, "\(name): \(error as Any)")
      error = #expect(throws: FormatError.self) {
        try predicate.evaluate(with: Item(), options: EvaluationOptions(onError: onError))
      }
      #expect(error?.diagnostics.contains { $0.code == .keyNotPermitted } == true, "\(name): \(error as Any)")
    }
  }

  @Test("other values of an expression under a profile can be used")
  func expressionValues() throws {
    let row = FormatValue.record(["info": .record(["name": "n", "token": "t"]), "amount": .integer(1), "born": .null])
    func expression(_ text: String) throws -> FormatExpression { try FormatExpression(text, profile: profile) }
    for predicate in [
      try FormatPredicate("%@ == 1", expression("amount")), try FormatPredicate("%@ + 1 == 2", expression("amount")),
      try FormatPredicate("amount IN {%@, 5}", expression("amount")),
      try FormatPredicate("%@ != nil AND %@ == nil", expression("info"), expression("born")),
      try FormatPredicate("%@ != 't'", expression("info")), try FormatPredicate("%@ == amount", expression("amount")),
      try FormatPredicate("%@.length == 1", expression("info.name")),
      try FormatPredicate("amount == max:(%@)", expression("amount")),
      try FormatPredicate("info.token == 't' AND %@ == 'n'", expression("info.name")),
      try FormatPredicate("%@ BEGINSWITH $x", expression("info.name")).substituting(["x": "n"]),
      try FormatPredicate("SUBQUERY({1, 2}, $x, $x == %@).@count == 1", expression("amount")),
    ] {
      #expect(try predicate.evaluate(with: row), "\(predicate)")
    }
  }
}
