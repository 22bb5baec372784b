extension FaultPage {
  /// The pages for findings of the checker.
  static let checkingPages = [
    FaultPage(
      .unknownFunction,
      "Only the predefined functions and those that the program registered can be called: a text must not run code. Names "
        + "are read with their case.",
      bad: "upper(name) == 'ANN'", good: "uppercase(name) == 'ANN'"),
    FaultPage(
      .wrongArgumentCount, "The function takes another number of arguments. Aggregates take one collection.",
      bad: "max(a, b) > 3", good: "max({a, b}) > 3"),
    FaultPage(
      .unknownCast,
      "CAST knows value types only, never classes: NSString, NSNumber, NSDecimalNumber, NSDate, UUID, NSData.",
      bad: "CAST(age, 'String') == '18'", good: "CAST(age, 'NSString') == '18'"),
  ]

  /// The pages for warnings: formats that are valid but probably unintended.
  static let warningPages = [
    FaultPage(
      .quotedPlaceholder,
      "Nothing inside quotes is replaced, so this compares with the text of two characters, and an argument for it is one "
        + "too many. Without quotes %@ takes the argument as what it is. Wildcards belong into the argument.",
      bad: "name BEGINSWITH '%@'", good: "name BEGINSWITH %@"),
    FaultPage(
      .quotedNil, "In quotes it is a text like any other, and no missing value equals it.",
      bad: "name == 'nil'", good: "name == nil"),
    FaultPage(
      .singleBackslash,
      "A string literal has escapes of its own and takes the first backslash: '\\d' is the text d. What a regular "
        + "expression shall see is written with two. A pattern that is an argument needs none of this.",
      bad: "version MATCHES '10\\.\\d+'", good: "version MATCHES '10\\\\.\\\\d+'"),
    FaultPage(
      .valueForKey,
      "%@ is a value, also where its argument is a string that names a key, so no object is asked anything. %K takes a key.",
      bad: "%@ == %@", good: "%K == %@"),
    FaultPage(
      .constantComparison,
      "Neither side asks the object for anything, so the answer is the same for all. A key stands without quotes; what is "
        + "true of everything is TRUEPREDICATE.",
      bad: "'name' == 'Ann'", good: "name == 'Ann'"),
    FaultPage(
      .likeWithoutWildcard,
      "LIKE is for patterns: * is any text, ? any character. Without them it is ==, which says so and may use an index. Only "
        + "an empty pattern is not ==: it matches nothing, not even the empty text.",
      bad: "name LIKE[c] 'Ann'", good: "name ==[c] 'Ann'"),
    FaultPage(
      .sqlWildcard, "The wildcards of LIKE are * and ?, not those of SQL.",
      bad: "name LIKE '%son'", good: "name LIKE '*son'"),
    FaultPage(
      .unquotedDate, "Without quotes this is 2020 minus 1 minus 31. Give a date as an argument, or CAST a text.",
      bad: "day > 2020-01-31", good: "day > CAST('2020-01-31T00:00:00Z', 'NSDate')"),
    FaultPage(
      .optionsIgnored,
      "Options tell how strings are compared; numbers, truth values and nil have neither case nor accents.",
      bad: "age ==[c] 18", good: "age == 18"),
    FaultPage(
      .emptyNeedle,
      "No text begins or ends with an empty one here, so this is always false. To ask for the empty text use ==.",
      bad: "name BEGINSWITH ''", good: "name == ''"),
    FaultPage(
      .emptyList, "Nothing is in an empty list. What is false of everything is FALSEPREDICATE.",
      bad: "name IN {}", good: "FALSEPREDICATE"),
    FaultPage(
      .nilOrder,
      "nil is neither less nor greater than anything; <= and >= are true only of nil and nil. Whether there is a value is asked "
        + "with == and !=.",
      bad: "name > nil", good: "name != nil"),
    FaultPage(
      .nilInList,
      "IN and CONTAINS never find nil, as with Apple. Whether there is a value is asked with == and !=, whether an element is "
        + "nil with ANY.",
      bad: "name IN {'Ann', nil}", good: "name IN {'Ann'} OR name == nil"),
    FaultPage(
      .repeatedComparison, "Saying it twice changes nothing; the second was perhaps meant for another key or value.",
      bad: "a == 1 AND b == 2 AND a == 1", good: "a == 1 AND b == 2"),
    FaultPage(
      .neverTrue, "A key has one value, which cannot equal two. For one of several write IN, or OR.",
      bad: "name == 'Ann' AND name == 'Bob'", good: "name IN {'Ann', 'Bob'}"),
    FaultPage(
      .alwaysTrue, "Whatever the value is, it differs from one of the two. For none of several write NOT … IN, or AND.",
      bad: "name != 'Ann' OR name != 'Bob'", good: "NOT name IN {'Ann', 'Bob'}"),
    FaultPage(
      .mixedAndOr, "AND binds tighter than OR, which not every reader has in mind. Parentheses say what is meant.",
      bad: "a == 1 AND b == 2 OR c == 3", good: "(a == 1 AND b == 2) OR c == 3"),
    FaultPage(
      .unusedVariable,
      "Inside a SUBQUERY a bare key is still a key of SELF; the element is its variable. A predicate without the variable "
        + "gives each element the same answer.",
      bad: "SUBQUERY(kids, $k, age > 3).@count > 0", good: "SUBQUERY(kids, $k, $k.age > 3).@count > 0"),
  ]
}
