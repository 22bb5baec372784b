import Foundation
import PredicateFormat
import PredicateSQLite

/// A town of shops: the same objects in a database and as Swift objects, in the order of their primary keys.
final class Keeper: Sendable {
  let id: Int
  let name: String
  let city: String?

  init(_ id: Int, _ name: String, _ city: String?) {
    self.id = id
    self.name = name
    self.city = city
  }
}

final class Ware: Sendable {
  let id: Int
  let name: String
  let price: Int

  init(_ id: Int, _ name: String, _ price: Int) {
    self.id = id
    self.name = name
    self.price = price
  }
}

final class Shop: Sendable {
  let id: Int
  let name: String
  let kind: String?
  let sales: Int?
  let rating: Double?
  let isOpen: Bool
  let founded: Date?
  let keeper: Keeper?
  let wares: [Ware]

  init(
    _ id: Int, _ name: String, _ kind: String?, _ sales: Int?, _ rating: Double?, isOpen: Bool = true,
    founded: Date? = nil, keeper: Keeper? = nil, wares: [Ware] = []
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.sales = sales
    self.rating = rating
    self.isOpen = isOpen
    self.founded = founded
    self.keeper = keeper
    self.wares = wares
  }
}

enum Town {
  static let keepers = [Keeper(1, "Ada", "Ulm"), Keeper(2, "Élan", nil), Keeper(3, "bo", "Bonn")]

  static let shops: [Shop] = [
    Shop(
      1, "stall 10", "tea", 12, 4.5, founded: Date(timeIntervalSinceReferenceDate: 1_000), keeper: keepers[0],
      wares: [Ware(1, "pot", 20), Ware(2, "cup", 4)]),
    Shop(2, "stall 2", "tea", nil, 3.25, founded: Date(timeIntervalSinceReferenceDate: 500.5), keeper: keepers[1]),
    Shop(3, "Éclair", "cake", 7, nil, isOpen: false, keeper: keepers[0], wares: [Ware(3, "tart", 9)]),
    Shop(4, "eclair", nil, 7, 0.1, keeper: nil, wares: [Ware(4, "bun", 1), Ware(5, "pie", 9), Ware(6, "roll", 1)]),
    Shop(5, "Zoo", "pets", -3, 0.2, founded: Date(timeIntervalSinceReferenceDate: -7), keeper: keepers[2]),
    Shop(6, "apple", "cake", 7, 0.3, isOpen: false, keeper: keepers[1], wares: [Ware(7, "cake", 12)]),
    Shop(7, "Apple", "tea", 40, 4.5, keeper: keepers[2]),
    Shop(8, "", nil, nil, nil),
    Shop(9, "stall 1", "pets", 12, 1e15, keeper: keepers[0], wares: [Ware(8, "cup", 5)]),
    Shop(10, "it's \"q\"", "cake", 0, -1e15, founded: Date(timeIntervalSinceReferenceDate: 1_000)),
  ]

  static func model() throws -> PredicateModel {
    try PredicateModel([
      .init(
        "Shop", table: "shop",
        attributes: [
          .init("name", .string, isNullable: false), .init("kind", .string), .init("sales", .integer32),
          .init("rating", .double), .init("isOpen", .boolean(.integer), column: "is_open", isNullable: false),
          .init("founded", .date(.referenceSeconds)),
        ],
        relationships: [
          .toOne("keeper", "Keeper", column: "keeper_id"), .toMany("wares", "Ware", foreignKey: "shop_id"),
        ]),
      .init(
        "Keeper", table: "keeper",
        attributes: [.init("name", .string, isNullable: false), .init("city", .string)],
        relationships: [.toMany("shops", "Shop", foreignKey: "keeper_id")]),
      .init(
        "Ware", table: "ware",
        attributes: [.init("name", .string, isNullable: false), .init("price", .integer32, isNullable: false)],
        relationships: [.toOne("shop", "Shop", column: "shop_id")]),
    ])
  }

  /// Returns the town in a database, which is in memory if no path is given.
  static func store(_ path: String? = nil) throws -> SQLiteStore {
    let connection = try SQLiteDatabaseConnection(path.map { .readWrite($0) } ?? .memory)
    try fill(connection)
    return SQLiteStore(connection, model: try model())
  }

  /// Creates the tables of the town and their rows.
  static func fill(_ connection: SQLiteDatabaseConnection) throws {
    for table in [
      "keeper(id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT)",
      """
      shop(id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT, sales INTEGER CHECK(sales < 100), rating REAL, \
      is_open INTEGER NOT NULL, founded REAL, keeper_id INTEGER REFERENCES keeper(id))
      """,
      "ware(id INTEGER PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL, shop_id INTEGER)",
    ] { try connection.execute("CREATE TABLE \(table)") }
    func number(_ value: Int?) -> SQLParameter { SQLParameter(value.map { .integer(Int64($0)) } ?? .null, .integer) }
    func real(_ value: Double?) -> SQLParameter { SQLParameter(value.map { .double($0) } ?? .null, .double) }
    func string(_ value: String?) -> SQLParameter { SQLParameter(value.map { .string($0) } ?? .null, .text) }
    for keeper in keepers {
      try connection.execute(
        "INSERT INTO keeper VALUES (?, ?, ?)", [number(keeper.id), string(keeper.name), string(keeper.city)])
    }
    for shop in shops {
      try connection.execute(
        "INSERT INTO shop VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
          number(shop.id), string(shop.name), string(shop.kind), number(shop.sales), real(shop.rating),
          number(shop.isOpen ? 1 : 0), real(shop.founded?.timeIntervalSinceReferenceDate), number(shop.keeper?.id),
        ])
      for ware in shop.wares {
        try connection.execute(
          "INSERT INTO ware VALUES (?, ?, ?, ?)",
          [number(ware.id), string(ware.name), number(ware.price), number(shop.id)])
      }
    }
  }

  /// Returns a request for shops.
  static func request(
    _ format: String? = nil, _ sortKeys: SortKey..., change: (inout PredicateFetchRequest) -> Void = { _ in }
  ) throws -> PredicateFetchRequest {
    try PredicateFetchRequest(format.map { try FormatPredicate($0) }, of: "Shop", sortKeys: sortKeys).with(change)
  }
}

func integers(_ values: Int64...) -> [FormatValue] { values.map(FormatValue.integer) }
func strings(_ values: String...) -> [FormatValue] { values.map(FormatValue.string) }
