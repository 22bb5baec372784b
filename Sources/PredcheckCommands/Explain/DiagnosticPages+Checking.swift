extension DiagnosticPage {
  /// The pages for findings of the checker.
  static let checkingPages = [
    DiagnosticPage(
      .unknownFunction,
      "Only predefined functions and those that the program registered can be called, because text must not run code. "
        + "Names are case-sensitive.",
      bad: "upper(name) == 'ANN'", good: "uppercase(name) == 'ANN'"),
    DiagnosticPage(
      .wrongArgumentCount, "The function takes a different number of arguments. Aggregates take one collection.",
      bad: "max(a, b) > 3", good: "max({a, b}) > 3"),
    DiagnosticPage(
      .unknownCast,
      "CAST converts only to value types, never to other classes: NSString, NSNumber, NSDecimalNumber, NSDate, UUID, "
        + "NSData.",
      bad: "CAST(age, 'String') == '18'", good: "CAST(age, 'NSString') == '18'"),
  ]

  /// The pages for warnings: formats that are valid but probably unintended.
  static let warningPages = [
    DiagnosticPage(
      .quotedPlaceholder,
      "Nothing inside quotes is replaced, neither a conversion nor an interpolation such as \\(name), so this compares with "
        + "the text itself. Without quotes, %@ takes the argument as it is. Put wildcards into the argument.",
      bad: "name BEGINSWITH '%@'", good: "name BEGINSWITH %@"),
    DiagnosticPage(
      .quotedNil, "In quotes this is an ordinary string, and a missing value is not equal to it.",
      bad: "name == 'nil'", good: "name == nil"),
    DiagnosticPage(
      .singleBackslash,
      "A string literal has its own escapes and consumes the first backslash: '\\d' is the text d. Write two "
        + "backslashes for one in a regular expression. A pattern that is passed as an argument needs only one.",
      bad: "version MATCHES '10\\.\\d+'", good: "version MATCHES '10\\\\.\\\\d+'"),
    DiagnosticPage(
      .valueForKey,
      "%@ is a value, even if its argument is a string that names a key, so nothing is read from the object. Use %K "
        + "for a key.",
      bad: "%@ == %@", good: "%K == %@"),
    DiagnosticPage(
      .constantComparison,
      "Neither operand reads the object, so the result is the same for all objects. Write a key without quotes. The "
        + "predicate that is always true is TRUEPREDICATE.",
      bad: "'name' == 'Ann'", good: "name == 'Ann'"),
    DiagnosticPage(
      .likeWithoutWildcard,
      "LIKE is for patterns: * matches any text, ? any character. Without them LIKE is the same as ==, "
        + "which is clearer and can use an index. An empty pattern matches nothing, not even an empty string.",
      bad: "name LIKE[c] 'Ann'", good: "name ==[c] 'Ann'"),
    DiagnosticPage(
      .sqlWildcard, "The wildcards of LIKE are * and ?, not those of SQL.",
      bad: "name LIKE '%son'", good: "name LIKE '*son'"),
    DiagnosticPage(
      .unquotedDate, "Without quotes this is 2020 minus 1 minus 31. Pass a date as an argument, or CAST a string.",
      bad: "day > 2020-01-31", good: "day > CAST('2020-01-31T00:00:00Z', 'NSDate')"),
    DiagnosticPage(
      .optionsIgnored,
      "Options define how strings are compared. Numbers, booleans and nil have neither case nor accents.",
      bad: "age ==[c] 18", good: "age == 18"),
    DiagnosticPage(
      .emptyNeedle,
      "No string begins or ends with an empty string or is LIKE it, so this is always false. Use == to compare with the "
        + "empty string.",
      bad: "name BEGINSWITH ''", good: "name == ''"),
    DiagnosticPage(
      .emptyList, "An empty list has no elements. The predicate that is always false is FALSEPREDICATE.",
      bad: "name IN {}", good: "FALSEPREDICATE"),
    DiagnosticPage(
      .listInParentheses,
      "Parentheses group an operand, as in arithmetic. The elements of a list are written in braces. IN with a string finds "
        + "a part of it: 'An' IN 'Ann' is true.",
      bad: "name IN ('Ann')", good: "name IN {'Ann'}"),
    DiagnosticPage(
      .nilOrder,
      "nil is neither less nor greater than any value; <= and >= are true only if both operands are nil. "
        + "Use == and != to test whether there is a value.",
      bad: "name > nil", good: "name != nil"),
    DiagnosticPage(
      .nilInList,
      "IN and CONTAINS never find nil, as on Apple's platforms. Use == and != to test whether there is a value, and "
        + "ANY to test whether an element is nil.",
      bad: "name IN {'Ann', nil}", good: "name IN {'Ann'} OR name == nil"),
    DiagnosticPage(
      .repeatedComparison,
      "Repeating a comparison changes nothing. Perhaps the second one was meant for another key or value.",
      bad: "a == 1 AND b == 2 AND a == 1", good: "a == 1 AND b == 2"),
    DiagnosticPage(
      .neverTrue,
      "A key has one value, which cannot be equal to two values. Use IN or OR for one of several. A list is not a single value.",
      bad: "name == 'Ann' AND name == 'Bob'", good: "name IN {'Ann', 'Bob'}"),
    DiagnosticPage(
      .unintendedKey,
      "A word without quotes is a key. This one looks like a string, a literal of another language, or a key with a hyphen.",
      bad: "name == John", good: "name == 'John'"),
    DiagnosticPage(
      .unintendedMeaning,
      "The format is valid, but means something else in other languages: strings are ordered letter by letter, the quotient of whole "
        + "numbers is whole, ^ is not a power, * is not a wildcard outside of strings, BETWEEN takes its bounds in any order, and "
        + "== under ANY compares each element with a whole list.",
      bad: "age > '18'", good: "age > 18"),
    DiagnosticPage(
      .alwaysTrue, "Any value differs from at least one of the two. Use NOT … IN or AND for none of several values.",
      bad: "name != 'Ann' OR name != 'Bob'", good: "NOT name IN {'Ann', 'Bob'}"),
    DiagnosticPage(
      .mixedAndOr, "AND binds tighter than OR, which readers may not expect. Parentheses make the grouping clear.",
      bad: "a == 1 AND b == 2 OR c == 3", good: "(a == 1 AND b == 2) OR c == 3"),
    DiagnosticPage(
      .unusedVariable,
      "Inside a SUBQUERY a bare key is still a key of SELF; the element is its variable. A predicate that does not "
        + "use the variable has the same result for each element.",
      bad: "SUBQUERY(kids, $k, age > 3).@count > 0", good: "SUBQUERY(kids, $k, $k.age > 3).@count > 0"),
    DiagnosticPage(
      .roundedNumber,
      "A decimal has at most 38 digits. A number literal with more digits is rounded half to even. A double has about 17 "
        + "digits, so for a comparison with a double, write the shortest number.",
      bad: "x == 0.1000000000000000055511151231257827021181583404541015625", good: "x == 0.1"),
  ]
}
