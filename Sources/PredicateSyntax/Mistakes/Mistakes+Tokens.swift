// The known mistakes in text that is not part of the language.

extension Mistake {
  /// Particular mistakes.
  static let tokens: [Mistake] = [
    Mistake(
      .misplacedModifier, "key == NONE $0", at: [.token], "path operator ANY|ALL|SOME|NONE > invalid", marks: 3...3,
      says: "write $^3 before the whole comparison, not before its right operand"),

    // MARK: Signs

    Mistake(
      .unexpectedCharacter, "year > 3;", "year > 3", at: [.token], "> ; end", marks: 1...1, writes: "", isSafe: true,
      says: "';' has no meaning here", note: "commas divide the parts of a call; AND and OR join predicates"),
    Mistake(
      .unexpectedCharacter, "year > 3; rm list", "year > 3", at: [.token], "> ; word text rest", marks: 1...1,
      replaces: 1...4, writes: "", title: "remove it and the rest",
      says: "the predicate ends before ';'; the rest is not part of it"),
    Mistake(
      .unexpectedCharacter, "width == (big ? 2 : 1)", at: [.token], "> ? operand : operand", "> ? selector",
      marks: 1...1, says: "'?' has no meaning here", note: "a choice is written TERNARY(condition, value, other)"),
    Mistake(
      .unexpectedCharacter, "name == :who", "name == $who", at: [.token], "> : ~word", writes: "$$2",
      says: "':' has no meaning here"),

    // MARK: Values that are put into a text

    Mistake(
      .interpolation, "${key} == 1", "%K == 1", at: [.token], "start > $ ~{ inside }", marks: 2...5, writes: "%K",
      title: "write %K and pass the key",
      says: "'$2-5' is not interpolated in a format string; pass the value as an argument"),
    Mistake(
      .interpolation, "name == \\(who)", "name == %@", at: [.token], "> \\ ~( inside )", "> $ ~{ inside }",
      writes: "%@", title: "write %@ and pass the value",
      says: "'$1-4' is not interpolated in a format string; pass the value as an argument"),

    // MARK: Names and conversions

    Mistake(
      .unexpectedCharacter, "name == $$$'x'", "name == 'x'", at: [.token], "> `$$*` constant", marks: 1...1, writes: "",
      says: "'$1' has no meaning here"),
    Mistake(
      .unknownConversion, "name == $@", "name == %@", at: [.token], "> $ ~@", "> @ ~%", "%@ > ~@ stop", marks: 1...2,
      writes: "%@", isSafe: true, says: "'$1-2' is not a conversion; did you mean %@?"),
    Mistake(
      .missingName, "$12.price > 3", "$x12.price > 3", at: [.token], "> $ ~`09` ~. ~key", marks: 1...2, writes: "$x$2",
      says: "expected a name directly after '$'", note: "the name of a variable begins with a letter"),
    Mistake(
      .missingName, "name == $0", "name == %@", at: [.token], "> $ ~`0`", writes: "%@",
      says: "expected a name directly after '$'",
      note: "the name of a variable begins with a letter; for an argument write %@"),
    Mistake(
      .missingName, "price > $12.50", at: [.token], "> $ ~number", says: "expected a name directly after '$'",
      note:
        "the name of a variable begins with a letter; for an argument write %@, and an amount is written without the sign"
    ),
    Mistake(
      .missingName, "name == $%@", at: [.token], "> $ ~conversion", marks: 1...1,
      says: "expected a name directly after '$'",
      note: "a conversion passes a value or a key, not the name of a variable; write the name into the format"),
    Mistake(
      .missingName, "day > #2020-01-31#", at: [.token], "> # ~number", says: "expected a name directly after '#'",
      note: "pass a date as an argument of %@, or write CAST(\"2020-01-31\", \"NSDate\")"),
    Mistake(
      .objectiveCString, "@\"name == 'x'\"", "name == 'x'", at: [.token], "first > @ ~sentence end",
      "first > @ ~sentence ; end", marks: 2...4, writes: "$'3", title: "write the predicate without quotes",
      says: "'@' does not belong before a string"),
    Mistake(
      .objectiveCString, "name == @\"x\"", "name == \"x\"", at: [.token], "> @ ~string", marks: 1...1, writes: "",
      title: "remove the @", isSafe: true, says: "'@' does not belong before a string"),
    Mistake(
      .missingName, "year > @5", "year > 5", at: [.token], "operator > @ ~number", marks: 2...3, writes: "$3",
      isSafe: true, says: "expected a name directly after '@'", note: "a number is written without the sign"),
    Mistake(
      .unknownConversion, "name == @", "name == %@", at: [.value], "operator options > @ stop", marks: 3...3,
      writes: "%@", isSafe: true, says: "'@' is not a conversion; did you mean %@?"),
    Mistake(
      .unknownConversion, "name LIKE %@%", "name LIKE %@", at: [.token], "conversion > ~%", marks: 2...2, writes: "",
      says: "'%' after a conversion is not part of the string",
      note: "put wildcards into the argument: LIKE %@ with the argument \"*\\(text)*\""),
    Mistake(
      .unknownConversion, "name == % @", "name == %@", at: [.token], "> % @", writes: "%@",
      says: "a conversion is written without a space"),
    Mistake(
      .unknownConversion, "year > % d", "year > %d", at: [.token],
      "operator options > % `d`|`K`|`i`|`f`|`ld`|`lu`|`lf`", marks: 3...4, writes: "%$4",
      says: "a conversion is written without a space"),
    Mistake(
      .remainderOperator, "share > 120%", at: [.token], "number > ~% stop", marks: 2...2,
      says: "a number has no percent sign; for a share write it as a fraction, such as 1.2"),
    Mistake(
      .unknownConversion, "name == %", "name == %@", at: [.value], "> % stop", marks: 1...1, writes: "%@",
      says: "'%' is not a conversion; did you mean %@?"),
    Mistake(
      .remainderOperator, "year % 2 == 0", at: [.token], "> `%`|`%9`",
      says: "'%' is not an operator; it begins a conversion", note: "the remainder of a division is modulus:by:(a, b)"),
    Mistake(
      .conversionFlags, "year > %5d", at: [.token], "> `%*9*`|`%*.*`|`%*$*`",
      says: "'$1' has a position, width or precision, which is not supported",
      note: "write the bare conversion, such as %d or %@, and prepare the argument"),
    Mistake(
      .unknownConversion, "%k == 1", "%K == 1", at: [.token], "> <conversion>", writes: "$=1",
      says: "'$1' is not a conversion; did you mean $=1?"),
    Mistake(
      .unknownConversion, "%name == 1", "name == 1", at: [.token], "> `%*` ~`???*`", marks: 1...1, replaces: 1...2,
      writes: "$<1$2", title: "remove the %", says: "'$1' is not a conversion",
      note:
        "conversions are %@ (a value), %K (a key path), printf's number forms such as %d, %ld, %f, and %% (a percent sign)"
    ),

    // MARK: Values of other languages

    Mistake(
      .malformedNumber, "day > 2018-11-05T12:31:32Z", "day > CAST(\"2018-11-05T12:31:32Z\", \"NSDate\")", at: [.token],
      "`0000` ~- ~`00` ~- > ~`00T00:00:00Z`", writes: "CAST(\"$1-5\", \"NSDate\")",
      says: "a date without quotes is read as a subtraction of numbers", note: Message.dateNote),
    Mistake(
      .malformedNumber, "day > 2018-11-05T12:31:32", "day > CAST(\"2018-11-05T12:31:32Z\", \"NSDate\")", at: [.token],
      "`0000` ~- ~`00` ~- > ~`00T00:00:00` stop", marks: 1...5, writes: "CAST(\"$1-5Z\", \"NSDate\")",
      says: "a date without quotes is read as a subtraction of numbers", note: Message.dateNote),
    Mistake(
      .malformedNumber, "day > 2018-11-05T12:31", at: [.token, .end, .list, .operator],
      "`0000` ~- ~`00` ~- > ~`00T*` run", "`9` ~- ~`9` ~- ~`9` > ~@ ~number run",
      "integer ~- ~integer ~- ~integer > integer", says: "a date without quotes is read as a subtraction of numbers",
      note: Message.dateNote),
    Mistake(
      .malformedNumber, "id == oid(5f99ed20)", "id == %@", at: [.token], "OID|UUID ( run > run )", writes: "%@",
      says: "$1(…) is a value of Realm's query language", note: "pass the value as an argument of %@"),
  ]

  /// Signs of other languages, in any place.
  static let signs: [Mistake] = [
    Mistake(
      .unexpectedCharacter, "width × 2 > 4", "width * 2 > 4", at: [.token], "> <sign>", writes: "$=1",
      says: "'$1' has no meaning here"),
    Mistake(
      .unexpectedCharacter, "max(a; b) > 3", at: [.token], "> ;", says: "';' has no meaning here",
      note: "commas divide the parts of a call; AND and OR join predicates"),
    Mistake(
      .unexpectedCharacter, "name == ?", at: [.token], "> ?|??", says: "'$1' has no meaning here",
      note: "write %@ for an argument; an optional key needs no '?'"),
    Mistake(
      .unexpectedCharacter, "time > 10:30", at: [.token], "> :", says: "':' has no meaning here",
      note: "pass a time or a date as an argument of %@"),
    Mistake(
      .missingName, "name == $", at: [.token], "> `$*`", says: "expected a name directly after '$'",
      note: "write %@ for an argument"),
  ]
}
