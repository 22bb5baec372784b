/// Runs the example that the first argument names, and returns the lines that it prints.
package func runExample(_ arguments: [String]) throws -> [String] {
  switch (arguments.first, arguments.count) {
  case ("csv", 3): return try filterCSV(arguments[1], by: arguments[2])
  case ("server", 2):
    let response = try PeopleServer().respond(to: arguments[1])
    return ["\(response.status)", response.body]
  case ("sql", 2): return try sqlRows(matching: arguments[1])
  case ("groups", 1): return try orderGroups()
  default: return ["usage: examples csv FILE FORMAT | server TARGET | sql FORMAT | groups"]
  }
}
