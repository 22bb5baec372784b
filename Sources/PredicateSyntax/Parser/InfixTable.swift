/// What an infix operator builds of its two sides.
enum Infix {
  case or, and
  case comparison(ComparisonOperator)
  case assignment
  case setOperation(FormatExpression.SetOperation)
  case function(selector: String)
}

/// How tightly an operator binds; a greater raw value binds tighter. All but `assignment` group to the left, and
/// comparisons do not chain.
enum Precedence: Int, Comparable {
  case or = 1, and, comparison, assignment, setOperation, bitOr, bitXor, bitAnd, shift, additive, multiplicative, power
  case prefix

  static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }

  /// The next tighter level, for the right side of an operator that groups to the left.
  var tighter: Precedence { Precedence(rawValue: rawValue + 1) ?? .prefix }
}

/// The infix operators: one row a spelling, and the only place that knows them.
struct InfixTable {
  typealias Row = (precedence: Precedence, infix: Infix)

  /// The row of a token, nil where the token is no infix operator.
  ///
  /// Operator ::= OptionOperator Options? | PlainOperator | Selector
  /// OptionOperator ::= "=" | "==" | "!=" | "<>" | "<" | "<=" | "=<" | ">" | ">=" | "=>" | "IN" | "CONTAINS"
  ///   | "BEGINSWITH" | "ENDSWITH" | "LIKE" | "MATCHES" | "TOKENMATCHES"
  /// PlainOperator ::= "BETWEEN" | "BOUNDEDBY" | "UTI-EQUALS" | "UTI-CONFORMS-TO"
  static func row(of token: Token, in lexer: Lexer) -> Row? {
    switch token.kind {
    case .symbol(let symbol): symbols[symbol]
    case .keyword(let keyword): keywords[keyword]
    // A selector between two expressions is an operator of the program's own.
    case .selector: (.comparison, .comparison(.custom(lexer.name(of: token))))
    default: nil
    }
  }

  private static let symbols: [Token.Symbol: Row] = {
    var rows: [Token.Symbol: Row] = [
      .orOr: (.or, .or), .andAnd: (.and, .and), .assign: (.assignment, .assignment),
      .or: (.bitOr, .function(selector: "bitwiseOr:with:")),
      .caret: (.bitXor, .function(selector: "bitwiseXor:with:")),
      .and: (.bitAnd, .function(selector: "bitwiseAnd:with:")),
      .shiftLeft: (.shift, .function(selector: "leftshift:by:")),
      .shiftRight: (.shift, .function(selector: "rightshift:by:")),
      .plus: (.additive, .function(selector: "add:to:")),
      .minus: (.additive, .function(selector: "from:subtract:")),
      .star: (.multiplicative, .function(selector: "multiply:by:")),
      .slash: (.multiplicative, .function(selector: "divide:by:")),
      .starStar: (.power, .function(selector: "raise:toPower:")),
    ]
    for row in ComparisonOperator.table {
      for spelling in [row.spelling] + row.otherSpellings {
        if let symbol = Token.Symbol(rawValue: spelling) { rows[symbol] = (.comparison, .comparison(row.comparison)) }
      }
    }
    return rows
  }()

  private static let keywords: [Keyword: Row] = {
    var rows: [Keyword: Row] = [.or: (.or, .or), .and: (.and, .and)]
    for row in ComparisonOperator.table {
      if let keyword = Keyword(rawValue: row.spelling) { rows[keyword] = (.comparison, .comparison(row.comparison)) }
    }
    for operation in FormatExpression.SetOperation.allCases {
      if let keyword = Keyword(rawValue: operation.rawValue) {
        rows[keyword] = (.setOperation, .setOperation(operation))
      }
    }
    return rows
  }()

  /// Words and symbols of other languages, and what stands for them here.
  static let foreign: [String: String] = [
    "===": "==", "!==": "!=", "=~": "MATCHES", "~=": "MATCHES", "≠": "!=", "≤": "<=", "≥": ">=", "IS": "==",
    "EQUALS": "==", "EQ": "==", "NE": "!=", "LT": "<", "GT": ">", "LE": "<=", "GE": ">=", "HASPREFIX": "BEGINSWITH",
    "STARTSWITH": "BEGINSWITH", "HASSUFFIX": "ENDSWITH", "REGEXP": "MATCHES", "INCLUDES": "CONTAINS", "HAS": "CONTAINS",
  ]

  /// The operators that are words, for suggestions.
  static let words = ComparisonOperator.table.map(\.spelling).filter { Keyword(rawValue: $0) != nil }
}
