// The messages of the lexer and the parser.

extension Message {
  // MARK: Reading the text

  package static var invalidUTF8: Message { Message(.invalidUTF8, "these bytes are not UTF-8") }
  package static func textTooLong(bytes: Int, limit: Int) -> Message {
    Message(.textTooLong, "the text has \(bytes) bytes; the limit is \(limit)")
  }
  package static func tooHigh(limit: Int) -> Message {
    Message(
      .tooHigh, "nested more than \(limit) levels deep",
      notes: ["parentheses, NOT, operators in a row and indexes all count as levels; AND and OR in a row do not"])
  }
  package static func tooManyNodes(limit: Int) -> Message {
    Message(.tooManyNodes, "more than \(limit) constants, keys, operators and functions")
  }
  static func listTooLong(elements: Int, limit: Int) -> Message {
    Message(.tooManyElements, "the list has \(elements) elements; the limit is \(limit)")
  }
  package static func tooManyErrors(limit: Int) -> Message {
    Message(.tooManyErrors, "more than \(limit) errors; the rest of the text was not read")
  }
  package static func unexpectedCharacter(_ found: String, notes: [String] = []) -> Message {
    Message(.unexpectedCharacter, "\(found) has no meaning here", notes: notes)
  }
  package static func unterminatedString(quote: String, notes: [String] = []) -> Message {
    Message(.unterminatedString, "the string that \(quote) opens is never closed", notes: notes)
  }
  static func doubledQuote(_ quote: String) -> Message {
    Message(.quoteInString, "two strings in a row; a quote inside a string is written \\\(quote)")
  }
  package static func quoteInString(_ quote: String) -> Message {
    Message(
      .quoteInString, "the string ends at this \(quote); a quote inside a string is written \\\(quote)",
      notes: ["or write the whole string in \(quote == "'" ? "\"" : "'")"])
  }
  static func typographicQuote(_ found: String) -> Message {
    Message(.foreignQuote, "'\(found)' is not a quote; write strings in ' or \"")
  }
  static var backquote: Message { Message(.foreignQuote, "'`' is not a quote; write keys without quotes") }
  static var regexLiteral: Message { Message(.foreignQuote, "a regular expression is a string; write it in quotes") }
  package static var loneSurrogate: Message { Message(.loneSurrogate, "half of a surrogate pair is not a character") }
  static func shortEscape(_ escape: String, digits: Int) -> Message {
    Message(.badEscape, "'\(escape)' needs \(digits) hexadecimal digits after it")
  }
  package static func malformedNumber(_ found: String, isText: Bool = false) -> Message {
    Message(.malformedNumber, "'\(found)' is not a number", notes: isText ? ["a string is written in quotes"] : [])
  }
  /// How a format contains a date.
  package static var dateNote: String {
    "pass a date as an argument of %@, or write CAST(\"2020-01-31T00:00:00Z\", \"NSDate\")"
  }
  static func integerOutOfRange(_ found: String) -> Message {
    Message(.numberOutOfRange, "the integer \(found) does not fit into 64 bits")
  }
  static func doubleOutOfRange(_ found: String) -> Message {
    Message(.numberOutOfRange, "the number \(found) is beyond the range of a double")
  }
  package static func missingBlank(between first: String, and second: String) -> Message {
    Message(.missingBlank, "expected a space between \(first) and \(second)")
  }
  package static func unknownConversion(_ found: String, nearest: String? = nil) -> Message {
    Message(
      .unknownConversion, "'\(found)' is not a conversion" + didYouMean(nearest),
      notes: nearest != nil
        ? []
        : [
          "conversions are %@ (a value), %K (a key path), printf's number forms such as %d, %ld, %f, and %% (a percent sign)"
        ])
  }
  package static var comment: Message { Message(.comment, "comments are not allowed in a format string") }
  package static func missingName(after sigil: String, notes: [String] = []) -> Message {
    Message(.missingName, "expected a name directly after '\(sigil)'", notes: notes)
  }

  // MARK: Parsing

  package static var emptyFormat: Message { Message(.emptyFormat, "the format string is empty; expected a predicate") }
  package static func expectedExpression(found: String) -> Message {
    Message(
      .expectedExpression, "expected a value, found \(found)",
      notes: found.hasSuffix(":'") ? ["':' is not an operator; write == for equality"] : [])
  }
  package static func expectedOperator(after left: String, found: String, notes: [String] = []) -> Message {
    Message(
      .expectedOperator, "expected a comparison operator after \(left), found \(found)",
      notes: found.hasPrefix("'%")
        ? ["an operator cannot be an argument; write it into the format, as in %K == %@"] : notes)
  }
  static func escapedQuote(_ quote: String) -> Message {
    Message(.unexpectedCharacter, "the \(quote) that opens or closes a string has no backslash before it")
  }
  static func commandOption(_ option: String) -> Message {
    Message(
      .unexpectedText, "\(option) is an option of a command, not part of the format",
      notes: ["close the quotes of the shell before it"])
  }
  package static func spotlightDate(_ text: String, code: FormatDiagnostic.Code) -> Message {
    Message(code, "\(text) is a date of Spotlight; here $time is a variable of the program", notes: [dateNote])
  }
  static func elementPath(isClassChain: Bool) -> Message {
    Message(
      .expectedExpression,
      "this is \(isClassChain ? "a class chain" : "an XPath"), which selects elements; a predicate is only the condition",
      notes: ["write the condition alone, such as type == \"XCUIElementTypeButton\" AND label == \"OK\""])
  }
  static func escapedText(_ found: String) -> Message {
    Message(.unexpectedCharacter, "'\(found)' is an escape sequence of XML and HTML; write the character itself")
  }
  static func expectedPredicate(after word: String, found: String) -> Message {
    Message(.expectedExpression, "expected a predicate after \(word), found \(found)")
  }
  package static var assignmentTarget: Message {
    Message(.assignmentTarget, "':=' can only assign to a variable such as $x", notes: ["to compare, write =="])
  }
  static func keyOfPredicate(_ key: String) -> Message {
    Message(
      .unexpectedPredicate, "a predicate has no keys",
      notes: [
        key.hasPrefix("@")
          ? "for the elements with a condition write SUBQUERY(collection, $x, $x.key == value).\(key)"
          : "write the key inside the parentheses"
      ])
  }
  package static var unexpectedPredicate: Message {
    Message(.unexpectedPredicate, "expected a value, found a predicate")
  }
  package static func unexpectedText(_ found: String, after kind: String) -> Message {
    Message(
      .unexpectedText, "expected the end of the \(kind), found \(found)",
      notes: found == "','" ? ["write a list of values in braces: {1, 2}"] : [])
  }
  package static func sqlClause(_ word: String) -> Message {
    Message(
      .sqlClause, "\(word) is part of a SQL query; a predicate is only the condition",
      notes: ["ORDER", "LIMIT"].contains(word)
        ? ["set the order and the number of results in the fetch request"] : [])
  }
  package static func unclosed(_ open: String, found: String) -> Message {
    Message(.unclosed, "expected '\(closing(open))', found \(found)")
  }
  package static func chainedComparison(isMembership: Bool = false) -> Message {
    Message(
      .chainedComparison, "comparisons cannot be chained",
      notes: isMembership ? [] : ["join two comparisons with AND or OR"])
  }
  package static func unknownOption(_ found: String) -> Message {
    Message(
      .unknownOption, "\(found) is not a string option",
      notes: ["the options are c, d and w (ignore case, diacritics and width), n (normalized) and l (locale)"]
        + (found == "'s'" ? ["to match case, omit the options"] : []))
  }
  package static func optionsNotAllowed(_ op: String) -> Message {
    Message(.optionsNotAllowed, "\(op) takes no string options")
  }
  package static func reservedWord(_ word: String) -> Message {
    Message(
      .reservedWord, "'\(word)' is a reserved word and cannot be a key",
      notes: ["write #\(word) for a key of that name"])
  }
  package static func misplacedModifier(_ word: String, isSingle: Bool) -> Message {
    Message(
      .misplacedModifier, "write \(word) before a single comparison, as in '\(word) key == value'",
      notes: word == "ALL" || isSingle
        ? [] : ["for two conditions on the same element write SUBQUERY(collection, $x, …).@count > 0"])
  }
  package static func expectedKey(found: String) -> Message {
    Message(
      .expectedKey, "expected a key after '.', found \(found)",
      notes: ["a key, #key, @operator, $variable or %K may follow '.'"])
  }
  package static func expectedVariable(found: String) -> Message {
    Message(
      .expectedVariable, "expected a variable such as $x as second argument of SUBQUERY, found \(found)",
      notes: found == "','"
        ? [
          "write it as in SUBQUERY(items, $x, $x.price > 1); a shell or a template may have replaced the names after $"
        ] : [])
  }
  package static func expectedString(of name: String, found: String) -> Message {
    Message(.expectedString, "expected a string literal as second argument of \(name), found \(found)")
  }
  package static func expectedComma(of name: String, found: String) -> Message {
    Message(.expectedComma, "expected ',' in \(name), found \(found)")
  }
}
