// The known mistakes in place of an operator, and after a comparison.

extension Mistake {
  // MARK: In place of an operator

  static let operators: [Mistake] = [
    Mistake(
      .unexpectedText, "@status('a.b') == 1", "@status(a.b) == 1", at: [.operator],
      "`@status`|`@property`|`@key` > ( string )", writes: "$1($'3)",
      says: "the name in $1(…) is written without quotes"),
    Mistake(
      .unexpectedText, "@status(a + b) == 1", at: [.operator], "`@status`|`@property`|`@key` > parentheses",
      says: "$1(…) takes one name of letters, digits, dots and hyphens"),
    Mistake(
      .unknownFunction, "@staus(a.b) == 1", "@status(a.b) == 1", at: [.operator], "<near-item> > parentheses",
      marks: 1...1, writes: "$=1", title: "did you mean $=1?", says: "unknown function '$1'",
      note: "declarations have @status(…), @property(…) and @key(…)"),
    Mistake(
      .isNull, "name IS nil", "name == nil", at: [.operator], "left > IS NULL|NIL", "left > IS constant", marks: 2...2,
      writes: "==", isSafe: true, says: "'$^2' is not an operator; use == or != to compare with nil"),
    Mistake(
      .isNull, "name NOT NULL", "name != NULL", at: [.operator], "left > NOT NULL|NIL", marks: 2...3, replaces: 2...2,
      writes: "!=", isSafe: true, says: "'$^2-3' is not an operator; use == or != to compare with nil"),
    Mistake(
      .isNull, "name ISNULL", "name == nil", at: [.operator], "left > <isnull>", marks: 2...2, writes: "$=2",
      isSafe: true, says: "'$^2' is not an operator; use == or != to compare with nil"),
    Mistake(
      .foreignOperator, "ANY name IS NOT IN {1}", at: [.operator], "ANY|ALL|SOME|NONE operand > <negated>",
      marks: 3...3, says: "'$3' is not an operator here"),
    Mistake(
      .foreignOperator, "name IS NOT IN {1}", "NOT name IN {1}", at: [.operator], "left > <negated>", marks: 2...2,
      replaces: 1...2, writes: "NOT $1 $=2", title: "did you mean NOT $1 $=2?", says: "'$2' is not an operator here"),
    Mistake(
      .foreignOperator, "name =~ 'ann'", "name MATCHES \".*ann.*\"", at: [.operator], "left > =~ string", marks: 2...2,
      replaces: 2...3, writes: "MATCHES \".*$'3.*\"", says: "'$2' is not an operator here",
      note: "MATCHES compares the whole text with a regular expression; '$2' searches in it"),
    Mistake(
      .foreignOperator, "name STARTSWITH 'A'", "name BEGINSWITH 'A'", at: [.operator], "left > <operator>",
      marks: 2...2, writes: "$=2", title: "did you mean $=2?", says: "'$2' is not an operator here"),
    Mistake(
      .isNull, "name IS NOT 'Ann'", "name != 'Ann'", at: [.operator], "left > IS NOT value", marks: 2...3, writes: "!=",
      isSafe: true, says: "'$^2-3' is not an operator; use == or != to compare with nil"),
    Mistake(
      .isNull, "name IS key", "name == key", at: [.operator], "left > IS any", marks: 2...2, writes: "==",
      says: "'$^2' is not an operator; use == or != to compare with nil"),
    Mistake(
      .unknownOperator, "name! == 'Ann'", "name == 'Ann'", at: [.operator], "left > ~! operator", marks: 2...2,
      writes: "", says: "'!' is not an operator"),
    Mistake(
      .infixNot, "name NOT CONTAINS Foo", "NOT name CONTAINS Foo", at: [.operator],
      "left > NOT|! textOperator word end", marks: 2...3, replaces: 1...3, writes: "NOT $1 $^3", isSafe: true,
      says: "'NOT $^3' is not an operator; write NOT before the whole comparison",
      note: "$4 without quotes is a key; for a text write \"$4\""),
    Mistake(
      .infixNot, "name NOT = 'Ann'", "name != 'Ann'", at: [.operator], "left > NOT|! =|==", marks: 2...3, writes: "!=",
      isSafe: true, says: "'NOT $^3' is not an operator; write NOT before the whole comparison"),
    Mistake(
      .infixNot, "ANY name NOT IN {'Ann'}", at: [.operator], "ANY|ALL|SOME|NONE operand > NOT|! operator", marks: 3...4,
      says: "'NOT $^4' is not an operator; write NOT before the whole comparison"),
    Mistake(
      .infixNot, "name NOT IN {'Ann'}", "NOT name IN {'Ann'}", at: [.operator], "left > NOT|! operator", marks: 2...3,
      replaces: 1...3, writes: "NOT $1 $^3", isSafe: true,
      says: "'NOT $^3' is not an operator; write NOT before the whole comparison"),
    Mistake(
      .unknownOption, "name INc] {'x'}", at: [.operator], "left > word ~]", marks: 2...3,
      says: "string options are letters in square brackets after the operator, as in IN[c]"),
    Mistake(
      .unknownOperator, "name CONTAINT 'x'", "name CONTAINS 'x'", at: [.operator], "left > <near-operator> more",
      marks: 2...2, writes: "$=2", title: "did you mean $=2?", says: "'$2' is not an operator"),
    Mistake(
      .unknownOperator, "a::b == 1", "a.b == 1", at: [.operator], "path > ~:: ~word", marks: 2...2, writes: ".",
      title: "write a dot", says: "'$2' is not an operator; write a dot between keys"),
    Mistake(
      .malformedNumber, "share > 0,125", "share > 0.125", at: [.operator, .end, .list], "0 > ~, ~`9`", writes: "$1.$3",
      says: "the decimal separator of a number is a point, not a comma"),
    Mistake(
      .malformedNumber, "count > 1,234,567", "count > 1234567", at: [.operator, .end, .list],
      "`9` > ~, ~`000` ~, ~`000`", writes: "$,1-5", says: "the digits of a number are not separated into groups"),
    Mistake(
      .malformedNumber, "count > 1,900", at: [.operator, .end, .list], "`9` > ~, ~`000` stop", marks: 1...3,
      says: "a number contains no comma", note: "write $,1-3, or $1.$3 if the comma is a decimal separator"),
    Mistake(
      .malformedNumber, "price > 1.000,50", "price > 1000.50", at: [.operator, .end, .list], "`9.000` > ~, ~integer",
      writes: "$,1.$3", says: "the decimal separator of a number is a point, not a comma"),
    Mistake(
      .unexpectedText, "id IN 1,2,3", at: [.end, .operator], "`9` > ~, ~`9` ~, ~`9`", marks: 2...2,
      says: "expected the end of the predicate, found ','", note: "write a list of values in braces: {1, 2}"),
    Mistake(
      .malformedNumber, "price > 1,5", "price > 1.5", at: [.operator, .end], "`9` > ~, ~`9`", writes: "$1.$3",
      says: "the decimal separator of a number is a point, not a comma"),
    Mistake(
      .unknownOption, "name == 'Ann'cd", "name == 'Ann'", at: [.end, .list, .operator], "string > ~spotlightOptions",
      marks: 2...2, writes: "", says: "string options follow the operator, not the string",
      note: "write the options in brackets after the operator, such as ==[c]"),
    Mistake(
      .unknownOption, "name BEGINSWITH(c) 'x'", "name BEGINSWITH[c] 'x'", at: [.end],
      "operator ( ~optionLetters ~) > value", marks: 2...4, writes: "[$3]", isSafe: true,
      says: "string options are letters in square brackets, found $2-4"),
    Mistake(
      .expectedOperator, "SUBQUERY(a, $x, $x.b == 1)@count > 0", "SUBQUERY(a, $x, $x.b == 1).@count > 0",
      at: [.operator], ") > stay @COUNT", marks: 3...3, replaces: 2...2, writes: ".", title: "write a dot before it",
      says: "expected a comparison operator before '$3'; a key follows a dot"),
    Mistake(
      .expectedOperator, "CASE WHEN a == 1 THEN 2 END == 3", at: [.operator], "CASE > WHEN rest", marks: 1...2,
      says: "CASE is part of SQL; a choice is written TERNARY(condition, value, other)"),
    Mistake(
      .unknownOperator, "a->b == 1", "a.b == 1", at: [.value], "- > ~> ~word", marks: 1...2, writes: ".",
      title: "write a dot", says: "'$1-2' is not an operator; write a dot between keys"),
    Mistake(
      .expectedOperator, "NONE of tags == 'x'", "NONE tags == 'x'", at: [.operator], "ANY|ALL|NONE|SOME OF > path",
      marks: 2...2, writes: "", says: "write $^1 directly before the key, without '$2'"),
    Mistake(
      .expectedOperator, "EVERY kids.age > 3", "ALL kids.age > 3", at: [.operator], "start <modifier> > path operator",
      "start <near-modifier> > path operator", marks: 2...2, writes: "$=2", title: "did you mean $=2?",
      says: "'$2' before a key is not ANY, ALL, NONE or NOT"),
    Mistake(
      .expectedOperator, "first name == 'x'", "first\\u0020name == 'x'", at: [.operator, .name],
      "start word > word operator", "start > FIRST|LAST|SIZE word operator", marks: 3...3, replaces: 2...3,
      writes: "$2\\u0020$3", title: "for one key, write $2\\u0020$3",
      says: "expected a comparison operator between '$2' and '$3'",
      note: "pass a key that contains a space as an argument of %K, or write each space as \\u0020"),
    Mistake(
      .expectedOperator, "key with space == 'x'", "key\\u0020with\\u0020space == 'x'", at: [.operator],
      "start word > word word operator", marks: 4...4, replaces: 2...4, writes: "$2\\u0020$3\\u0020$4",
      title: "for one key, write $2\\u0020$3\\u0020$4", says: "expected a comparison operator between '$2' and '$4'",
      note: "pass a key that contains a space as an argument of %K, or write each space as \\u0020"),
    Mistake(
      .betweenAnd, "year BETWEEN 1 AND 5", "year BETWEEN {1, 5}", at: [.operator], "BETWEEN operand AND left > stop",
      marks: 2...4, writes: "{$2, $4}", isSafe: true, says: "write the bounds of BETWEEN as a list, not joined by AND"),
    Mistake(
      .misplacedModifier, "year == ANY years", "ANY years == year", at: [.operator], "path =|== ANY path >",
      marks: 3...3, replaces: 1...4, writes: "ANY $4 == $1",
      says: "write $^3 before the whole comparison, not before its right operand"),
    Mistake(
      .misplacedModifier, "tags CONTAINS ANY {1, 2}", "ANY tags IN {1, 2}", at: [.operator],
      "path CONTAINS ANY|SOME operand >", marks: 3...3, replaces: 1...4, writes: "ANY $1 IN $4",
      says: "write $^3 before the whole comparison, not before its right operand"),
    Mistake(
      .misplacedModifier, "owner == NONE {1, 2}", "NOT owner IN {1, 2}", at: [.operator], "path =|==|IN NONE operand >",
      marks: 3...3, replaces: 1...4, writes: "NOT $1 IN $4",
      says: "write $^3 before the whole comparison, not before its right operand",
      note: "a value that is not in a list is NOT key IN list"),
    Mistake(
      .misplacedModifier, "year == ALL (years)", at: [.operator], "operator ANY|ALL|SOME|NONE operand >", marks: 2...2,
      says: "write $^2 before the whole comparison, not before its right operand",
      note: "write $^2 collection == value"),
    Mistake(
      .expectedOperator, "'year > 3'", "year > 3", at: [.operator], "first sentence > end", marks: 2...2, writes: "$'2",
      title: "write the predicate without quotes", says: "the whole format is in quotes, so it is only a string"),
    Mistake(
      .expectedOperator, "EXISTS tags", "tags.@count > 0", at: [.operator], "start EXISTS > path stop", marks: 3...3,
      replaces: 2...3, writes: "$3.@count > 0", says: "expected a comparison operator after '$2', found $F"),
    Mistake(
      .expectedOperator, "Activity Indicators", at: [.operator], "first word > word end", marks: 2...3,
      says: "this is only text; a predicate compares a key with a value",
      note: "write a key and an operator before it, such as name == \"$2-3\""),
    Mistake(
      .expectedOperator, "NOT (%@)", at: [.operator], "( %@ ) > stop", marks: 1...3,
      says: "an argument is a value, never a predicate",
      note: "join predicates in the program, such as with NSCompoundPredicate"),
    Mistake(
      .expectedOperator, "%@", at: [.operator], "first %@ > end", marks: 2...2,
      says: "an argument is a value, never a predicate",
      note: "pass the text itself as the format, not as an argument"),
    Mistake(
      .expectedOperator, "%@ AND year > 3", at: [.operator], "start %@ > stop", marks: 2...2,
      says: "an argument is a value, never a predicate",
      note: "join predicates in the program, such as with NSCompoundPredicate"),
    Mistake(
      .unknownOperator, "ALGUN nombre CONTIENE 'x'", at: [.operator], "start word > word word constant", marks: 4...4,
      says: "'$4' is not an operator; operators and modifiers are English words",
      note: "write, for example, ANY $3 CONTAINS $5"),
    Mistake(
      .unknownOperator, "name FOO 'x'", at: [.operator], "left > word more", marks: 2...2,
      says: "'$2' is not an operator"),
    Mistake(
      .expectedOperator, "year == 1 OR 2", "year == 1 OR year == 2", at: [.operator],
      "path operator constant connective constant > stop", marks: 6...6, replaces: 5...5, writes: "$1 $2 $5",
      says: "expected a comparison operator after '$5', found $F"),
    Mistake(
      .expectedOperator, "EXISTS(tags)", "tags.@count > 0", at: [.operator],
      "EXISTS|NOTEMPTY|ISNOTEMPTY ( path ) > stop", marks: 5...5, replaces: 1...4, writes: "$3.@count > 0",
      says: "expected a comparison operator after '$1-4', found $F"),
  ]

  // MARK: After a comparison

  static let comparisons: [Mistake] = [
    Mistake(
      .chainedComparison, "name == 'a' | age > 3", "name == 'a' OR age > 3", at: [.comparison],
      "operator operand | operand >", marks: 3...3, writes: "OR", isSafe: true,
      says: "'$3' is a bitwise operator; comparisons are joined by OR"),
    Mistake(
      .chainedComparison, "name == 'a' & age > 3", "name == 'a' AND age > 3", at: [.comparison],
      "operator operand & operand >", marks: 3...3, writes: "AND", isSafe: true,
      says: "'$3' is a bitwise operator; comparisons are joined by AND"),
    Mistake(
      .chainedComparison, "group.name == 'a' IN groups", "ANY groups.name == 'a'", at: [.comparison],
      "start word . key operator constant > IN path", marks: 7...7, replaces: 2...8, writes: "ANY $8.$4 $5 $6",
      says: "comparisons cannot be chained"),
    Mistake(
      .chainedComparison, "year == 1 == TRUE", "year == 1", at: [.comparison], "left > =|== TRUE|YES", marks: 2...3,
      writes: "", isSafe: true, says: "a comparison is true or false itself, and cannot be compared with that"),
    Mistake(
      .chainedComparison, "year == 1 == FALSE", "NOT (year == 1)", at: [.comparison], "left > =|== FALSE|NO",
      marks: 2...3, replaces: 1...3, writes: "NOT ($1)", isSafe: true,
      says: "a comparison is true or false itself, and cannot be compared with that"),
    Mistake(
      .chainedComparison, "list<Pet> == nil", "list == nil", at: [.comparison], "path < ~word > ~> operator",
      marks: 2...4, writes: "", says: "a key has no type parameters"),
    Mistake(
      .chainedComparison, "1 < year < 5", "1 < year AND year < 5", at: [.comparison],
      "operator operand > stay operator value", marks: 4...4, replaces: 3...3, writes: "AND $2 ",
      title: "write AND $2 before it", says: "comparisons cannot be chained",
      note: "join two comparisons with AND or OR"),
  ]
}
