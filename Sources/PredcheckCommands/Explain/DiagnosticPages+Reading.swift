import PredcheckSupport
import PredicateSyntax

extension DiagnosticPage {
  /// The pages for findings of the lexer.
  static let readingPages = [
    DiagnosticPage(
      .invalidUTF8, "Format strings are UTF-8, so that a position in them is the same on every platform.",
      bad: DiagnosticExample(bytes: Array("name == 'caf".utf8) + [0xE9] + Array("'".utf8)), good: "name == 'café'"),
    DiagnosticPage(
      .textTooLong,
      "Text from outside may be arbitrarily long, so its length is limited: 16 MB unless the program sets another "
        + "limit.",
      bad: DiagnosticExample("a == " + String(repeating: "1", count: 17_000_000)), good: "a == 1"),
    DiagnosticPage(
      .tooHigh,
      "Each nested part needs space on the stack, and the stack of a thread is small. A sequence of AND or OR is one "
        + "level, however long it is; so is a list in braces.",
      bad: DiagnosticExample(String(repeating: "(", count: 101) + "a == 1" + String(repeating: ")", count: 101)),
      good: "a == 1 OR a == 2 OR a == 3"),
    DiagnosticPage(
      .tooManyNodes,
      "Each constant, key, comparison, operator and function takes memory. The limit is a million unless the program "
        + "or a profile sets another.",
      bad: DiagnosticExample("a == 1 OR a == 2 OR a == 3", within: "nodes: 9", PredicateLimits(nodes: 9)),
      good: DiagnosticExample("a IN {1, 2, 3}", within: "nodes: 9", PredicateLimits(nodes: 9))),
    DiagnosticPage(
      .tooManyErrors,
      "After fifty errors the others are probably consequences of the first. Correct the first ones and check again.",
      bad: DiagnosticExample(Array(repeating: "a", count: 60).joined(separator: " AND ") + " AND"), good: "a == YES"),
    DiagnosticPage(
      .unexpectedCharacter,
      "No token begins with this character. Remove a question mark after a key, or a semicolon or hash from another "
        + "language. Write %@ for an argument.",
      bad: "name == ?", good: "name == %@"),
    DiagnosticPage(
      .unterminatedString,
      "A string ends at the quote that it began with. A backslash before that quote makes it part of the string.",
      bad: "name == 'Ann", good: "name == 'Ann'"),
    DiagnosticPage(
      .interpolation,
      "In a raw string of Swift, \\(…) is plain text. In other strings Swift replaces it, and the value becomes part "
        + "of the format and can change its meaning. An argument cannot.",
      bad: "name == \\(name)", good: "name == %@"),
    DiagnosticPage(
      .quoteInString,
      "The quote ends the string. Write a quote inside a string with a backslash, or put the string in the other kind "
        + "of quotes. Doubling the quote, as in SQL, makes two strings.",
      bad: "name == 'O''Hara'", good: "name == \"O'Hara\""),
    DiagnosticPage(
      .foreignQuote,
      "Text processors turn quotes into typographic ones, and SQL puts column names into backquotes. Here strings are "
        + "written in ' or \", and keys without quotes.",
      bad: "name == “Ann”", good: "name == \"Ann\""),
    DiagnosticPage(
      .objectiveCString, "The @ belongs to string literals of Objective-C code, not to strings inside a format.",
      bad: "name == @\"Ann\"", good: "name == \"Ann\""),
    DiagnosticPage(
      .badEscape, "\\x needs two hexadecimal digits after it, and \\u four. Write \\\\ for a backslash itself.",
      bad: "path == 'C:\\users'", good: "path == 'C:\\\\users'"),
    DiagnosticPage(
      .loneSurrogate,
      "A character beyond U+FFFF is written as two \\u escapes, a high and a low surrogate. Half of a pair is not a "
        + "character.",
      bad: "mood == '\\ud83d'", good: "mood == '\\ud83d\\ude00'"),
    DiagnosticPage(
      .malformedNumber,
      "Numbers have no suffixes and no separators: 1000, 1.5, 1e3, 0xff, 0o17, 0b101. A key cannot begin with a digit.",
      bad: "population > 1_000_000", good: "population > 1000000"),
    DiagnosticPage(
      .numberOutOfRange, "Integers have 64 bits, and doubles reach to about 1.8e308.",
      bad: "width > 99999999999999999999", good: "width > 1e20"
    ),
    DiagnosticPage(
      .missingBlank, "A word directly after a number could be part of it, so a space must separate them.",
      bad: "a == 1AND b == 2", good: "a == 1 AND b == 2"),
    DiagnosticPage(
      .unknownConversion,
      "A percent sign begins a conversion: %@ takes a value, %K a key path, and printf's forms such as %d, %ld and %f take "
        + "numbers. %% is the string \"%\".",
      bad: "name == %k", good: "%K == %@"),
    DiagnosticPage(
      .conversionFlags,
      "An argument becomes a value, not text, so it cannot be padded or rounded. Arguments are used in order.",
      bad: "price > %.2f", good: "price > %f"),
    DiagnosticPage(
      .remainderOperator, "The percent sign begins a conversion. The remainder of a division is a function.",
      bad: "number % 2 == 0", good: "modulus:by:(number, 2) == 0"),
    DiagnosticPage(
      .comment, "Format strings have no comments. Write comments outside the format.",
      bad: "a == 1 /* the first */", good: "a == 1"),
    DiagnosticPage(
      .missingName, "The signs $, # and @ need a name directly after them: $limit, #size, @count.",
      bad: "a == $", good: "a == $limit"),
  ]
}
