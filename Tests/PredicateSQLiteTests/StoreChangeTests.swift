import PredicateFormat
import PredicateSQLite
import TestSupport
import Testing

/// Changes of all rows that match a predicate: all of them or none.
@Suite("Batch changes on SQLite", .enabled(if: isSQLiteThere, needsSQLite))
struct StoreChangeTests {
  /// Returns the values of an attribute for all shops, by primary key.
  private func all(_ key: String, _ store: SQLiteStore) throws -> [FormatValue] {
    try store.fetchAll(try Town.request()).map { $0[key] }
  }

  @Test("an update returns the number of rows, and changes no others")
  func update() throws {
    let store = try Town.store()
    let kinds = try all("kind", store)
    #expect(try store.update(["sales": 0, "isOpen": false], where: try Town.request("kind == 'tea'")) == 3)
    #expect(try store.fetchIdentifiers(try Town.request("sales == 0 AND isOpen == NO")) == integers(1, 2, 7))
    #expect(try all("kind", store) == kinds)
    #expect(try store.update(["kind": nil], where: try Town.request("keeper.name == $N"), variables: ["N": "Ada"]) == 3)
    #expect(try store.fetchIdentifiers(try Town.request("kind == nil")) == integers(1, 3, 4, 8, 9))
    let more = try FormatExpression("sales + 1")
    #expect(try store.update(["sales": more], where: try Town.request("sales == max:(sales)")) == 1)
    #expect(try store.fetchIdentifiers(try Town.request("sales == 13")) == integers(9))
    #expect(try store.update(["sales": 1], where: try Town.request("sales > 90")) == 0)
    let keeper = try #require(
      try store.fetchOne(PredicateFetchRequest(try FormatPredicate("name == 'bo'"), of: "Keeper")))
    #expect(try store.update(["keeper": keeper], where: try Town.request("keeper == nil")) == 3)
    #expect(try store.fetchCount(try Town.request("keeper.name == 'bo'")) == 5)
  }

  @Test("a delete returns the number of rows, and deletes no others")
  func delete() throws {
    let store = try Town.store()
    #expect(try store.delete(where: try Town.request("ANY wares.name == 'cup'")) == 2)
    #expect(try store.fetchIdentifiers(try Town.request()) == integers(2, 3, 4, 5, 6, 7, 8, 10))
    #expect(try store.delete(where: try Town.request("sales > $N"), variables: ["N": 90]) == 0)
    #expect(try store.delete(where: PredicateFetchRequest(of: "Ware")) == 8)
    #expect(try store.delete(where: try Town.request()) == 8)
    #expect(try store.fetchCount(try Town.request()) == 0)
  }

  @Test("a change of a page affects the objects that a fetch of the page gives")
  func pages() throws {
    for sortKey in [SortKey.descending("sales"), .ascending("name", .localizedStandard)] {
      let page = try Town.request("kind != 'cake'", sortKey) { ($0.offset, $0.limit) = (1, 3) }
      let store = try Town.store()
      let found = try store.fetchIdentifiers(page)
      #expect(found.count == 3)
      #expect(try store.update(["rating": 7.5], where: page) == 3)
      let changed = try store.fetchIdentifiers(try Town.request("rating == 7.5"))
      #expect(Set(changed) == Set(found))
      #expect(try store.delete(where: page) == 3)
      #expect(try store.fetchCount(try Town.request("rating == 7.5")) == 0)
      #expect(try store.fetchCount(try Town.request()) == 7)
    }
    let store = try Town.store()
    #expect(try store.delete(where: try Town.request { $0.limit = 0 }) == 0)
    #expect(try store.delete(where: try Town.request { $0.offset = 8 }) == 2)
    #expect(try store.fetchIdentifiers(try Town.request()) == integers(1, 2, 3, 4, 5, 6, 7, 8))
  }

  @Test("a page with more rows than one statement takes is changed in one transaction")
  func longPage() throws {
    let store = try Town.store()
    try store.connection.execute(
      """
      INSERT INTO ware SELECT value, 'nail', value, 1 FROM
      (WITH RECURSIVE n(value) AS (SELECT 101 UNION ALL SELECT value + 1 FROM n WHERE value < 25100) SELECT * FROM n)
      """)
    let nails = PredicateFetchRequest(
      try FormatPredicate("name == 'nail'"), of: "Ware", sortKeys: [.descending("price")], offset: 10)
    #expect(try store.update(["name": "tack"], where: nails) == 24_990)
    #expect(try store.fetchCount(PredicateFetchRequest(try FormatPredicate("name == 'nail'"), of: "Ware")) == 10)
    // Only a row of the last statement violates the constraint.
    try store.connection.execute("CREATE UNIQUE INDEX place ON ware(price, name) WHERE price < 200")
    try store.connection.execute("INSERT INTO ware VALUES (30000, 'pin', 150, 1)")
    let tacks = try nails.with { $0.predicate = try FormatPredicate("name == 'tack'") }
    #expect(throws: SQLiteDatabaseError.self) { try store.update(["name": "pin"], where: tacks) }
    #expect(try store.fetchCount(PredicateFetchRequest(try FormatPredicate("name == 'pin'"), of: "Ware")) == 1)
  }

  @Test("pages of objects that two columns identify", arguments: [10, 500, 1_100])
  func compoundKeys(limit: Int) throws {
    let model = try PredicateModel([
      .init(
        "Line", keyAttributes: ["number", "position"],
        attributes: [
          .init("number", .integer64, isNullable: false), .init("position", .string, isNullable: false),
          .init("quantity", .integer64),
        ])
    ])
    let store = SQLiteStore(try SQLiteDatabaseConnection(), model: model)
    try store.connection.execute(
      "CREATE TABLE Line(number INTEGER, position TEXT, quantity INTEGER, PRIMARY KEY (number, position)) WITHOUT ROWID"
    )
    try store.connection.execute(
      """
      INSERT INTO Line WITH RECURSIVE n(value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM n WHERE value < 1199)
      SELECT value / 3, char(97 + value % 3), value FROM n
      """)
    let page = PredicateFetchRequest(of: "Line", sortKeys: [.descending("quantity")], limit: limit)
    #expect(try store.fetchIdentifier(page) == .list([.integer(399), .string("c")]))
    #expect(try store.fetchAll(page).first?["position"] == .string("c"))
    #expect(try store.update(["quantity": FormatExpression("quantity + 5000")], where: page) == limit)
    let changed = PredicateFetchRequest(try FormatPredicate("quantity >= 5000"), of: "Line")
    #expect(try store.fetchCount(changed) == limit)
    #expect(try store.delete(where: page) == limit)
    #expect(try store.fetchCount(PredicateFetchRequest(of: "Line")) == 1200 - limit)
    let object = try #require(try store.fetchOne(PredicateFetchRequest(of: "Line")))
    #expect(throws: FormatError.self) {
      try store.fetchCount(PredicateFetchRequest(try FormatPredicate("SELF == %@", object), of: "Line"))
    }
  }

  @Test(
    "pages of objects whose keys are texts and UUIDs",
    arguments: [PredicateModel.AttributeType.string, .uuid(.bytes), .uuid(.upperText), .uuid(.lowerText)])
  func keys(type: PredicateModel.AttributeType) throws {
    let model = try PredicateModel([
      .init("Thing", primaryKey: "key", primaryKeyType: type, attributes: [.init("number", .integer64)])
    ])
    let store = SQLiteStore(try SQLiteDatabaseConnection(), model: model)
    try store.connection.execute("CREATE TABLE Thing(key NOT NULL UNIQUE, number INTEGER)")
    let key = type == .uuid(.bytes) ? "randomblob(16)" : "printf('%s-%012x', prefix, 1000 * value)"
    let prefix = "0a1b2c3d-4e5f-4a6b-8c7d"
    try store.connection.execute(
      """
      INSERT INTO Thing WITH RECURSIVE n(value, prefix) AS (
        SELECT 1, '\(type == .uuid(.upperText) ? prefix.uppercased() : prefix)'
        UNION ALL SELECT value + 1, prefix FROM n WHERE value < 300
      ) SELECT \(type == .uuid(.upperText) ? "upper(\(key))" : key), value FROM n
      """)
    for (limit, rest) in [(150, 150), (3, 147)] {
      let page = PredicateFetchRequest(of: "Thing", sortKeys: [.descending("number")], limit: limit)
      #expect(try store.update(["number": FormatExpression("number + 1000")], where: page) == limit)
      #expect(try store.delete(where: page) == limit)
      #expect(try store.fetchCount(PredicateFetchRequest(of: "Thing")) == rest)
      #expect(try store.queryValue(.maximum("number"), as: Int.self, for: PredicateFetchRequest(of: "Thing")) == rest)
    }
  }

  @Test("a constraint that fails midway changes nothing, also within a transaction of the program")
  func constraints() throws {
    for isKeeping in [false, true] {
      let store = try Town.store()
      if isKeeping {
        // A table that keeps the effects of a failed statement.
        try store.connection.execute("DROP TABLE shop")
        try store.connection.execute(
          """
          CREATE TABLE shop(id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT UNIQUE ON CONFLICT FAIL, sales INTEGER, \
          rating REAL, is_open INTEGER NOT NULL, founded REAL, keeper_id INTEGER)
          """)
        for id in 1...4 {
          try store.connection.execute("INSERT INTO shop VALUES (\(id), 'n', 'k\(id)', \(98 + id % 2), 1, 1, 1, 1)")
        }
      }
      let changes: KeyValuePairs<String, (any FormatArgument)?> =
        isKeeping ? ["kind": "one"] : ["sales": try FormatExpression("sales + 90")]
      let (sales, kinds) = (try all("sales", store), try all("kind", store))
      #expect(throws: SQLiteDatabaseError.self) { try store.update(changes, where: try Town.request()) }
      #expect(try all("sales", store) == sales)
      #expect(try all("kind", store) == kinds)

      try store.connection.transaction {
        try store.update(["name": "new"], where: try Town.request("sales > 0"))
        #expect(throws: SQLiteDatabaseError.self) { try store.update(changes, where: try Town.request()) }
      }
      #expect(try all("sales", store) == sales)
      #expect(try all("kind", store) == kinds)
      #expect(
        try store.fetchCount(try Town.request("name == 'new'")) == store.fetchCount(try Town.request("sales > 0")))
    }
  }

  @Test("refused changes")
  func refused() throws {
    let store = try Town.store()
    // Conditions that SQL leaves to memory, also for a page.
    let residual = try Town.request("name BEGINSWITH[l] 'a'")
    for request in [residual, residual.with { $0.limit = 1 }] {
      #expect(codes { try store.delete(where: request) } == [.untranslatable])
      #expect(codes { try store.update(["sales": 1], where: request) } == [.untranslatable])
    }
    #expect(codes { try store.delete(where: PredicateFetchRequest()) } == [.invalidRequest])
    #expect(codes { try store.delete(where: try Town.request().selecting("name")) } == [.invalidRequest])
    let having = try Town.request { $0.having = FormatPredicate(true) }
    let error = #expect(throws: FormatError.self) { try store.delete(where: having) }
    #expect(
      error?.diagnostics.map(\.message) == [
        "a request with having cannot be fetched: it has neither group keys nor aggregates"
      ])
    #expect(codes { try store.delete(where: try Town.request { $0.limit = -1 }) } == [.invalidRequest])
    #expect(codes { try store.update(["colour": 1], where: try Town.request()) } == [.unknownKey])
    #expect(codes { try store.update(["name": nil], where: try Town.request()) } == [.untranslatable])
    #expect(codes { try store.update([:], where: try Town.request()) } == [.untranslatable])
    // The pattern is never used, because no row has so many sales.
    let pattern = try Town.request("sales > 1000 AND name MATCHES '['")
    #expect(codes { try store.delete(where: pattern) } == [.badPattern])
    // An integer of more than 53 bits may not be exact as a double. A length is.
    let squares = try FormatExpression("sales * sales")
    #expect(codes { try store.update(["rating": squares], where: try Town.request()) } == [.untranslatable])
    #expect(try store.fetchCount(try Town.request()) == 10)
    #expect(try store.update(["rating": FormatExpression("length(name)")], where: try Town.request()) == 10)
    #expect(try store.fetchCount(try Town.request()) == 10)
  }
}
