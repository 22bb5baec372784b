/// The node that an infix operator builds from its two operands.
enum Infix {
  case or, and
  case comparison(ComparisonOperator)
  case assignment
  case setOperation(FormatExpression.SetOperator)
  case arithmetic(ArithmeticOperator)
}

/// The precedence of operators. A greater raw value binds tighter. All operators but `assignment` are left-associative, and
/// comparisons do not chain.
enum Precedence: Int, Comparable {
  case or = 1, and, comparison, assignment, setOperation, bitOr, bitXor, bitAnd, shift, additive, multiplicative, power
  case prefix

  static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }

  /// The next tighter precedence, for the right operand of a left-associative operator.
  var tighter: Precedence { Precedence(rawValue: rawValue + 1) ?? .prefix }
}

/// An infix operator: the index of its row in the table of their spellings, with its precedence cached. The token of the operator
/// carries it.
struct InfixOperator {
  /// Whether the operator is AND or OR.
  var isConnective: Bool { precedence <= .and }
  private let row: UInt8
  let precedence: Precedence

  /// A selector between two expressions, which is an operator of the program and has no row.
  static let selector = InfixOperator(row: .max, precedence: .comparison)

  /// The single table of infix operators, with one row per spelling.
  private static let rows: [(spelling: String, precedence: Precedence, infix: Infix)] = {
    var rows: [(spelling: String, precedence: Precedence, infix: Infix)] = [
      ("OR", .or, .or), ("||", .or, .or), ("AND", .and, .and), ("&&", .and, .and), (":=", .assignment, .assignment),
    ]
    for infix in ArithmeticOperator.allCases {
      guard let precedence = infix.precedence else { continue }
      rows.append((infix.rawValue, precedence, .arithmetic(infix)))
    }
    for row in ComparisonOperator.table {
      for spelling in [row.spelling] + row.otherSpellings {
        rows.append((spelling, .comparison, .comparison(row.operator)))
      }
    }
    for infix in FormatExpression.SetOperator.allCases {
      rows.append((infix.rawValue, .setOperation, .setOperation(infix)))
    }
    return rows
  }()

  private init(row: UInt8, precedence: Precedence) {
    self.row = row
    self.precedence = precedence
  }

  /// Creates the operator of a spelling, or returns `nil` if it is not an infix operator.
  init?(_ spelling: String) {
    guard let row = Self.rows.firstIndex(where: { $0.spelling == spelling }) else { return nil }
    self.init(row: UInt8(truncatingIfNeeded: row), precedence: Self.rows[row].precedence)
  }

  /// Returns the node that a token builds, or `nil` if it is not an infix operator.
  ///
  /// Operator ::= OptionOperator Options? | PlainOperator | Selector
  /// OptionOperator ::= "=" | "==" | "!=" | "<>" | "<" | "<=" | "=<" | ">" | ">=" | "=>" | "IN" | "CONTAINS"
  ///   | "BEGINSWITH" | "ENDSWITH" | "LIKE" | "MATCHES" | "TOKENMATCHES"
  /// PlainOperator ::= "BETWEEN" | "BOUNDEDBY" | "UTI-EQUALS" | "UTI-CONFORMS-TO"
  static func infix(of token: Token, in lexer: Lexer) -> Infix? {
    guard let row = token.infix?.row else { return nil }
    return row < rows.count ? rows[Int(row)].infix : .comparison(.custom(lexer.name(of: token)))
  }

  /// The operators that are words, for suggestions.
  static let words = ComparisonOperator.table.filter { $0.isWord }.map { $0.spelling }

  /// The lengths of the words with hyphens.
  static let hyphenatedLengths = words.filter { $0.contains("-") }.map { $0.utf8.count }
}

extension ArithmeticOperator {
  /// The precedence, or `nil` for the prefix operator.
  fileprivate var precedence: Precedence? {
    switch self {
    case .bitOr: .bitOr
    case .bitXor: .bitXor
    case .bitAnd: .bitAnd
    case .leftShift, .rightShift: .shift
    case .add, .subtract: .additive
    case .multiply, .divide: .multiplicative
    case .power: .power
    case .complement: nil
    }
  }
}
