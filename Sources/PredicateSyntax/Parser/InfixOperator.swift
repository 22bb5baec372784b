/// The precedence of operators. A greater raw value binds tighter. All operators but `assignment` are left-associative, and
/// comparisons do not chain.
enum Precedence: Int, Comparable {
  case or = 1, and, comparison, assignment, setOperation, bitOr, bitXor, bitAnd, shift, additive, multiplicative, power
  case prefix

  static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }

  /// The next tighter precedence, for the right operand of a left-associative operator.
  var tighter: Precedence { Precedence(rawValue: rawValue + 1) ?? .prefix }
}

/// An infix operator, which builds a node from its two operands. The token of the operator carries it.
///
/// Operator ::= OptionOperator Options? | PlainOperator | Selector
/// OptionOperator ::= "=" | "==" | "!=" | "<>" | "<" | "<=" | "=<" | ">" | ">=" | "=>" | "IN" | "CONTAINS"
///   | "BEGINSWITH" | "ENDSWITH" | "LIKE" | "MATCHES" | "TOKENMATCHES"
/// PlainOperator ::= "BETWEEN" | "BOUNDEDBY" | "UTI-EQUALS" | "UTI-CONFORMS-TO"
enum InfixOperator: Equatable {
  case or, and, assignment
  /// A comparison operator, by the index of its row in `FormatComparisonOperator.table`.
  case comparison(UInt8)
  /// A selector, which is a comparison operator of the program.
  case selector
  case setOperation(FormatExpression.SetOperator)
  case arithmetic(ArithmeticOperator)

  /// Creates the operator of a spelling, or returns `nil` if it is not an infix operator.
  init?(_ spelling: String) {
    let comparison = FormatComparisonOperator.table.firstIndex {
      $0.spelling == spelling || $0.otherSpellings.contains(spelling)
    }
    switch spelling {
    case "OR", "||": self = .or
    case "AND", "&&": self = .and
    case ":=": self = .assignment
    default:
      if let comparison {
        self = .comparison(UInt8(truncatingIfNeeded: comparison))
      } else if let infix = FormatExpression.SetOperator(rawValue: spelling) {
        self = .setOperation(infix)
      } else if let infix = ArithmeticOperator(rawValue: spelling), infix != .complement {
        self = .arithmetic(infix)
      } else {
        return nil
      }
    }
  }

  var precedence: Precedence {
    switch self {
    case .or: .or
    case .and: .and
    case .assignment: .assignment
    case .comparison, .selector: .comparison
    case .setOperation: .setOperation
    case .arithmetic(let infix): infix.precedence
    }
  }

  /// Whether the operator is AND or OR.
  var isConnective: Bool { self == .or || self == .and }

  /// Returns the comparison operator of a token, or `nil` if the token is another one.
  static func comparison(of token: Token, in lexer: Lexer) -> FormatComparisonOperator? {
    switch token.infix {
    case .comparison(let row): FormatComparisonOperator.table[Int(row)].operator
    case .selector: .custom(lexer.name(of: token))
    case nil, .or, .and, .assignment, .setOperation, .arithmetic: nil
    }
  }

  /// The operators that are words, for suggestions.
  static let words = FormatComparisonOperator.table.filter { $0.isWord }.map { $0.spelling }

  /// The lengths of the words with hyphens.
  static let hyphenatedLengths = words.filter { $0.contains("-") }.map { $0.utf8.count }
}

extension ArithmeticOperator {
  fileprivate var precedence: Precedence {
    switch self {
    case .bitOr: .bitOr
    case .bitXor: .bitXor
    case .bitAnd: .bitAnd
    case .leftShift, .rightShift: .shift
    case .add, .subtract: .additive
    case .multiply, .divide: .multiplicative
    case .power: .power
    case .complement: .prefix
    }
  }
}
