import PredicateFormat
import PredicateSQLite

/// Returns the cities with more than one order, by their sums, computed from an array and by a database.
func orderGroups() throws -> [String] {
  let request = try PredicateFetchRequest(of: "Order").matching("total >= %@", 20)
    .grouped(by: "city").selecting("city", .count("customer", as: "orders"), .sum("total", as: "sum"))
    .having("orders > 1").sorted(by: .descending("sum"))
  let inMemory = try Order.all.queryAttributes(request)
  let inDatabase = try SQLiteStore(Order.database(), model: Order.model()).queryAttributes(request)
  let lines = inMemory.map { row in
    ["city", "orders", "sum"].map { name in "\(name): \(printed(row[name] ?? .null))" }.joined(separator: ", ")
  }
  return lines + ["SQLite gives \(inDatabase == inMemory ? "the same rows" : "other rows: \(inDatabase)")"]
}
