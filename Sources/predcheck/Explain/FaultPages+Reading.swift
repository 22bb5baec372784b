import PredicateSyntax

extension FaultPage {
  /// The pages for findings of the lexer.
  static let readingPages = [
    FaultPage(
      .invalidUTF8, "Format strings are UTF-8, so that a place in them is the same everywhere.",
      bad: FaultExample(bytes: Array("name == 'caf".utf8) + [0xE9] + Array("'".utf8)), good: "name == 'café'"),
    FaultPage(
      .textTooLong, "Texts from outside may be endless, so there is a limit: 16 MB unless the program sets another.",
      bad: FaultExample("a == " + String(repeating: "1", count: 17_000_000)), good: "a == 1"),
    FaultPage(
      .tooHigh,
      "Every walk over a tree goes one level deeper for each nested part, and the stack of a thread is small. AND and OR "
        + "in a row are one level, however many they are; lists in braces too.",
      bad: FaultExample(String(repeating: "(", count: 101) + "a == 1" + String(repeating: ")", count: 101)),
      good: "a == 1 OR a == 2 OR a == 3"),
    FaultPage(
      .tooManyNodes,
      "Each constant, key, comparison, operator and function takes memory. There is a limit of a million unless the program, "
        + "or a profile, sets another.",
      bad: FaultExample("a == 1 OR a == 2 OR a == 3", within: "nodes: 9", Limits(nodes: 9)),
      good: FaultExample("a IN {1, 2, 3}", within: "nodes: 9", Limits(nodes: 9))),
    FaultPage(
      .tooManyFaults, "After fifty faults the rest would be noise: mend the first ones and check again.",
      bad: FaultExample(Array(repeating: "a", count: 60).joined(separator: " AND ") + " AND"), good: "a == YES"),
    FaultPage(
      .unexpectedCharacter,
      "The character begins nothing in the language. A question mark after a key, a semicolon or a hash from another "
        + "language goes away; the place of an argument is %@.",
      bad: "name == ?", good: "name == %@"),
    FaultPage(
      .unterminatedString,
      "A string ends at the quote that it began with. A backslash before that quote makes it part of the string.",
      bad: "name == 'Ann", good: "name == 'Ann'"),
    FaultPage(
      .interpolation,
      "In a raw string of Swift \\(…) is plain text. And where Swift does replace it, the value becomes part of the format "
        + "and may change its meaning: an argument cannot.",
      bad: "name == \\(name)", good: "name == %@"),
    FaultPage(
      .quoteInString,
      "The quote ends the string. Inside a string it is written with a backslash, or the string stands in the other kind of "
        + "quotes; doubling it, as SQL does, makes two strings.",
      bad: "name == 'O''Hara'", good: "name == \"O'Hara\""),
    FaultPage(
      .foreignQuote,
      "Text processors turn quotes into typographic ones, and SQL puts keys into backquotes. Here strings stand in ' or \", "
        + "and keys stand bare.",
      bad: "name == “Ann”", good: "name == \"Ann\""),
    FaultPage(
      .objectiveCString, "The @ belongs to string literals of Objective-C, not to those inside a format.",
      bad: "name == @\"Ann\"", good: "name == \"Ann\""),
    FaultPage(
      .badEscape, "\\x needs two hexadecimal digits after it, and \\u four. A backslash itself is written \\\\.",
      bad: "path == 'C:\\users'", good: "path == 'C:\\\\users'"),
    FaultPage(
      .loneSurrogate,
      "Characters beyond U+FFFF are two \\u escapes, a high one and a low one. Half of a pair is no character.",
      bad: "mood == '\\ud83d'", good: "mood == '\\ud83d\\ude00'"),
    FaultPage(
      .malformedNumber,
      "Numbers have no suffix and no separators: 1000, 1.5, 1e3, 0xff, 0o17, 0b101. A key does not begin with a digit.",
      bad: "population > 1_000_000", good: "population > 1000000"),
    FaultPage(
      .numberOutOfRange, "Integers have 64 bits, and doubles end at about 1.8e308.",
      bad: "width > 99999999999999999999", good: "width > 1e20"
    ),
    FaultPage(
      .missingBlank, "A word that follows a number directly could be part of it, so a blank parts them.",
      bad: "a == 1AND b == 2", good: "a == 1 AND b == 2"),
    FaultPage(
      .unknownConversion,
      "A percent sign begins a conversion: %@ takes a value, %K a key path, and printf's forms such as %d, %ld and %f take "
        + "numbers. %% is the string \"%\".",
      bad: "name == %k", good: "%K == %@"),
    FaultPage(
      .conversionFlags,
      "An argument becomes a value, not text, so there is nothing to pad or to round, and arguments are taken in order.",
      bad: "price > %.2f", good: "price > %f"),
    FaultPage(
      .remainderOperator, "The percent sign begins a conversion. The remainder of a division is a function.",
      bad: "number % 2 == 0", good: "modulus:by:(number, 2) == 0"),
    FaultPage(
      .comment, "The grammar has no comments; write them beside the format.",
      bad: "a == 1 /* the first */", good: "a == 1"),
    FaultPage(
      .missingName, "The signs $, # and @ belong to a name that follows them directly: $limit, #size, @count.",
      bad: "a == $", good: "a == $limit"),
  ]
}
