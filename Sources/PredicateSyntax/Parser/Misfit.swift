/// A token that does not fit the grammar, and what was expected in its place. The parser throws it out of the comparison.
struct Misfit: Error {
  /// What the grammar allows at a token.
  indirect enum Expected {
    /// The whole text is empty.
    case format
    /// A value.
    case value
    /// A comparison operator after a value that is the whole comparison.
    case missingOperator(after: FormatExpression)
    /// A comparison operator after ANY, ALL or NONE and a value.
    case modifiedOperator(after: FormatExpression, modifier: Int)
    /// A value, but a predicate was found.
    case predicate(FormatRange)
    /// One comparison after ANY, ALL or NONE, but other predicates were found.
    case single(FormatPredicate, modifier: Int)
    /// The end of a comparison, but another operator follows.
    case endOfComparison(FormatPredicate)
    /// The end of the text after a term.
    case end(of: Parser.Term)
    /// The bracket that closes the one at an index, after a term in parentheses.
    case closing(Int, after: Parser.Term?)
    /// A key after a dot.
    case key
    /// A comma, a string, or a variable in the call of a keyword.
    case comma(Keyword), string(Keyword), variable
    /// A string option in brackets.
    case option(at: Int, open: Int)
    /// No options, because the operator takes none.
    case noOptions(open: Int)
    /// A variable before `:=`.
    case assignmentTarget
    /// A key, but the word is reserved.
    case unreserved
    /// A known conversion.
    case conversion
    /// An integer in range.
    case integerInRange(FormatRange, String)
    /// Fewer levels or nodes.
    case limit(Message, at: FormatRange? = nil)
  }

  /// The index of the token.
  var token: Int
  var expected: Expected
  /// The index of the first token of the comparison.
  var start: Int
}
