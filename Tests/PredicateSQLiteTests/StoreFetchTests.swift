import Foundation
import PredicateCoreData
import PredicateFormat
import PredicateSQLite
import TestSupport
import Testing

private struct Weak {
  weak var object: SQLitePreparedStatement?
}

/// Compares the results of every method of a store with the same request on an array of the same objects.
@Suite("A store of SQLite", .enabled(if: isSQLiteThere, needsSQLite))
struct StoreFetchTests {
  private let store = try? Town.store()
  private func open() throws -> SQLiteStore { try #require(store) }

  /// Expects the array's objects, identifiers and counts, and whether part of the work was done in memory.
  @discardableResult
  private func expectSame(
    _ request: PredicateFetchRequest, _ variables: [String: (any FormatArgument)?] = [:],
    location: SourceLocation = #_sourceLocation
  ) throws -> Bool {
    let store = try open()
    let shops = try Town.shops.fetchAll(request, options: EvaluationOptions(variables: variables, onError: .yieldNil))
    let found = try store.fetchAll(request, variables: variables)
    #expect(found.map(\.identifier) == shops.map { .integer(Int64($0.id)) }, sourceLocation: location)
    for (object, shop) in zip(found, shops) {
      let attributes: [String: FormatValue] = [
        "name": .string(shop.name), "kind": shop.kind.map(FormatValue.string) ?? .null,
        "sales": shop.sales.map { .integer(Int64($0)) } ?? .null,
        "rating": shop.rating.map(FormatValue.double) ?? .null,
        "isOpen": .bool(shop.isOpen),
        "founded": shop.founded.map { .date($0.timeIntervalSinceReferenceDate) } ?? .null,
      ]
      #expect(object.entity == "Shop", sourceLocation: location)
      #expect(object.attributes == attributes, sourceLocation: location)
    }
    #expect(try store.fetchOne(request, variables: variables) == found.first, sourceLocation: location)
    let identifiers = try store.fetchIdentifiers(request, variables: variables)
    #expect(identifiers == found.map(\.identifier), sourceLocation: location)
    #expect(
      try store.fetchIdentifier(request, variables: variables) == identifiers.first, sourceLocation: location)
    #expect(try store.fetchCount(request, variables: variables) == shops.count, sourceLocation: location)
    return try StoreFetch(request, .objects, in: store.model, variables: variables).needsAllRows
  }

  /// Expects the array's rows and their number, and whether part of the work was done in memory.
  @discardableResult
  private func expectSameRows(
    _ request: PredicateFetchRequest, location: SourceLocation = #_sourceLocation
  ) throws -> Bool {
    let store = try open()
    let rows = try Town.shops.queryAttributes(request, options: EvaluationOptions(onError: .yieldNil))
    #expect(!rows.isEmpty || request.offset > 0, sourceLocation: location)
    #expect(try store.queryAttributes(request) == rows, sourceLocation: location)
    #expect(try store.fetchCount(request) == rows.count, sourceLocation: location)
    return try StoreFetch(request, .rows, in: store.model, variables: [:]).needsAllRows
  }

  @Test("objects in order, and their page")
  func objects() throws {
    for request in [
      try Town.request(), try Town.request("sales > 100"),
      try Town.request("keeper.name == 'Ada'", .descending("sales")),
      try Town.request("ANY wares.price > 8", .ascending("keeper.city"), .descending("name")),
      try Town.request(nil, .ascending("kind"), .descending("rating")),
      try Town.request(nil, .ascending("isOpen"), .ascending("founded")),
    ] {
      for (offset, limit) in [(0, nil), (0, 3), (2, 3), (2, nil), (0, 0), (9, 5), (50, 1)] {
        #expect(try !expectSame(request.with { ($0.offset, $0.limit) = (offset, limit) }))
      }
    }
  }

  @Test("orders that only memory can evaluate, followed by the page")
  func ordersInMemory() throws {
    let byLength = SortFunction("length") { left, right in
      guard case .string(let left) = left, case .string(let right) = right else { return false }
      return left.count < right.count
    }
    for request in [
      try Town.request(nil, .ascending("name", .localizedStandard)),
      try Town.request("sales != 7", .descending("keeper.name", .localizedStandard), .ascending("sales")),
      try Town.request(nil, .descending("kind"), .ascending("keeper.city", .function(byLength))),
    ] {
      for (offset, limit) in [(0, nil), (0, 3), (2, 3), (4, nil), (0, 0), (50, 1)] {
        #expect(try expectSame(request.with { ($0.offset, $0.limit) = (offset, limit) }))
      }
    }
    let names = try open().fetchAll(try Town.request("name BEGINSWITH 's'", .ascending("name", .localizedStandard)))
    #expect(names.map { $0["name"] } == strings("stall 1", "stall 2", "stall 10"))
  }

  @Test("aggregates of a list are evaluated in memory")
  func aggregatesOfLists() throws {
    let greatest = FetchProperty("greatest", try FormatExpression("max:({sales, rating, 3})"))
    let least = FetchProperty("least", try FormatExpression("min:({rating, length:(keeper.name)})"))
    #expect(try expectSameRows(try Town.request("sales > 0", .ascending("name")).selecting("name", greatest, least)))
    let grouped = try Town.request(nil, .ascending("kind")).grouped(by: "kind").selecting("kind")
    #expect(try expectSameRows(grouped.having("max:({count:(name), 2}) > 2")))
    let relationship = FetchProperty("ware", try FormatExpression("median:(wares.price)"))
    let error = #expect(throws: FormatError.self) {
      try expectSameRows(try Town.request().selecting("name", relationship))
    }
    #expect(error?.diagnostics.first?.code == .untranslatable)
  }

  private struct Sales: Decodable, Equatable {
    var id: Int
    var name: String
    var sales: Int?
    var isOpen: Bool
    var founded: Date?
  }

  private struct Total: Decodable, Equatable {
    var kind: String?
    var n: Int
  }

  @Test("objects and rows are read as types of the program")
  func decoding() throws {
    let store = try open()
    let request = try Town.request("kind == 'tea'", .ascending("name"))
    let expected = try Town.shops.fetchAll(request).map {
      Sales(id: $0.id, name: $0.name, sales: $0.sales, isOpen: $0.isOpen, founded: $0.founded)
    }
    #expect(expected.count == 3)
    #expect(try store.fetchAll(request, as: Sales.self) == expected)
    #expect(try store.fetchOne(request)?.decode() == expected.first)
    let totals = try Town.request(nil, .descending("n"), .ascending("kind")).selecting(.count("name", as: "n"))
      .grouped(by: "kind").selecting("kind")
    #expect(
      try store.queryAttributes(totals, as: Total.self) == [
        Total(kind: "cake", n: 3), Total(kind: "tea", n: 3), Total(kind: nil, n: 2), Total(kind: "pets", n: 2),
      ])
    #expect(throws: DecodingError.self) { try store.fetchAll(request, as: Total.self) }
    let error = SQLiteDatabaseError("the disk is full", statement: "SELECT 1")
    #expect((error as any Error).localizedDescription == "the disk is full")
    let coreData = CoreDataModelError("a.xml", line: 3, "it has no entity")
    #expect((coreData as any Error).localizedDescription == "a.xml:3: it has no entity")
  }

  @Test("rows of objects, of distinct values and of groups")
  func rows() throws {
    let day = FetchProperty("early", try FormatExpression("sales * 2 + 1"))
    for request in [
      try Town.request("sales > 0", .descending("name")).selecting("name", "keeper.city", day),
      try Town.request(nil, .descending("kind")).selecting("kind", "isOpen").with { $0.isDistinct = true },
      try Town.request().selecting("kind", .sum("sales"), .count("sales"), .maximum("name")).grouped(by: "kind"),
      try Town.request().selecting(.average("sales"), .minimum("founded")),
      try Town.request(nil, .descending("n")).selecting(.count("name", as: "n")).grouped(by: "kind", "keeper.name")
        .having("n > 1 OR keeper.name == nil"),
    ] {
      #expect(try !expectSameRows(request))
      #expect(try !expectSameRows(request.with { ($0.offset, $0.limit) = (1, 2) }))
    }
  }

  @Test("sums of doubles by group are computed in memory, with having, order and page")
  func rowsInMemory() throws {
    let sums = try Town.request(nil, .descending("total")).selecting("kind", .sum("rating", as: "total")).grouped(
      by: "kind")
    #expect(try expectSameRows(sums))
    #expect(try expectSameRows(sums.with { ($0.offset, $0.limit) = (1, 2) }))
    #expect(try expectSameRows(sums.having("count:(rating) > 1")))
    #expect(
      try expectSameRows(
        try Town.request().selecting(.average("rating", type: .decimal), "keeper.city")
          .grouped(by: "keeper.city")))
    // Doubles are added in the order of the primary keys.
    let all = try Town.request("kind != 'tea'").selecting(.sum("rating", as: "sum"))
    #expect(try expectSameRows(all))
  }

  @Test("values are converted to the property's type")
  func types() throws {
    let typed = try Town.request("id < 3", .ascending("sales")).selecting(
      .key("sales", as: "d", type: .decimal), .key("isOpen", as: "i", type: .integer),
      .key("rating", as: "n", type: .integer))
    #expect(try !expectSameRows(typed))
    let stalls = try FormatPredicate("name BEGINSWITH 'stall'")
    let request = typed.with { $0.predicate = stalls }
    #expect(try !expectSameRows(request))
    let rows = try open().queryAttributes(request)
    #expect(rows.first == ["d": FormatValue.null, "i": .integer(1), "n": .null])
    #expect(rows.last?["n"] == FormatValue.integer(1_000_000_000_000_000))
    #expect(rows.last?["d"] == FormatDecimal("12").map(FormatValue.decimal))
  }

  @Test("one value")
  func values() throws {
    let (store, all) = (try open(), try Town.request())
    #expect(try store.queryValue(.sum("sales"), as: Int.self, for: all) == 82)
    #expect(
      try store.queryValue(.average("rating"), as: Double.self, for: all)
        == Town.shops.queryValue(
          .average("rating"), as: Double.self, for: all, options: EvaluationOptions(onError: .yieldNil)))
    let name: String? = try store.queryValue("name", for: try Town.request(nil, .descending("sales")))
    #expect(name == "Apple")
    #expect(try store.queryValue("kind", as: String.self, for: try Town.request("name == ''")) == nil)
    #expect(try store.queryValue("kind", as: String.self, for: try Town.request("sales > 100")) == nil)
    #expect(try store.queryValue(.maximum("sales"), as: Int.self, for: try Town.request("sales > 100")) == nil)
    #expect(codes { _ = try store.queryValue("name", as: Int.self, for: all) } == [.typeMismatch])
  }

  @Test("an integer that no double equals is between two doubles")
  func integersBesideDoubles() throws {
    let number = PredicateModel.Attribute("number", .double)
    let model = try PredicateModel([PredicateModel.Entity("Thing", table: "thing", attributes: [number])])
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE thing (id INTEGER PRIMARY KEY, number REAL)")
    try connection.execute("INSERT INTO thing (number) VALUES (9007199254740994.0), (9007199254740996.0)")
    let store = SQLiteStore(connection, model: model)
    for (format, count) in [
      ("number > 9007199254740995", 1), ("number < 9007199254740995", 1), ("number == 9007199254740995", 0),
      ("number >= 9007199254740996", 1), ("number > 9007199254740993", 2),
    ] {
      #expect(try store.fetchCount(PredicateFetchRequest(FormatPredicate(format), of: "Thing")) == count, "\(format)")
    }
  }

  @Test("sums of scaled integers are exact decimals")
  func exactMoney() throws {
    let price = PredicateModel.Attribute("price", .decimal(.scaledInteger(scale: 2)))
    let model = try PredicateModel([PredicateModel.Entity("Bill", table: "bill", attributes: [price])])
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE bill (id INTEGER PRIMARY KEY, price INTEGER)")
    try connection.execute("INSERT INTO bill (price) VALUES (10), (20), (1950010), (NULL)")
    let store = SQLiteStore(connection, model: model)
    let all = PredicateFetchRequest(of: "Bill")
    #expect(try store.queryValue(.sum("price"), as: Decimal.self, for: all) == Decimal(string: "19500.4"))
    let mean = try store.queryValue(.average("price"), as: Decimal.self, for: all)
    #expect(mean == Decimal(string: "6500.1333333333333333333333333333333333"))
    #expect(try store.fetchCount(PredicateFetchRequest(try FormatPredicate("price < 0.1 + 0.2"), of: "Bill")) == 2)
  }

  @Test("variables, in the predicate and in having")
  func variables() throws {
    #expect(try !expectSame(try Town.request("sales > $LEAST", .descending("sales")), ["LEAST": 7]))
    let request = try Town.request("sales >= $LEAST").selecting("kind", .sum("sales", as: "sum")).grouped(by: "kind")
      .with {
        $0.having = try? FormatPredicate("sum > $LEAST * 2")
      }
    let rows = try open().queryAttributes(request, variables: ["LEAST": 7])
    #expect(rows.map { $0["kind"] } == strings("tea"))
    #expect(try Town.shops.queryAttributes(request, options: EvaluationOptions(variables: ["LEAST": 7])) == rows)
  }

  @Test("a fetched object is an argument")
  func references() throws {
    let store = try open()
    let keeper = try #require(
      try store.fetchOne(PredicateFetchRequest(try FormatPredicate("name == 'Ada'"), of: "Keeper")))
    #expect(keeper["city"] == .string("Ulm"))
    #expect(keeper["nothing"] == .null)
    let own = PredicateFetchRequest(try FormatPredicate("keeper == %@", keeper), of: "Shop")
    #expect(try store.fetchIdentifiers(own) == integers(1, 3, 9))
    let both = PredicateFetchRequest(try FormatPredicate("SELF IN %@", [keeper]), of: "Keeper")
    #expect(try store.fetchIdentifiers(both) == [keeper.identifier])
    let variable = PredicateFetchRequest(try FormatPredicate("keeper == $K"), of: "Shop")
    #expect(try store.fetchCount(variable, variables: ["K": keeper]) == 3)
  }

  @Test("requests that a store does not support")
  func errors() throws {
    let store = try open()
    #expect(codes { _ = try store.fetchAll(PredicateFetchRequest()) } == [.invalidRequest])
    #expect(codes { _ = try store.fetchCount(PredicateFetchRequest(of: "Shpo")) } == [.unknownEntity])
    #expect(codes { _ = try store.fetchOne(try Town.request("colour == 1")) } == [.unknownKey])
    #expect(codes { _ = try store.fetchIdentifiers(try Town.request().selecting("name")) } == [.invalidRequest])
    #expect(codes { _ = try store.queryAttributes(try Town.request()) } == [.invalidRequest])
    #expect(codes { _ = try store.fetchAll(try Town.request { $0.limit = -1 }) } == [.invalidRequest])
    #expect(codes { _ = try store.fetchAll(try Town.request("name == $N")) } != [])
    let none = SQLiteStore(try SQLiteDatabaseConnection(), model: store.model)
    #expect(throws: SQLiteDatabaseError.self) { try none.fetchAll(try Town.request()) }
  }

  @Test("a statement is prepared once, and not cached forever")
  func cache() throws {
    let store = SQLiteStore(try SQLiteDatabaseConnection(), model: try PredicateModel([]))
    let first = try store.statement("SELECT 1")
    let second = Weak(object: try store.statement("SELECT 2"))
    #expect(second.object != nil)
    for number in 3..<40 {
      #expect(try store.statement("SELECT 1") === first)
      _ = try store.statement("SELECT \(number)")
    }
    #expect(second.object == nil)
    // A discarded cursor leaves the statement unchanged.
    #expect(try first.rows().next() == integers(1))
    #expect(try store.statement("SELECT 1").rows().next() == integers(1))
  }

  @Test("changes between two fetches are visible to the second, including a new column")
  func changes() throws {
    let store = try Town.store()
    let request = try Town.request("sales == 7")
    #expect(try store.fetchCount(request) == 3)
    try store.connection.execute("UPDATE shop SET sales = 7 WHERE id = 1")
    try store.connection.execute("ALTER TABLE shop ADD COLUMN later INTEGER")
    #expect(try store.fetchCount(request) == 4)
    #expect(try store.fetchAll(request).map { $0["sales"] } == integers(7, 7, 7, 7))
  }
}
