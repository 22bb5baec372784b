import PredicateFormat
import PredicateSQLite

/// The orders of a shop, in memory and in a database.
struct Order {
  let number: Int
  let customer: String
  let city: String?
  let total: Int

  static let all = [
    Order(number: 1, customer: "Ann", city: "Paris", total: 120),
    Order(number: 2, customer: "Bob", city: "Oslo", total: 35),
    Order(number: 3, customer: "Carla", city: "Paris", total: 80),
    Order(number: 4, customer: "Dan", city: nil, total: 210),
    Order(number: 5, customer: "Eve", city: "Oslo", total: 60),
    Order(number: 6, customer: "Finn", city: "Rome", total: 15),
    Order(number: 7, customer: "Ann", city: "Paris", total: 45),
  ]

  /// The table of the orders. A program may also read a model from a file, or from Core Data's model.
  static func model() throws -> PredicateModel {
    let attributes: [PredicateModel.Attribute] = [
      .init("customer", .string, isNullable: false), .init("city", .string),
      .init("total", .integer64, isNullable: false),
    ]
    return try PredicateModel([
      PredicateModel.Entity("Order", table: "orders", primaryKey: "number", attributes: attributes)
    ])
  }

  /// A database in memory with all orders.
  static func database() throws -> SQLiteDatabaseConnection {
    let connection = try SQLiteDatabaseConnection()
    try connection.execute(
      "CREATE TABLE orders(number INTEGER PRIMARY KEY, customer TEXT NOT NULL, city TEXT, total INTEGER NOT NULL)")
    try connection.prepare("INSERT INTO orders(number, customer, city, total) VALUES (?, ?, ?, ?)").run(
      each: all.map { order in
        [
          SQLParameter(.integer(Int64(order.number)), .integer), SQLParameter(.string(order.customer), .text),
          SQLParameter(order.city.map(FormatValue.string) ?? .null, .text),
          SQLParameter(.integer(Int64(order.total)), .integer),
        ]
      })
    return connection
  }
}

/// Returns a value as it is written in a format string.
func printed(_ value: FormatValue) -> String { FormatExpression(.constant(value)).format }
