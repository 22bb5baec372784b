import PredicateSyntax

/// Returns formats of many kinds whose trees have about the given height.
public func highFormats(_ height: Int) -> [String] {
  func nested(_ open: String, _ core: String, _ close: String, by levels: Int = 1) -> String {
    String(repeating: open, count: height / levels) + core + String(repeating: close, count: height / levels)
  }
  func chain(_ word: String, _ sign: String) -> String {
    Array(repeating: word, count: height).joined(separator: sign)
  }
  var subquery = "$v\(height / 4).number > 0"
  for level in stride(from: height / 4, to: 0, by: -1) {
    subquery = "SUBQUERY(\(level == 1 ? "" : "$v\(level - 1).")children, $v\(level), \(subquery)).@count > 0"
  }
  return [
    nested("(number > 0 AND (large > 0 OR ", "number == 5", "))", by: 2), nested("NOT ", "number == 5", ""),
    nested("TERNARY(number > 5, ", "large", ", 1)") + " == 1",
    nested("TERNARY(", "number", " > 5, 1, 2)", by: 2) + " == 1", chain("number", "+") + " > 5",
    chain("large", "*") + " > 5", chain("real", "/") + " > 5", nested("-(", "large", ")") + " > 5",
    nested("abs(", "large", ")") + " > 5", nested("sqrt(", "real", ")") + " > 5",
    nested("uppercase(", "text", ")") + " == 'A'",
    nested("CAST(", "number", ", \"NSDate\")") + " == nil",
    nested("(number IN {1, TERNARY(", "number > 1", ", 1, 2)})", by: 3),
    chain("parent", ".") + ".number == nil", "ANY " + chain("children", ".") + ".number == 5", subquery,
    nested("(number BETWEEN {1, TERNARY(", "number > 1", ", 1, 2)})", by: 3),
  ]
}

/// The highest tree of each kind that the default limits permit.
public let highestPredicates: [FormatPredicate] = highFormats(1).indices.compactMap { index in
  (1...2 * Limits.default.height).reversed().lazy.compactMap { try? FormatPredicate(highFormats($0)[index]) }.first
}
