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
  (1...2 * PredicateLimits.default.height).reversed().lazy.compactMap { try? FormatPredicate(highFormats($0)[index]) }
    .first
}

/// Returns formats of many kinds that are long without being high: each has about the given number of parts of one kind. Most are
/// valid, and the others are refused with a code.
public func longFormats(_ length: Int) -> [String] {
  func list(_ separator: String = ", ", _ item: (Int) -> String) -> String {
    (0..<length).map(item).joined(separator: separator)
  }
  func repeated(_ text: String) -> String { String(repeating: text, count: length) }
  let path = list(".") { _ in "parent" }
  return [
    // Key paths.
    "\(path).number == 1", "SELF.\(path) == nil", "ANY children.\(path).number == 1", "$v.\(path) == 1",
    "children\(repeated(".@distinctUnionOfObjects")).number == {1}", "children\(repeated(".@sum")).number > 1",
    "SUBQUERY(\(path).children, $v, $v.\(path).number == 1).@count > 0", "\(path)[0].\(path) == 1",
    "uppercase(\(path).text) == 'A'", "\(repeated("k")) == 1", "\(repeated("\\u0020")) == 1",
    // Lists and arguments.
    "number IN {\(list { "\($0)" })}", "text IN {\(list { "\"\($0)\"" })}", "number IN {\(list { _ in "number" })}",
    "number == max:({\(list { "k\($0)" })})", "sum({\(list { _ in "number" })}) > 3",
    "{\(list { "k\($0)" })} == {\(list { "\($0)" })}", "{\(list { _ in "{1}" })} == children",
    "FUNCTION(text, \"\(repeated("f:"))\", \(list { "\($0)" })) == 1",
    "\(repeated("f:"))(\(list { _ in "number" })) == 1",
    // Chains.
    list(" AND ") { "number == \($0)" }, list(" OR ") { "number == \($0)" },
    list(" OR ") { "NOT text CONTAINS \"\($0)\"" },
    list(" OR ") { "(number == \($0) AND large > 2)" }, list(" OR ") { "ANY children.number == \($0)" },
    list(" AND ") { "SUBQUERY(children, $v, $v.number == \($0)).@count > 0" }, list(" OR ") { "number == $v\($0)" },
    list(" AND ") { "TERNARY(number > \($0), 1, 2) == 1" }, list(" AND ") { "($v\($0) := number) == 1" },
    list(" OR ") { "number BETWEEN {\($0), %@}" }, list(" + ") { _ in "number" } + " > 1",
    list(" UNION ") { _ in "children" } + " == {1}",
    // Texts and mistakes.
    "text == \"\(repeated("x"))\"", "text LIKE \"\(repeated("*x"))\"", "text MATCHES \"(\(list("|") { "x\($0)" }))\"",
    list(" ") { "number == \($0)" }, list(" = ") { _ in "number" }, repeated("("), repeated("number == "),
  ]
}

/// The number of parts of long formats in tests. A function that calls itself for each part overflows a stack of 512 KB. Debug
/// builds have larger frames, and take ten times as long.
public let longLength = isDebug ? 500 : isFullRun ? 3_000 : 1_500

private var isDebug: Bool {
  #if DEBUG
  true
  #else
  false
  #endif
}
