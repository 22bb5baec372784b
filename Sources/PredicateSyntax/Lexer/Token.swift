/// A token of a format string.
package struct Token: Sendable {
  /// The kinds of tokens. Names and strings stay in the source; the lexer decodes them on demand.
  package enum Kind: Sendable, Equatable {
    case end
    /// A key or function name that is not reserved.
    case word
    case keyword(Keyword)
    /// The word of a comparison operator, which is reserved too.
    case operatorWord
    /// `#word`.
    case escapedWord
    /// `@word`.
    case atWord
    /// `word:` or `word:word:`.
    case selector
    /// `$name` or `$#name`.
    case variable
    case integer(UInt64)
    case double(Double)
    case string
    case conversion
    case symbol(Symbol)
    /// Text that is not part of the language, such as `===` or an unknown conversion.
    case invalid

    /// Whether the token ends a predicate: a connective, a closing parenthesis or the end of the text.
    var endsPredicate: Bool {
      switch self {
      case .end, .keyword(.and), .keyword(.or), .symbol(.andAnd), .symbol(.orOr), .symbol(.rightParen): true
      case .word, .keyword, .operatorWord, .escapedWord, .atWord, .selector, .variable, .integer, .double, .string,
        .conversion, .symbol, .invalid:
        false
      }
    }

    /// Whether the token ends an operand: it ends a predicate, an argument or an element of a list.
    var endsOperand: Bool { endsPredicate || self == .symbol(.rightBrace) || self == .symbol(.comma) }
  }

  /// The symbols. Each one comes before its own prefixes.
  package enum Symbol: String, Sendable, CaseIterable {
    case assign = ":=", equalEqual = "==", notEqual = "!=", lessGreater = "<>", shiftLeft = "<<", lessEqual = "<="
    case equalLess = "=<", shiftRight = ">>", greaterEqual = ">=", equalGreater = "=>", andAnd = "&&", orOr = "||"
    case starStar = "**"
    case leftParen = "(", rightParen = ")", leftBracket = "[", rightBracket = "]", leftBrace = "{", rightBrace = "}"
    case comma = ",", dot = ".", equal = "=", less = "<", greater = ">", bang = "!", plus = "+", minus = "-"
    case star = "*", slash = "/", and = "&", or = "|", caret = "^", tilde = "~"
  }

  package var kind: Kind
  package var range: FormatRange
  /// The infix operator that the token is, or `nil` if it is not one.
  var infix: InfixOperator?
}

extension Token {
  var isClosingBracket: Bool {
    switch kind {
    case .symbol(.rightParen), .symbol(.rightBrace), .symbol(.rightBracket): true
    default: false
    }
  }

  /// Returns the number of brackets around each token. A bracket itself is inside of the brackets around it.
  static func bracketDepths(_ tokens: [Token]) -> [Int] {
    var depth = 0
    return tokens.map { token in
      switch token.kind {
      case .symbol(.leftParen), .symbol(.leftBrace), .symbol(.leftBracket):
        depth += 1
        return depth - 1
      case .symbol(.rightParen), .symbol(.rightBrace), .symbol(.rightBracket):
        depth -= 1
        return depth
      default: return depth
      }
    }
  }
}

extension FormatComparisonOperator {
  /// Whether the right operand is probably a string.
  var takesString: Bool { kind == .text || kind == .contains || kind == .matches }
}
