/// The reserved words. A key of the same name needs a `#` before it; words are read without regard to case.
package enum Keyword: String, Sendable, CaseIterable {
  case and = "AND", or = "OR", not = "NOT"
  case `in` = "IN", like = "LIKE", matches = "MATCHES", contains = "CONTAINS", beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH", between = "BETWEEN", tokenMatches = "TOKENMATCHES", boundedBy = "BOUNDEDBY"
  case utiEquals = "UTI-EQUALS", utiConformsTo = "UTI-CONFORMS-TO"
  case any = "ANY", some = "SOME", all = "ALL", none = "NONE"
  case null = "NULL", `nil` = "NIL", yes = "YES", no = "NO", `true` = "TRUE", `false` = "FALSE"
  case `self` = "SELF", anyKey = "ANYKEY"
  case truePredicate = "TRUEPREDICATE", falsePredicate = "FALSEPREDICATE"
  case first = "FIRST", last = "LAST", size = "SIZE"
  case subquery = "SUBQUERY", cast = "CAST", function = "FUNCTION", ternary = "TERNARY"
  case union = "UNION", intersect = "INTERSECT", minus = "MINUS"
  /// Core Data's fetch requests as expressions: a function whose name is reserved.
  case fetch = "FETCH"
  /// Reserved by Apple without a meaning in format strings.
  case caseInsensitive = "CASEINSENSITIVE", ci = "CI"

  /// The keyword that a word is, in whatever case.
  package static func named(_ word: String) -> Keyword? {
    // Letters outside ASCII may have ASCII ones as their upper case: `ı` is no I here.
    guard word.utf8.count <= longest, word.utf8.count >= 2, word.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return table[word.uppercased()]
  }

  private static let table = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
  private static let longest = allCases.reduce(0) { max($0, $1.rawValue.utf8.count) }

  /// Words that Apple's printer escapes although its parser does not need it.
  package static let alsoEscaped: Set<String> = ["APPLY", "INTERSECTION"]
}
