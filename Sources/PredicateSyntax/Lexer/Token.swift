/// One token of a format string.
package struct Token: Sendable {
  /// What a token is. Texts stay in the source; the lexer decodes them when asked.
  package enum Kind: Sendable, Equatable {
    case end
    /// A key or function name that is no keyword.
    case word
    case keyword(Keyword)
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
    /// What looks like an operator of another language: `===`, `≠`.
    case foreignOperator
    /// What the lexer has already reported.
    case invalid
  }

  /// The symbols, longest first where one begins another.
  package enum Symbol: String, Sendable, CaseIterable {
    case assign = ":=", equalEqual = "==", notEqual = "!=", lessGreater = "<>", shiftLeft = "<<", lessEqual = "<="
    case equalLess = "=<", shiftRight = ">>", greaterEqual = ">=", equalGreater = "=>", andAnd = "&&", orOr = "||"
    case starStar = "**"
    case leftParen = "(", rightParen = ")", leftBracket = "[", rightBracket = "]", leftBrace = "{", rightBrace = "}"
    case comma = ",", dot = ".", equal = "=", less = "<", greater = ">", bang = "!", plus = "+", minus = "-"
    case star = "*", slash = "/", and = "&", or = "|", caret = "^", tilde = "~"
  }

  package var kind: Kind
  package var range: SourceRange
  /// The infix operator that a keyword, symbol or selector is.
  var infix: InfixTable.Key?
}
