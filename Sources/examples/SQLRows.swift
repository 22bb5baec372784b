import PredicateFormat
import PredicateSQLite

/// Returns the statement for a format string, its parameters, and the rows that it finds.
///
/// A program with another driver passes the text and the parameters to it.
func sqlRows(matching format: String) throws -> [String] {
  let orders = try SQLTranslator(.sqlite, model: Order.model(), entity: "Order")
  let statement = try orders.select(
    ["customer", "total"], where: FormatPredicate(format), orderBy: [.descending("total")])
  let parameters = statement.parameters.map { printed($0.value) }
  var lines = [statement.text, "parameters: \(parameters.joined(separator: ", "))"]
  let rows = try Order.database().rows(of: statement)
  while let row = try rows.next() {
    lines.append(row.map(printed).joined(separator: " | "))
  }
  return lines
}
