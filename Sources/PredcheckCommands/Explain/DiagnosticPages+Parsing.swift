import PredcheckSupport
import PredicateSyntax

extension DiagnosticPage {
  /// The words of the operators that the library evaluates.
  private static let wordsOfOperators: String = {
    let words = FormatComparisonOperator.table.filter { $0.isWord && $0.kind != .program }.map(\.spelling)
    return words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
  }()

  /// The pages for findings of the parser.
  static let parsingPages = [
    DiagnosticPage(
      .emptyFormat, "An empty text is neither true nor false. The predicate that is always true is TRUEPREDICATE.",
      bad: "", good: "TRUEPREDICATE"),
    DiagnosticPage(
      .expectedExpression,
      "A value is missing here: a key, a literal, a variable, a conversion, a call, or a list in braces. Each "
        + "comparison needs both operands, also after AND and OR.",
      bad: "age > 18 AND < 65", good: "age > 18 AND age < 65"),
    DiagnosticPage(
      .expectedOperator,
      "A value alone is not a predicate. Compare it; compare a flag with YES. Two words in a row are not one key "
        + "either; pass a key that contains a space as an argument of %K.",
      bad: "isHidden", good: "isHidden == YES"),
    DiagnosticPage(
      .unknownOperator,
      "The operators that are words are \(wordsOfOperators). The name of a custom operator ends with a colon.",
      bad: "name BEGINWITH 'A'", good: "name BEGINSWITH 'A'"),
    DiagnosticPage(
      .foreignOperator, "This operator is from another language; here it has another name.",
      bad: "name === 'Ann'", good: "name == 'Ann'"),
    DiagnosticPage(
      .operatorAsFunction, "An operator is written between its two operands.",
      bad: "CONTAINS(name, 'A')", good: "name CONTAINS 'A'"),
    DiagnosticPage(
      .infixNot, "NOT is written before a whole comparison; there is no NOT IN or NOT LIKE.",
      bad: "name NOT IN {'Ann', 'Bob'}", good: "NOT name IN {'Ann', 'Bob'}"),
    DiagnosticPage(
      .isNull, "== and != compare nil like any other value: nil == nil is true.",
      bad: "name IS NOT NULL", good: "name != NULL"),
    DiagnosticPage(
      .betweenAnd, "The bounds of BETWEEN are a list of two values, so that they can also be passed as one argument.",
      bad: "age BETWEEN 18 AND 65", good: "age BETWEEN {18, 65}"),
    DiagnosticPage(
      .assignmentTarget, "':=' assigns to a variable; a predicate cannot change keys. Write == to compare.",
      bad: "age := 18", good: "age == 18"),
    DiagnosticPage(
      .unexpectedPredicate,
      "The result of a predicate is not a value that can be compared or passed on. TERNARY converts it to a value.",
      bad: "isAdult == (age > 18)", good: "isAdult == TERNARY(age > 18, YES, NO)"),
    DiagnosticPage(
      .unexpectedText, "The predicate ends before this text. Write a list of values in braces, and a string in quotes.",
      bad: "name == Ann Smith", good: "name == 'Ann Smith'"),
    DiagnosticPage(
      .missingConnective, "Two predicates are joined by AND or OR.",
      bad: "a == 1 b == 2", good: "a == 1 AND b == 2"),
    DiagnosticPage(
      .unknownConnective, "Predicates are joined by AND and OR, or by && and ||. There is no exclusive or.",
      bad: "a == 1 adn b == 2", good: "a == 1 AND b == 2"),
    DiagnosticPage(
      .commaForAnd,
      "A comma separates the values of a list or the arguments of a call. Join predicates with AND or OR.",
      bad: "a == 1, b == 2", good: "a == 1 AND b == 2"),
    DiagnosticPage(
      .sqlClause,
      "A predicate is only the condition, which follows WHERE in SQL. The fetch request sets what to fetch, in which "
        + "order and how many.",
      bad: "age > 18 ORDER BY name", good: "age > 18"),
    DiagnosticPage(
      .unclosed, "Every bracket is closed by its own kind: ( ), { }, [ ].",
      bad: "(a == 1 OR b == 2", good: "(a == 1 OR b == 2)"),
    DiagnosticPage(
      .unmatchedBracket, "This bracket closes nothing, because there is no opening bracket for it.",
      bad: "a == 1)", good: "(a == 1)"),
    DiagnosticPage(
      .listBrackets, "Lists are written in braces. Parentheses group, and square brackets contain options and indexes.",
      bad: "age IN (18, 19)", good: "age IN {18, 19}"),
    DiagnosticPage(
      .trailingComma, "A comma needs a value after it.",
      bad: "age IN {18, 19,}", good: "age IN {18, 19}"),
    DiagnosticPage(
      .chainedComparison, "The result of a comparison cannot be compared again. Write both comparisons.",
      bad: "18 < age < 65", good: "18 < age AND age < 65"),
    DiagnosticPage(
      .unknownOption,
      "The options are c (ignores case), d (ignores accents), n (already normalized), l (uses the user's locale) and "
        + "w (ignores full and half width).",
      bad: "name LIKE[i] 'a*'", good: "name LIKE[c] 'a*'"),
    DiagnosticPage(
      .emptyOptions, "Brackets after an operator contain option letters. Omit them if there are no options.",
      bad: "name LIKE[] 'a*'", good: "name LIKE 'a*'"),
    DiagnosticPage(
      .optionsNotAllowed, "Options define how strings are compared, and this operator does not compare strings.",
      bad: "age BETWEEN[c] {18, 65}", good: "age BETWEEN {18, 65}"),
    DiagnosticPage(
      .reservedWord, "The word has a meaning of its own. Write # before it to make it a key.",
      bad: "size > 3", good: "#size > 3"),
    DiagnosticPage(
      .unsupportedWord, "Cocoa reserves the word without giving it a meaning. Write # before it to make it a key.",
      bad: "ci == 1", good: "#ci == 1"),
    DiagnosticPage(
      .misplacedModifier,
      "ANY, ALL, SOME and NONE apply to a single comparison and range over its left operand. Write two conditions on "
        + "the same element as a SUBQUERY.",
      bad: "ANY (kids.age > 3 AND kids.name == 'Ann')",
      good: "SUBQUERY(kids, $k, $k.age > 3 AND $k.name == 'Ann').@count > 0"),
    DiagnosticPage(
      .expectedKey,
      "A dot must be followed by a key, #key, @operator, $variable or %K. Use %K for a key that cannot be written as "
        + "a word.",
      bad: "address..city == 'Rome'", good: "address.city == 'Rome'"),
    DiagnosticPage(
      .keyConversion,
      "%@ is always a value, never a key, even if its argument is a string that names a key. Use %K for a key path.",
      bad: "address.%@ == 'Rome'", good: "address.%K == 'Rome'"),
    DiagnosticPage(
      .methodCall,
      "A format cannot call methods, because text must not run code. Use an operator, or write a predefined function "
        + "before its arguments.",
      bad: "name.hasPrefix('A')", good: "name BEGINSWITH 'A'"),
    DiagnosticPage(
      .expectedVariable, "SUBQUERY gives each element a variable name, which begins with a dollar sign.",
      bad: "SUBQUERY(kids, k, k.age > 3).@count > 0", good: "SUBQUERY(kids, $k, $k.age > 3).@count > 0"),
    DiagnosticPage(
      .expectedString, "The type of CAST and the selector of FUNCTION are string literals.",
      bad: "CAST(age, NSString) == '18'", good: "CAST(age, 'NSString') == '18'"),
    DiagnosticPage(
      .expectedComma, "Commas separate the values of a list and the arguments of SUBQUERY, TERNARY, CAST and FUNCTION.",
      bad: "age IN {18 19}", good: "age IN {18, 19}"),
  ]
}
