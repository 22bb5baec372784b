/// Words that others write, and what they mean here. A word of a vocabulary is one line.
struct Vocabulary: Sendable {
  let name: String
  /// The meanings of the words, which are in capital letters, with one space between the words of a phrase.
  private let meanings: [String: String]
  /// Words of the language that a misspelled word may mean.
  private let near: [String]
  /// The greatest number of words of a phrase.
  let longest: Int

  init(_ name: String, _ meanings: [String: String] = [:], near: [String] = []) {
    self.name = name
    self.meanings = meanings
    self.near = near
    // An operator of three characters may be three tokens.
    longest = near.isEmpty ? max(3, meanings.keys.reduce(1) { max($0, $1.split(separator: " ").count) }) : 1
  }

  /// Whether the vocabulary has words that are near those of the language.
  var isOfMisspellings: Bool { !near.isEmpty }

  /// Returns what a word means, or `nil` if it is not in the vocabulary.
  func meaning(of word: String) -> String? {
    if let meaning = meanings[word] { return meaning }
    if near.isEmpty || word.utf8.count < 3 || word.utf8.contains(UInt8(ascii: " ")) { return nil }
    // A foreign word may be misspelled too.
    return nearestWord(to: word, among: near).map { meanings[$0] ?? Self.operators.meanings[$0] ?? $0 }
  }

  static func named(_ name: String) -> Vocabulary? { all.first { $0.name == name } }

  static let all: [Vocabulary] = [
    operators, negatedOperators, nullTests, nullTestsNegated, methods, properties, functionsOfMethods, connectives,
    modifiers, clauses, signs, conversions, nearOperators, nearConnectives, nearModifiers, nearCalls,
    nearItems,
  ]

  /// Typographic and mathematical signs, and conversions that are near those of a format.
  static let signs = Vocabulary(
    "sign", ["−": "-", "–": "-", "—": "-", "×": "*", "÷": "/", "∧": "&&", "∨": "||", "¬": "!"])
  static let conversions = Vocabulary("conversion", ["%K": "%K", "%L": "%ld", "%LN": "%@", "%UL": "%lu"])

  /// Misspelled words of the language.
  static let nearOperators = Vocabulary(
    "near-operator", near: InfixOperator.words + ["STARTSWITH", "HASPREFIX", "HASSUFFIX", "INCLUDES"])
  static let nearConnectives = Vocabulary("near-connective", near: ["AND", "OR"])
  static let nearModifiers = Vocabulary("near-modifier", near: ["ANY", "ALL", "NONE", "SOME", "NOT"])
  static let nearItems = Vocabulary(
    "near-item", ["@STATUS": "@status", "@PROPERTY": "@property", "@KEY": "@key"],
    near: ["@STATUS", "@PROPERTY", "@KEY"])
  static let nearCalls = Vocabulary("near-call", near: Keyword.calls)

  /// Comparison operators in words and symbols.
  static let operators = Vocabulary(
    "operator",
    [
      "EQUALS": "==", "EQUAL": "==", "EQ": "==", "EQUAL TO": "==", "EQUALS TO": "==", "IS EQUAL TO": "==", "===": "==",
      "<=>": "==", "IS NOT DISTINCT FROM": "==", "IS THE SAME AS": "==",
      "NE": "!=", "NEQ": "!=", "NOT_EQUALS": "!=", "NOTEQUALS": "!=", "NOT_EQUAL": "!=", "!==": "!=", "><": "!=",
      "=!": "!=", "≠": "!=", "~~": "CONTAINS",
      "IS NOT EQUAL TO": "!=", "NOT EQUAL TO": "!=", "IS DISTINCT FROM": "!=",
      "LT": "<", "LESS": "<", "LESSTHAN": "<", "LESS_THAN": "<", "LESS THAN": "<", "IS LESS THAN": "<",
      "GT": ">", "GREATER": ">", "GREATERTHAN": ">", "GREATER_THAN": ">", "GREATER THAN": ">", "IS GREATER THAN": ">",
      "LE": "<=", "LTE": "<=", "≤": "<=", "LESS THAN OR EQUAL TO": "<=", "IS LESS THAN OR EQUAL TO": "<=",
      "LESS_OR_EQUAL": "<=",
      "GE": ">=", "GTE": ">=", "≥": ">=", "GREATER THAN OR EQUAL TO": ">=", "IS GREATER THAN OR EQUAL TO": ">=",
      "GREATER_OR_EQUAL": ">=",
      "HASPREFIX": "BEGINSWITH", "STARTSWITH": "BEGINSWITH", "STARTS_WITH": "BEGINSWITH", "STARTS WITH": "BEGINSWITH",
      "BEGINS WITH": "BEGINSWITH", "BEGINS_WITH": "BEGINSWITH", "ISTARTSWITH": "BEGINSWITH[c]",
      "IBEGINSWITH": "BEGINSWITH[c]",
      "HASSUFFIX": "ENDSWITH", "ENDS WITH": "ENDSWITH", "ENDS_WITH": "ENDSWITH", "IENDSWITH": "ENDSWITH[c]",
      "INCLUDES": "CONTAINS", "HAS": "CONTAINS", "ICONTAINS": "CONTAINS[c]", "TEXT": "CONTAINS[cd]", "IEQUALS": "==[c]",
      "REGEXP": "MATCHES", "REGEX": "MATCHES", "RLIKE": "MATCHES", "=~": "MATCHES", "~=": "MATCHES", "~*": "MATCHES[c]",
      "GLOB": "LIKE", "ILIKE": "LIKE[c]", "SIMILAR TO": "LIKE", "IS LIKE": "LIKE", "IS IN": "IN", "ISIN": "IN",
      "IS BETWEEN": "BETWEEN",
    ])

  /// Operators that negate the comparison.
  static let negatedOperators = Vocabulary(
    "negated",
    [
      "IS NOT IN": "IN", "NOTIN": "IN", "NOT_IN": "IN", "DOES NOT CONTAIN": "CONTAINS", "NOT_CONTAINS": "CONTAINS",
      "DOES NOT MATCH": "MATCHES",
      "!~": "MATCHES", "!~*": "MATCHES[c]", "DOES NOT BEGIN WITH": "BEGINSWITH", "NOT BEGINS WITH": "BEGINSWITH",
      "NOT STARTS WITH": "BEGINSWITH", "NOT STARTSWITH": "BEGINSWITH", "NOT ENDS WITH": "ENDSWITH",
      "IS NOT LIKE": "LIKE",
      "IS NOT BETWEEN": "BETWEEN", "IS NOT CONTAINS": "CONTAINS", "IS NOT MATCHES": "MATCHES",
      "IS NOT BEGINSWITH": "BEGINSWITH",
      "IS NOT ENDSWITH": "ENDSWITH", "NOT ILIKE": "LIKE[c]",
    ])

  static let nullTests = Vocabulary("isnull", ["ISNULL": "== nil", "ISNIL": "== nil"])
  static let nullTestsNegated = Vocabulary("notnull", ["ISNOTNULL": "!= nil", "NOTNULL": "!= nil"])

  /// Methods that compare, and the operators that are meant.
  static let methods = Vocabulary(
    "method",
    [
      "CONTAINS": "CONTAINS", "INCLUDES": "CONTAINS", "HASPREFIX": "BEGINSWITH", "STARTSWITH": "BEGINSWITH",
      "STARTS": "BEGINSWITH",
      "BEGINSWITH": "BEGINSWITH", "HASSUFFIX": "ENDSWITH", "ENDSWITH": "ENDSWITH", "MATCHES": "MATCHES", "ISIN": "IN",
      "EQUALS": "==",
      "LOCALIZEDCASEINSENSITIVECONTAINS": "CONTAINS[c]", "LOCALIZEDSTANDARDCONTAINS": "CONTAINS[cd]", "ISEQUAL:": "==",
      "ISEQUALTOSTRING:": "==",
    ])

  /// Methods without arguments that are keys or indexes here.
  static let properties = Vocabulary(
    "property",
    ["COUNT": ".@count", "SIZE": "[SIZE]", "LENGTH": ".length", "FIRST": "[FIRST]", "LAST": "[LAST]"])

  /// Methods without arguments that are functions here.
  static let functionsOfMethods = Vocabulary(
    "function",
    [
      "UPPERCASED": "uppercase", "LOWERCASED": "lowercase", "TOUPPERCASE": "uppercase", "TOLOWERCASE": "lowercase",
      "UPPERCASE": "uppercase", "LOWERCASE": "lowercase", "UPPER": "uppercase", "LOWER": "lowercase",
    ])

  static let connectives = Vocabulary(
    "connective",
    ["ANDALSO": "AND", "ORELSE": "OR", "PLUS": "AND", "BUT": "AND", "UND": "AND", "ODER": "OR"])

  static let modifiers = Vocabulary(
    "modifier", ["EVERY": "ALL", "EACH": "ALL", "EXISTS": "ANY", "NO": "NONE", "ONE": "ANY", "AN": "ANY"])

  static let clauses = Vocabulary(
    "clause",
    Dictionary(
      uniqueKeysWithValues: [
        "SELECT", "FROM", "WHERE", "ORDER", "GROUP", "HAVING", "LIMIT", "OFFSET", "JOIN", "ESCAPE",
      ].map { ($0, $0) }))
}
