import Foundation
import PredicateFormat
import TestSupport
import Testing

/// Decimals of Swift values, in arrays, groups and collections of an object.
@Suite("Decimals") struct DecimalTests {
  @Test("a literal next to a decimal is that decimal, in a list with keys too")
  func decimalsAmongKeys() throws {
    struct Row { let price: Decimal, other: Decimal }
    let (tenth, two) = (try #require(Decimal(string: "0.1")), Decimal(2))
    let rows = [Row(price: tenth, other: two), Row(price: two, other: two), Row(price: two, other: tenth)]
    for (format, expected) in [
      ("price IN {0.1, other}", [0, 1]), ("{other, 0.1} CONTAINS price", [0, 1]),
      ("price BETWEEN {0.1, other}", [0, 1]),
      ("other BETWEEN {price, 0.1}", [1, 2]), ("price == 0.1", [0]), ("price IN {0.1, 0.2}", [0]),
    ] {
      #expect(try rows.indices(matching: FormatPredicate(format)) == expected, "\(format)")
    }
  }

  @Test("sums and averages of decimals are exact, in arrays and in groups")
  func exactMoney() throws {
    struct Bill { let shop: String, price: Decimal }
    let prices = ["0.1", "0.2", "19500.1", "0.4"].compactMap { Decimal(string: $0) }
    let bills = zip(["a", "a", "b", "b"], prices).map { Bill(shop: $0, price: $1) }
    let total = try bills.queryValue(.sum("price"), as: Decimal.self, for: PredicateFetchRequest())
    #expect(total == Decimal(string: "19500.8"))
    let mean = try bills.queryValue(.average("price"), as: Decimal.self, for: PredicateFetchRequest())
    #expect(mean == Decimal(string: "4875.2"))
    let request = PredicateFetchRequest().grouped(by: "shop").selecting("shop", .sum("price", as: "sum"))
    let rows = try bills.queryAttributes(request.having("sum == 0.1 + 0.2"))
    #expect(rows == [["shop": .string("a"), "sum": .decimal(try #require(FormatDecimal("0.3")))]])
  }

  @Test("the sum of no decimals is a decimal, and the sum of no other numbers is an integer")
  func sumOfNothing() throws {
    struct Line { let price: Decimal?, weight: Double }
    struct Order { let lines: [Line] }
    let orders = [Order(lines: []), Order(lines: [Line(price: nil, weight: 0)])]
    for (text, expected) in [
      ("lines.@sum.price", FormatValue.decimal(FormatDecimal(0))), ("sum:(lines.price)", .decimal(FormatDecimal(0))),
      ("sum:(lines.price) / 3 + 0.1 + 0.2", .decimal(try #require(FormatDecimal("0.3")))),
      ("SUBQUERY(lines, $l, $l.weight > 0).@sum.weight", .integer(0)),
    ] {
      let expression = try CompiledExpression(FormatExpression(text), for: Order.self)
      for order in orders { #expect(try expression.value(of: order) == expected, "\(text)") }
    }
    let request = PredicateFetchRequest().selecting(FetchProperty("total", try FormatExpression("sum:(price)")))
    let rows = try orders[1].lines.queryAttributes(request)
    #expect(rows == [["total": .decimal(FormatDecimal(0))]])
  }
}
