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

/// The infix operators: one row a spelling, and the only place that knows them. A token that is one carries its key.
enum InfixTable {
  struct Row {
    let spelling: String
    let precedence: Precedence
    let infix: Infix
  }

  /// How to find a row, and how tightly it binds: all that most questions ask.
  struct Key {
    fileprivate let row: UInt8
    let precedence: Precedence

    /// A selector between two expressions is an operator of the program's own, which no row can know.
    static let selector = Key(row: .max, precedence: .comparison)
  }

  private static let rows: [Row] = {
    let symbols: [(spelling: String, precedence: Precedence, infix: Infix)] = [
      ("OR", .or, .or), ("||", .or, .or), ("AND", .and, .and), ("&&", .and, .and), (":=", .assignment, .assignment),
      ("|", .bitOr, .function(selector: "bitwiseOr:with:")),
      ("^", .bitXor, .function(selector: "bitwiseXor:with:")),
      ("&", .bitAnd, .function(selector: "bitwiseAnd:with:")),
      ("<<", .shift, .function(selector: "leftshift:by:")),
      (">>", .shift, .function(selector: "rightshift:by:")),
      ("+", .additive, .function(selector: "add:to:")),
      ("-", .additive, .function(selector: "from:subtract:")),
      ("*", .multiplicative, .function(selector: "multiply:by:")),
      ("/", .multiplicative, .function(selector: "divide:by:")),
      ("**", .power, .function(selector: "raise:toPower:")),
    ]
    var rows = symbols.map { Row(spelling: $0.spelling, precedence: $0.precedence, infix: $0.infix) }
    for row in ComparisonOperator.table {
      for spelling in [row.spelling] + row.otherSpellings {
        rows.append(Row(spelling: spelling, precedence: .comparison, infix: .comparison(row.comparison)))
      }
    }
    for operation in FormatExpression.SetOperation.allCases {
      rows.append(
        Row(spelling: operation.rawValue, precedence: .setOperation, infix: .setOperation(operation)))
    }
    return rows
  }()

  /// The key of a spelling, nil where it is no infix operator.
  static func key(of spelling: String) -> Key? {
    rows.firstIndex { $0.spelling == spelling }.map {
      Key(row: UInt8(truncatingIfNeeded: $0), precedence: rows[$0].precedence)
    }
  }

  /// What a token builds, nil where it is no infix operator.
  ///
  /// Operator ::= OptionOperator Options? | PlainOperator | Selector
  /// OptionOperator ::= "=" | "==" | "!=" | "<>" | "<" | "<=" | "=<" | ">" | ">=" | "=>" | "IN" | "CONTAINS"
  ///   | "BEGINSWITH" | "ENDSWITH" | "LIKE" | "MATCHES" | "TOKENMATCHES"
  /// PlainOperator ::= "BETWEEN" | "BOUNDEDBY" | "UTI-EQUALS" | "UTI-CONFORMS-TO"
  static func infix(of token: Token, in lexer: Lexer) -> Infix? {
    guard let key = token.infix else { return nil }
    return key.row < rows.count ? rows[Int(key.row)].infix : .comparison(.custom(lexer.name(of: token)))
  }

  /// The operators that are words, for suggestions.
  static let words = ComparisonOperator.table.map(\.spelling).filter { Keyword(rawValue: $0) != nil }
}
