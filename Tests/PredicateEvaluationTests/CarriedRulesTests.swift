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
    ("limited", { $0.limited(to: Limits(steps: 1_000_000)) }), ("bound", { try $0.binding([]) }),
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
}
