extension FaultPage {
  /// The pages for findings of the parser.
  static let parsingPages = [
    FaultPage(
      .emptyFormat, "An empty text says neither yes nor no. The predicate that is true of everything is TRUEPREDICATE.",
      bad: "", good: "TRUEPREDICATE"),
    FaultPage(
      .expectedExpression,
      "A value should stand here: a key, a literal, a variable, a conversion, a call, or a list in braces. Every "
        + "comparison has both its sides, also after AND and OR.",
      bad: "age > 18 AND < 65", good: "age > 18 AND age < 65"),
    FaultPage(
      .expectedOperator,
      "A value alone is no predicate: it must be compared, a flag with YES. Two words in a row are not one key either; a "
        + "key with a blank is given as the argument of %K.",
      bad: "isHidden", good: "isHidden == YES"),
    FaultPage(
      .unknownOperator,
      "Operators that are words: IN, CONTAINS, BEGINSWITH, ENDSWITH, LIKE, MATCHES, BETWEEN. An operator of your own ends "
        + "with a colon.",
      bad: "name BEGINWITH 'A'", good: "name BEGINSWITH 'A'"),
    FaultPage(
      .foreignOperator, "Other languages write it so; here the operator has another name.",
      bad: "name === 'Ann'", good: "name == 'Ann'"),
    FaultPage(
      .operatorAsFunction, "An operator stands between its two sides.",
      bad: "CONTAINS(name, 'A')", good: "name CONTAINS 'A'"),
    FaultPage(
      .infixNot, "NOT stands before a whole comparison; there is no NOT IN or NOT LIKE.",
      bad: "name NOT IN {'Ann', 'Bob'}", good: "NOT name IN {'Ann', 'Bob'}"),
    FaultPage(
      .isNull, "nil is a value that == and != compare like any other: nil == nil is true.",
      bad: "name IS NOT NULL", good: "name != NULL"),
    FaultPage(
      .betweenAnd, "The bounds of BETWEEN are one list of two values, so that they can also be one argument.",
      bad: "age BETWEEN 18 AND 65", good: "age BETWEEN {18, 65}"),
    FaultPage(
      .assignmentTarget, "':=' sets a variable; keys are never changed by a predicate. To compare, write ==.",
      bad: "age := 18", good: "age == 18"),
    FaultPage(
      .unexpectedPredicate,
      "true and false of a predicate are no values that could be compared or passed on. TERNARY makes a value of one.",
      bad: "isAdult == (age > 18)", good: "isAdult == TERNARY(age > 18, YES, NO)"),
    FaultPage(
      .unexpectedText,
      "The predicate ends before this text. A list of values stands in braces, and a string in quotes.",
      bad: "name == Ann Smith", good: "name == 'Ann Smith'"),
    FaultPage(
      .missingConnective, "Two predicates are joined by AND or OR.",
      bad: "a == 1 b == 2", good: "a == 1 AND b == 2"),
    FaultPage(
      .unknownConnective, "Predicates are joined by AND and OR, or by && and ||. There is no exclusive or.",
      bad: "a == 1 adn b == 2", good: "a == 1 AND b == 2"),
    FaultPage(
      .commaForAnd, "A comma parts the values of a list or of a call. Predicates are joined by AND or OR.",
      bad: "a == 1, b == 2", good: "a == 1 AND b == 2"),
    FaultPage(
      .sqlClause,
      "A predicate is the condition alone, what stands after WHERE. What to fetch, in which order and how many is said "
        + "by the fetch request.",
      bad: "age > 18 ORDER BY name", good: "age > 18"),
    FaultPage(
      .unclosed, "Every bracket is closed by its own kind: ( ), { }, [ ].",
      bad: "(a == 1 OR b == 2", good: "(a == 1 OR b == 2)"),
    FaultPage(
      .unmatchedBracket, "Nothing before it opened what this bracket closes.",
      bad: "a == 1)", good: "(a == 1)"),
    FaultPage(
      .listBrackets, "Lists stand in braces: parentheses group, and square brackets hold options and indexes.",
      bad: "age IN (18, 19)", good: "age IN {18, 19}"),
    FaultPage(
      .trailingComma, "A comma stands between two values.",
      bad: "age IN {18, 19,}", good: "age IN {18, 19}"),
    FaultPage(
      .chainedComparison, "A comparison is true or false, and that cannot be compared again. Write both comparisons.",
      bad: "18 < age < 65", good: "18 < age AND age < 65"),
    FaultPage(
      .unknownOption,
      "The options are c (upper and lower case are the same), d (accents do not count), n (already prepared), l (the "
        + "user's locale) and w (full and half width are the same).",
      bad: "name LIKE[i] 'a*'", good: "name LIKE[c] 'a*'"),
    FaultPage(
      .emptyOptions, "Brackets after an operator hold option letters; without options they are left out.",
      bad: "name LIKE[] 'a*'", good: "name LIKE 'a*'"),
    FaultPage(
      .optionsNotAllowed, "Options tell how strings are compared, and this operator compares no strings.",
      bad: "age BETWEEN[c] {18, 65}", good: "age BETWEEN {18, 65}"),
    FaultPage(
      .reservedWord, "The word has a meaning of its own. A # before it makes it a key.",
      bad: "size > 3", good: "#size > 3"),
    FaultPage(
      .unsupportedWord, "Cocoa reserves the word, and gives it no meaning. A # before it makes it a key.",
      bad: "ci == 1", good: "#ci == 1"),
    FaultPage(
      .misplacedModifier,
      "ANY, ALL, SOME and NONE stand before one comparison and range over its left side. Two conditions on the same element "
        + "are a SUBQUERY.",
      bad: "ANY (kids.age > 3 AND kids.name == 'Ann')",
      good: "SUBQUERY(kids, $k, $k.age > 3 AND $k.name == 'Ann').@count > 0"),
    FaultPage(
      .expectedKey,
      "A dot is followed by a key, #key, @operator, $variable or %K. For a key that no word can write use %K.",
      bad: "address..city == 'Rome'", good: "address.city == 'Rome'"),
    FaultPage(
      .keyConversion, "%@ is a value and never read as a key, whatever text it is. %K takes a key path.",
      bad: "address.%@ == 'Rome'", good: "address.%K == 'Rome'"),
    FaultPage(
      .methodCall,
      "A format calls no methods: a text must not run code. Tests are operators, and the predefined functions stand before "
        + "their arguments.",
      bad: "name.hasPrefix('A')", good: "name BEGINSWITH 'A'"),
    FaultPage(
      .expectedVariable, "SUBQUERY gives each element a name, which begins with a dollar sign.",
      bad: "SUBQUERY(kids, k, k.age > 3).@count > 0", good: "SUBQUERY(kids, $k, $k.age > 3).@count > 0"),
    FaultPage(
      .expectedString, "The type of CAST and the selector of FUNCTION are string literals.",
      bad: "CAST(age, NSString) == '18'", good: "CAST(age, 'NSString') == '18'"),
    FaultPage(
      .expectedComma, "Commas part the values of a list and the parts of SUBQUERY, TERNARY, CAST and FUNCTION.",
      bad: "age IN {18 19}", good: "age IN {18, 19}"),
  ]
}
