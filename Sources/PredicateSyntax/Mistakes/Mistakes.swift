// The known mistakes. The first one that matches counts, so particular mistakes come before general ones.
//
// The elements of a pattern are numbered from 1, without `>`, which stands before the token that does not fit.

extension Mistake {
  /// All known mistakes.
  package static let all: [Mistake] =
    clauses + values + operators + comparisons + connectives + keys + options + lists + names + operands

  // MARK: Clauses of queries, and text around the predicate

  private static let clauses: [Mistake] = [
    Mistake(
      .sqlClause, "WHERE year > 1960", "year > 1960", at: [.operator, .end], "start WHERE > any", marks: 2...2,
      writes: "",
      isSafe: true, continues: true, says: "$^2 is part of a SQL query; a predicate is only the condition"),
    Mistake(
      .sqlClause, "year > 1960 LIMIT(5)", "year > 1960", at: [.end, .operator],
      "> LIMIT|SORT|DISTINCT|INCLUDE parentheses tail", writes: "",
      says: "$^1 is part of a Realm query; a predicate is only the condition",
      note: "set the order, the number of results and distinct results in the fetch request"),
    Mistake(
      .sqlClause, "year > 1960 LIMIT(5) && year < 1970", at: [.end, .operator],
      "> LIMIT|SORT|DISTINCT|INCLUDE parentheses rest",
      says: "$^1 is part of a Realm query; a predicate is only the condition",
      note: "set the order, the number of results and distinct results in the fetch request"),
    Mistake(
      .sqlClause, "year > 1960 ORDER BY year", "year > 1960", at: [.end, .operator], "> ORDER|LIMIT|OFFSET tail",
      writes: "",
      says: "$^1 is part of a SQL query; a predicate is only the condition",
      note: "set the order and the number of results in the fetch request"),
    Mistake(
      .sqlClause, "name LIKE 'x*' ESCAPE 'y'", "name LIKE 'x*'", at: [.end, .operator], "> <clause> tail", writes: "",
      says: "$^1 is part of a SQL query; a predicate is only the condition"),
    Mistake(
      .sqlClause, "(year > 1960 ORDER BY year)", at: [.end, .operator], "> <clause> rest",
      says: "$^1 is part of a SQL query; a predicate is only the condition"),
    Mistake(
      .foreignOperator, "place GEOWITHIN {1, 2}", at: [.operator], "left > GEOWITHIN rest", marks: 2...2,
      says: "'$2' is an operator of Realm, not of predicates",
      note: "compare coordinates, as in latitude BETWEEN {50, 51} AND longitude BETWEEN {4, 5}"),
  ]

  // MARK: In place of a value

  private static let values: [Mistake] = [
    Mistake(
      .reservedWord, "like == 'x'", "#like == 'x'", at: [.value], "start > reserved operator", marks: 2...2,
      writes: "#$2",
      says: "'$2' is a reserved word and cannot be a key", note: "write #$2 for a key of that name"),
    Mistake(
      .expectedExpression, "name == <null>", "name == nil", at: [.value], "> < ~NULL|NIL ~>", writes: "nil",
      isSafe: true,
      says: "expected a value; nil is written nil, not as it is printed"),
    Mistake(
      .expectedExpression, "<#condition#>", at: [.value], "> < ~escapedWord rest",
      says: "this is a placeholder of Xcode; write the condition in its place"),
    Mistake(
      .expectedExpression, "tags == <some tags>", "tags == %@", at: [.value], "> < ~any any ~>", writes: "%@",
      says: "expected a value; $1-4 only describes one",
      note: "write %@ for an argument, and IN %@ for a list of values"),
    Mistake(
      .expectedExpression, "tag == <tag>", "tag == %@", at: [.value], "> < ~word ~>", writes: "%@",
      says: "expected a value; $1-3 only describes one",
      note: "write %@ for an argument, and IN %@ for a list of values"),
    Mistake(
      .listBrackets, "[name] == 'Ann'", "name == 'Ann'", at: [.value], "> [ ~word ~] operator", marks: 1...3,
      writes: "$2",
      title: "remove the brackets", says: "a list is written in braces; expected '{', found '['"),
    Mistake(
      .unknownOperator, "year > = 1960", "year >= 1960", at: [.value], "=|<|>|! > =", writes: "$1$2", isSafe: true,
      says: "'$1$2' is one operator, which is written without a space"),
    Mistake(
      .expectedExpression, "name == None", "name == nil", at: [.value], "operator NONE > stop", marks: 2...2,
      writes: "nil",
      says: "expected a value, found '$2'"),
    Mistake(
      .expectedExpression, "ALL", "TRUEPREDICATE", at: [.value], "first ALL > end", marks: 2...2,
      writes: "TRUEPREDICATE",
      says: "'$2' alone is not a predicate; for all objects write TRUEPREDICATE"),
    Mistake(
      .expectedExpression, "*", "TRUEPREDICATE", at: [.value], "first > * end", marks: 2...2, writes: "TRUEPREDICATE",
      says: "'$2' alone is not a predicate; for all objects write TRUEPREDICATE"),
    Mistake(
      .reservedWord, "any == 4", "#any == 4", at: [.value], "start ANY|ALL|SOME|NONE > operator", marks: 2...2,
      writes: "#$2",
      says: "'$2' is a reserved word and cannot be a key", note: "write #$2 for a key of that name"),
    Mistake(
      .reservedWord, "none.x == 4", "#none.x == 4", at: [.value], "ANY|ALL|SOME|NONE > .", marks: 1...1, writes: "#$1",
      says: "'$1' is a reserved word and cannot be a key", note: "write #$1 for a key of that name"),
    Mistake(
      .unsupportedWord, "name == CASEINSENSITIVE", at: [.value], "> CASEINSENSITIVE|CI",
      says: "'$1' is reserved and has no meaning in a format string"),
    Mistake(
      .operatorAsFunction, "CONTAINS(name, 'x')", at: [.value], "> operator parentheses", marks: 1...1,
      says: "write $^1 between its operands, not before them"),
    Mistake(
      .expectedExpression, "NSPredicate(format: 'a == 1')", "a == 1", at: [.value],
      "NSPREDICATE ( > FORMAT: string rest", writes: "$'4",
      says: "this is code that makes a predicate; the format is only the text in its quotes"),
    Mistake(
      .expectedExpression, "[NSPredicate predicateWithFormat:'a == 1']", "a == 1", at: [.value],
      "first > [ NSPREDICATE PREDICATEWITHFORMAT: string rest", marks: 2...6, writes: "$'5",
      says: "this is code that makes a predicate; the format is only the text in its quotes"),
    Mistake(
      .expectedExpression, "year > 3 AND AND year < 5", "year > 3 AND year < 5", at: [.value], "and > and",
      marks: 2...2, writes: "",
      isSafe: true, says: "expected a predicate after $^1, found $F"),
    Mistake(
      .expectedExpression, "year > 3 OR OR year < 5", "year > 3 OR year < 5", at: [.value], "or > or", marks: 2...2,
      writes: "",
      isSafe: true, says: "expected a predicate after $^1, found $F"),
    Mistake(
      .expectedExpression, "year > 3 AND OR year < 5", "year > 3 AND year < 5", at: [.value], "AND|OR|NOT > AND|OR",
      marks: 2...2, writes: "",
      says: "expected a predicate after $^1, found $F"),
    Mistake(
      .expectedExpression, "(year > 3 AND )", "(year > 3 )", at: [.value], "connective > stop", marks: 2...2,
      replaces: 1...1, writes: "", title: "remove $1", says: "expected a predicate after $^1, found $F"),
    Mistake(
      .expectedExpression, "AND year > 3", "year > 3", at: [.value], "first > connective any", marks: 2...2, writes: "",
      isSafe: true,
      says: "expected a value, found $F"),
    Mistake(
      .expectedExpression, "year ==", "year == %@", at: [.value], "operator options > stay end", marks: 4...4,
      replaces: 3...3, writes: " %@",
      title: "write %@", says: "expected a value after $^1, found $F", note: "write %@ for an argument"),
    Mistake(
      .expectedExpression, "name == CONTAINS 'x'", "name CONTAINS 'x'", at: [.value], "operator > operator value",
      marks: 2...2, replaces: 1...1,
      writes: "", title: "remove $1", says: "expected a value after $^1, found another operator, $^2"),
    Mistake(
      .expectedExpression, "name == CONTAINS", at: [.value], "operator > operator end", marks: 2...2,
      says: "expected a value after $^1, found another operator, $^2"),
    Mistake(
      .expectedExpression, "year > +1", "year > 1", at: [.value], "> + ~number", marks: 1...1, writes: "", isSafe: true,
      says: "expected a value, found $F"),
    Mistake(
      .expectedExpression, "name: Design", "name == Design", at: [.value], "> selector value stop", marks: 1...1,
      writes: "$:1 ==",
      title: "write == for the colon", says: "expected a value, found $F",
      note: "':' is not an operator; write == for equality"),
    Mistake(
      .expectedExpression, "COUNT(*) > 3", at: [.value], "( > * )", marks: 2...2,
      says: "expected a value; the number of elements of a collection is collection.@count"),
    Mistake(
      .expectedExpression, "* == 'x'", at: [.value], "> * operator", marks: 1...1,
      says: "'*' is not a key; write the name of a key",
      note: "for several keys write several comparisons, joined by OR"),
    Mistake(
      .expectedExpression, "name == *Ann*", "name LIKE \"*Ann*\"", at: [.value], "=|== > * ~word ~*", marks: 2...4,
      replaces: 1...4,
      writes: "LIKE \"$2-4\"", says: "expected a value; '*' is a multiplication here",
      note: "write a pattern in quotes, such as \"*text*\", or put the wildcards into the argument of %@"),
    Mistake(
      .expectedExpression, "name LIKE *Ann*", "name LIKE \"*Ann*\"", at: [.value], "> * ~word ~*", writes: "\"$1-3\"",
      says: "expected a value; '*' is a multiplication here",
      note: "write a pattern in quotes, such as \"*text*\", or put the wildcards into the argument of %@"),
    Mistake(
      .expectedExpression, "name LIKE *Ann", "name LIKE \"*Ann\"", at: [.value], "> * ~word", writes: "\"$1-2\"",
      says: "expected a value; '*' is a multiplication here",
      note: "write a pattern in quotes, such as \"*text*\", or put the wildcards into the argument of %@"),
    Mistake(
      .expectedExpression, "name LIKE *%@*", at: [.value], "> * ~any",
      says: "expected a value; '*' is a multiplication here",
      note: "write a pattern in quotes, such as \"*text*\", or put the wildcards into the argument of %@"),
    Mistake(
      .expectedExpression, "file ENDSWITH .txt", "file ENDSWITH \".txt\"", at: [.value],
      "textOperator options > . ~word", marks: 3...4,
      writes: "\"$3-4\"", says: "a text after $^1 is written in quotes", note: "or pass the text as an argument of %@"),
    Mistake(
      .expectedExpression, "NOT IN {'a'}", at: [.value], "NOT > operator", marks: 2...2,
      says: "expected a value before $^2: a comparison needs two operands", note: "write NOT key $^2 value"),
    Mistake(
      .expectedExpression, "== 1960", at: [.value], "first > =|==|!= value", marks: 2...2,
      says: "expected a value before $^2: a comparison needs two operands",
      note: "write the key before it; if there is no condition, write TRUEPREDICATE"),
    Mistake(
      .expectedExpression, "CONTAINS[c] %@", "SELF CONTAINS[c] %@", at: [.value], "first > stay operator options value",
      marks: 3...3,
      replaces: 2...2, writes: "SELF ", title: "for the object itself, write SELF",
      says: "expected a value before $^3: a comparison needs two operands", note: "write the key before it"),
    Mistake(
      .expectedExpression, "(LIKE 'x*')", "(SELF LIKE 'x*')", at: [.value], "( > stay operator options value",
      marks: 3...3,
      replaces: 2...2, writes: "SELF ", title: "for the object itself, write SELF",
      says: "expected a value before $^3: a comparison needs two operands", note: "write the key before it"),
    Mistake(
      .expectedExpression, "year > 1960 AND == 3", at: [.value], "start > operator", marks: 2...2,
      says: "expected a value before $^2: a comparison needs two operands",
      note: "write the key before it; if there is no condition, write TRUEPREDICATE"),
    Mistake(
      .expectedExpression, "name LIKE An?", "name LIKE \"An?\"", at: [.end], "textOperator options word > ~?",
      marks: 3...4,
      writes: "\"$3-4\"", says: "a text after $^1 is written in quotes", note: "or pass the text as an argument of %@"),
    Mistake(
      .expectedExpression, "a == [object Object]", "a == %@", at: [.value, .options], "[ > OBJECT inside ]",
      writes: "%@",
      says: "expected a value; this is how JavaScript prints an object", note: "pass the object as an argument of %@"),
    Mistake(
      .expectedExpression, "a == [object Object", at: [.value, .options], "[ > OBJECT",
      says: "expected a value; this is how JavaScript prints an object", note: "pass the object as an argument of %@"),
    Mistake(
      .expectedExpression, "kind:app name:mail", at: [.value], "> selector ~text rest",
      says: "this is a search as typed into Spotlight; a predicate compares keys with values"),
    Mistake(
      .expectedExpression, "[Store shared].limit > 3", at: [.value], "first > [ word word ] . path", marks: 2...7,
      says: "this is Objective-C that sends a message; a format string cannot run code",
      note: "a condition without a key is the same for every object; test it in the program"),
    Mistake(
      .expectedExpression, "a + [Store shared].limit > 3", "a + %@ > 3", at: [.value], "> [ word word ] . path",
      writes: "%@",
      says: "this is Objective-C that sends a message; a format string cannot run code",
      note: "pass the value as an argument of %@"),
    Mistake(
      .expectedExpression, "[cd] %@", "SELF CONTAINS[cd] %@", at: [.value], "first > stay [ optionLetters ] value",
      marks: 3...5, replaces: 2...2,
      writes: "SELF CONTAINS", title: "write SELF CONTAINS before them",
      says: "expected a key and an operator before string options",
      note: "string options follow an operator, as in key CONTAINS[cd] %@"),
    Mistake(
      .listBrackets, "[1, 2] CONTAINS id", "{1, 2} CONTAINS id", at: [.value], "> [ inside ] operator", marks: 1...1,
      replaces: 1...3,
      writes: "{$2}", isSafe: true, says: "a list is written in braces; expected '{', found '['"),
    Mistake(
      .listBrackets, "id IN {[1]}", "id IN {{1}}", at: [.value], "> [ inside ] stop", marks: 1...1, replaces: 1...3,
      writes: "{$2}",
      isSafe: true, says: "a list is written in braces; expected '{', found '['"),
    Mistake(
      .listBrackets, "year > [1", at: [.value], "> [", says: "a list is written in braces; expected '{', found '['"),
    Mistake(
      .expectedExpression, "name LIKE %@*", "name LIKE %@", at: [.value], "conversion * > stop", marks: 2...2,
      writes: "",
      says: "expected a value; '*' is a multiplication here",
      note: "write a pattern in quotes, such as \"*text*\", or put the wildcards into the argument of %@"),
    Mistake(
      .expectedExpression, "name LIKE Ann*", "name LIKE \"Ann*\"", at: [.value], "textOperator options word ~* > stop",
      marks: 3...4,
      writes: "\"$3-4\"", says: "a text after $^1 is written in quotes", note: "or pass the text as an argument of %@"),
    Mistake(
      .expectedExpression, ".name == 1", "name == 1", at: [.value], "> . ~word", marks: 1...1, writes: "",
      says: "a key path begins with a key, not with a dot"),
    Mistake(
      .trailingComma, "id IN {1, 2,}", "id IN {1, 2}", at: [.value], ", > }", marks: 1...1, writes: "", isSafe: true,
      says: "expected a value after the comma"),
  ]

  // MARK: In place of an operator

  private static let operators: [Mistake] = [
    Mistake(
      .isNull, "name IS NOT nil", "name != nil", at: [.operator], "left > IS NOT NULL|NIL", marks: 2...3, writes: "!=",
      isSafe: true,
      says: "'$^2-3' is not an operator; use == or != to compare with nil"),
    Mistake(
      .isNull, "name IS nil", "name == nil", at: [.operator], "left > IS NULL|NIL", marks: 2...2, writes: "==",
      isSafe: true,
      says: "'$^2' is not an operator; use == or != to compare with nil"),
    Mistake(
      .isNull, "name NOT NULL", "name != NULL", at: [.operator], "left > NOT NULL|NIL", marks: 2...3, replaces: 2...2,
      writes: "!=",
      isSafe: true, says: "'$^2-3' is not an operator; use == or != to compare with nil"),
    Mistake(
      .isNull, "name ISNULL", "name == nil", at: [.operator], "left > <isnull>", marks: 2...2, writes: "$=2",
      isSafe: true,
      says: "'$^2' is not an operator; use == or != to compare with nil"),
    Mistake(
      .foreignOperator, "ANY name IS NOT IN {1}", at: [.operator], "ANY|ALL|SOME|NONE operand > <negated>",
      marks: 3...3,
      says: "'$3' is not an operator here"),
    Mistake(
      .foreignOperator, "name IS NOT IN {1}", "NOT name IN {1}", at: [.operator], "left > <negated>", marks: 2...2,
      replaces: 1...2,
      writes: "NOT $1 $=2", title: "did you mean NOT $1 $=2?", says: "'$2' is not an operator here"),
    Mistake(
      .foreignOperator, "name STARTSWITH 'A'", "name BEGINSWITH 'A'", at: [.operator], "left > <operator>",
      marks: 2...2, writes: "$=2",
      title: "did you mean $=2?", says: "'$2' is not an operator here"),
    Mistake(
      .isNull, "name IS 'Ann'", "name == 'Ann'", at: [.operator], "left > IS NOT value", marks: 2...3, writes: "!=",
      isSafe: true,
      says: "'$^2-3' is not an operator; use == or != to compare with nil"),
    Mistake(
      .isNull, "name IS key", "name == key", at: [.operator], "left > IS word", marks: 2...2, writes: "==",
      says: "'$^2' is not an operator; use == or != to compare with nil"),
    Mistake(
      .isNull, "name IS 'Ann'", "name == 'Ann'", at: [.operator], "left > IS any", marks: 2...2, writes: "==",
      isSafe: true,
      says: "'$^2' is not an operator; use == or != to compare with nil"),
    Mistake(
      .unknownOperator, "name! == 'Ann'", "name == 'Ann'", at: [.operator], "left > ~! operator", marks: 2...2,
      writes: "",
      says: "'!' is not an operator"),
    Mistake(
      .infixNot, "name NOT CONTAINS Foo", "NOT name CONTAINS Foo", at: [.operator],
      "left > NOT|! textOperator word end", marks: 2...3,
      replaces: 1...3, writes: "NOT $1 $^3", isSafe: true,
      says: "'NOT $^3' is not an operator; write NOT before the whole comparison",
      note: "$4 without quotes is a key; for a text write \"$4\""),
    Mistake(
      .infixNot, "name NOT = 'Ann'", "name != 'Ann'", at: [.operator], "left > NOT|! =|==", marks: 2...3, writes: "!=",
      isSafe: true,
      says: "'NOT $^3' is not an operator; write NOT before the whole comparison"),
    Mistake(
      .infixNot, "ANY name NOT IN {'Ann'}", at: [.operator], "ANY|ALL|SOME|NONE operand > NOT|! operator", marks: 3...4,
      says: "'NOT $^4' is not an operator; write NOT before the whole comparison"),
    Mistake(
      .infixNot, "name NOT IN {'Ann'}", "NOT name IN {'Ann'}", at: [.operator], "left > NOT|! operator", marks: 2...3,
      replaces: 1...3, writes: "NOT $1 $^3", isSafe: true,
      says: "'NOT $^3' is not an operator; write NOT before the whole comparison"),
    Mistake(
      .unknownOperator, "name CONTAINT 'x'", "name CONTAINS 'x'", at: [.operator], "left > <near-operator> more",
      marks: 2...2,
      writes: "$=2", title: "did you mean $=2?", says: "'$2' is not an operator"),
    Mistake(
      .unknownOperator, "a::b == 1", "a.b == 1", at: [.operator], "path > ~:: ~word", marks: 2...2, writes: ".",
      title: "write a dot",
      says: "'$2' is not an operator; write a dot between keys"),
    Mistake(
      .malformedNumber, "share > 0,125", "share > 0.125", at: [.operator, .end, .list], "0 > ~, ~digits",
      writes: "$1.$3",
      says: "the decimal separator of a number is a point, not a comma"),
    Mistake(
      .malformedNumber, "count > 1,234,567", "count > 1234567", at: [.operator, .end, .list],
      "digits > ~, ~threeDigits ~, ~threeDigits",
      writes: "$,1-5", says: "the digits of a number are not separated into groups"),
    Mistake(
      .malformedNumber, "count > 1,900", at: [.operator, .end, .list], "digits > ~, ~threeDigits stop", marks: 1...3,
      says: "a number contains no comma", note: "write $,1-3, or $1.$3 if the comma is a decimal separator"),
    Mistake(
      .malformedNumber, "price > 1.000,50", "price > 1000.50", at: [.operator, .end, .list], "grouped > ~, ~integer",
      writes: "$,1.$3",
      says: "the decimal separator of a number is a point, not a comma"),
    Mistake(
      .unexpectedText, "id IN 1,2,3", at: [.end, .operator], "digits > ~, ~digits ~, ~digits", marks: 2...2,
      says: "expected the end of the predicate, found ','", note: "write a list of values in braces: {1, 2}"),
    Mistake(
      .malformedNumber, "price > 1,5", "price > 1.5", at: [.operator, .end], "digits > ~, ~digits", writes: "$1.$3",
      says: "the decimal separator of a number is a point, not a comma"),
    Mistake(
      .malformedNumber, "date > 2023-05-12 17:27:00", at: [.end, .list, .operator],
      "integer ~- ~integer ~- ~integer > integer", marks: 1...6,
      says: "a date without quotes is read as a subtraction of numbers",
      note: "pass a date as an argument of %@, or write CAST(\"2020-01-31T00:00:00Z\", \"NSDate\")"),
    Mistake(
      .unknownOption, "name == 'Ann'cd", "name == 'Ann'", at: [.end, .list, .operator], "string > ~spotlightOptions",
      marks: 2...2, writes: "",
      says: "string options follow the operator, not the string",
      note: "write the options in brackets after the operator, such as ==[c]"),
    Mistake(
      .unknownOption, "name BEGINSWITH(c) 'x'", "name BEGINSWITH[c] 'x'", at: [.end],
      "operator ( ~optionLetters ~) > value", marks: 2...4,
      writes: "[$3]", isSafe: true, says: "string options are letters in square brackets, found $2-4"),
    Mistake(
      .expectedOperator, "SUBQUERY(a, $x, $x.b == 1)@count > 0", "SUBQUERY(a, $x, $x.b == 1).@count > 0",
      at: [.operator], ") > stay @COUNT",
      marks: 3...3, replaces: 2...2, writes: ".", title: "write a dot before it",
      says: "expected a comparison operator before '$3'; a key follows a dot"),
    Mistake(
      .expectedOperator, "CASE WHEN a == 1 THEN 2 END == 3", at: [.operator], "CASE > WHEN rest", marks: 1...2,
      says: "CASE is part of SQL; a choice is written TERNARY(condition, value, other)"),
    Mistake(
      .unknownOperator, "a->b == 1", "a.b == 1", at: [.value], "- > ~> ~word", marks: 1...2, writes: ".",
      title: "write a dot",
      says: "'$1-2' is not an operator; write a dot between keys"),
    Mistake(
      .expectedOperator, "NONE of tags == 'x'", "NONE tags == 'x'", at: [.operator], "ANY|ALL|NONE|SOME OF > path",
      marks: 2...2, writes: "",
      says: "$^1 stands directly before the key, without '$2'"),
    Mistake(
      .expectedOperator, "EVERY kids.age > 3", "ALL kids.age > 3", at: [.operator], "start <modifier> > path operator",
      marks: 2...2, writes: "$=2",
      title: "did you mean $=2?", says: "'$2' before a key is not ANY, ALL, NONE or NOT"),
    Mistake(
      .expectedOperator, "ANYY kids.age > 3", "ANY kids.age > 3", at: [.operator],
      "start <near-modifier> > path operator", marks: 2...2, writes: "$=2",
      title: "did you mean $=2?", says: "'$2' before a key is not ANY, ALL, NONE or NOT"),
    Mistake(
      .expectedOperator, "first name == 'x'", "first\\u0020name == 'x'", at: [.operator], "start word > word operator",
      marks: 3...3,
      replaces: 2...3, writes: "$2\\u0020$3", title: "for one key, write $2\\u0020$3",
      says: "expected a comparison operator between '$2' and '$3'",
      note: "pass a key that contains a space as an argument of %K, or write each space as \\u0020"),
    Mistake(
      .expectedOperator, "key with space == 'x'", "key\\u0020with\\u0020space == 'x'", at: [.operator],
      "start word > word word operator",
      marks: 4...4, replaces: 2...4, writes: "$2\\u0020$3\\u0020$4", title: "for one key, write $2\\u0020$3\\u0020$4",
      says: "expected a comparison operator between '$2' and '$4'",
      note: "pass a key that contains a space as an argument of %K, or write each space as \\u0020"),
    Mistake(
      .expectedOperator, "first name == 'x'", "first\\u0020name == 'x'", at: [.name],
      "start > FIRST|LAST|SIZE word operator", marks: 3...3,
      replaces: 2...3, writes: "$2\\u0020$3", title: "for one key, write $2\\u0020$3",
      says: "expected a comparison operator between '$2' and '$3'",
      note: "pass a key that contains a space as an argument of %K, or write each space as \\u0020"),
    Mistake(
      .betweenAnd, "year BETWEEN 1 AND 5", "year BETWEEN {1, 5}", at: [.operator], "BETWEEN operand AND left > stop",
      marks: 2...4,
      writes: "{$2, $4}", isSafe: true, says: "write the bounds of BETWEEN as a list, not joined by AND"),
    Mistake(
      .misplacedModifier, "year == ANY years", "ANY years == year", at: [.operator], "path =|== ANY path >",
      marks: 3...3,
      replaces: 1...4, writes: "ANY $4 == $1",
      says: "write $^3 before the whole comparison, not before its right operand"),
    Mistake(
      .misplacedModifier, "tags CONTAINS ANY {1, 2}", "ANY tags IN {1, 2}", at: [.operator],
      "path CONTAINS ANY|SOME operand >",
      marks: 3...3, replaces: 1...4, writes: "ANY $1 IN $4",
      says: "write $^3 before the whole comparison, not before its right operand"),
    Mistake(
      .misplacedModifier, "owner == NONE {1, 2}", "NOT owner IN {1, 2}", at: [.operator], "path =|==|IN NONE operand >",
      marks: 3...3, replaces: 1...4, writes: "NOT $1 IN $4",
      says: "write $^3 before the whole comparison, not before its right operand",
      note: "a value that is not in a list is NOT key IN list"),
    Mistake(
      .misplacedModifier, "year == ALL (years)", at: [.operator], "operator ANY|ALL|SOME|NONE operand >", marks: 2...2,
      says: "write $^2 before the whole comparison, not before its right operand", note: "write $^2 collection == value"
    ),
    Mistake(
      .misplacedModifier, "key == NONE $0", at: [.value], "path operator ANY|ALL|SOME|NONE > invalid", marks: 3...3,
      says: "write $^3 before the whole comparison, not before its right operand"),
    Mistake(
      .expectedOperator, "'year > 3'", "year > 3", at: [.operator], "first sentence > end", marks: 2...2, writes: "$'2",
      title: "write the predicate without quotes", says: "the whole format is in quotes, so it is only a string"),
    Mistake(
      .expectedOperator, "EXISTS tags", "tags.@count > 0", at: [.operator], "start EXISTS > path stop", marks: 3...3,
      replaces: 2...3,
      writes: "$3.@count > 0", says: "expected a comparison operator after '$2', found $F"),
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
      says: "an argument is a value, never a predicate", note: "pass the text itself as the format, not as an argument"),
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
      "path operator constant connective constant > stop",
      marks: 6...6, replaces: 5...5, writes: "$1 $2 $5", says: "expected a comparison operator after '$5', found $F"),
    Mistake(
      .expectedOperator, "EXISTS(tags)", "tags.@count > 0", at: [.operator],
      "EXISTS|NOTEMPTY|ISNOTEMPTY ( path ) > stop", marks: 5...5,
      replaces: 1...4, writes: "$3.@count > 0", says: "expected a comparison operator after '$1-4', found $F"),
  ]

  // MARK: After a comparison

  private static let comparisons: [Mistake] = [
    Mistake(
      .chainedComparison, "name == 'a' | age > 3", "name == 'a' OR age > 3", at: [.comparison],
      "operator operand | operand >",
      marks: 3...3, writes: "OR", isSafe: true, says: "'$3' is a bitwise operator; comparisons are joined by OR"),
    Mistake(
      .chainedComparison, "name == 'a' & age > 3", "name == 'a' AND age > 3", at: [.comparison],
      "operator operand & operand >", marks: 3...3,
      writes: "AND", isSafe: true, says: "'$3' is a bitwise operator; comparisons are joined by AND"),
    Mistake(
      .chainedComparison, "group.name == 'a' IN groups", "ANY groups.name == 'a'", at: [.comparison],
      "start word . key operator constant > IN path", marks: 7...7, replaces: 2...8, writes: "ANY $8.$4 $5 $6",
      says: "comparisons cannot be chained"),
    Mistake(
      .chainedComparison, "year == 1 == TRUE", "year == 1", at: [.comparison], "left > =|== TRUE|YES", marks: 2...3,
      writes: "", isSafe: true,
      says: "a comparison is true or false itself, and cannot be compared with that"),
    Mistake(
      .chainedComparison, "year == 1 == FALSE", "NOT (year == 1)", at: [.comparison], "left > =|== FALSE|NO",
      marks: 2...3, replaces: 1...3,
      writes: "NOT ($1)", isSafe: true, says: "a comparison is true or false itself, and cannot be compared with that"),
    Mistake(
      .chainedComparison, "list<Pet> == nil", "list == nil", at: [.comparison], "path < ~word > ~> operator",
      marks: 2...4, writes: "",
      says: "a key has no type parameters"),
    Mistake(
      .chainedComparison, "1 < year < 5", "1 < year AND year < 5", at: [.comparison],
      "operator operand > stay operator value", marks: 4...4,
      replaces: 3...3, writes: "AND $2 ", title: "write AND $2 before it", says: "comparisons cannot be chained",
      note: "join two comparisons with AND or OR"),
  ]

  // MARK: In place of an operand

  private static let operands: [Mistake] = [
    Mistake(
      .unexpectedPredicate, "(a == 1).value", "(a == 1)", at: [.predicate], "brackets > . word", marks: 2...3,
      writes: "",
      says: "a predicate has no keys", note: "write the key inside the parentheses"),
    Mistake(
      .unexpectedPredicate, "(a == 1).@count > 2", at: [.predicate], "parentheses > . key", marks: 2...3,
      says: "a predicate has no keys",
      note: "for the elements with a condition write SUBQUERY(collection, $x, $x.key == value).@count"),
  ]

  // MARK: After a predicate

  private static let connectives: [Mistake] = [
    Mistake(
      .unmatchedBracket, "year > 3)", "year > 3", at: [.end], "> )|}|]", writes: "", says: "'$1' has no opening bracket"
    ),
    Mistake(
      .listBrackets, "age BETWEEN 1, 5", "age BETWEEN {1, 5}", at: [.end], "BETWEEN value > , value", marks: 2...4,
      writes: "{$2, $4}",
      says: "BETWEEN takes one list of two values, in braces"),
    Mistake(
      .commaForAnd, "year > 3, year < 5", "year > 3 AND year < 5", at: [.end], "> , path operator", marks: 1...1,
      writes: " AND",
      title: "write AND", continues: true, says: "predicates are joined by AND or OR, not by a comma"),
    Mistake(
      .commaForAnd, "year > 3, NOT year < 5", "year > 3 AND NOT year < 5", at: [.end], "> , NOT|ANY", marks: 1...1,
      writes: " AND",
      title: "write AND", continues: true, says: "predicates are joined by AND or OR, not by a comma"),
    Mistake(
      .unknownConnective, "a == 1 XOR b == 1", at: [.end], "> XOR operand operator", marks: 1...1, continues: true,
      says: "expected AND or OR between two predicates, found '$1'"),
    Mistake(
      .unknownConnective, "a == 1 UND b == 1", "a == 1 AND b == 1", at: [.end], "> <connective> operand", marks: 1...1,
      writes: "$=1",
      title: "did you mean $=1?", continues: true, says: "expected AND or OR between two predicates, found '$1'"),
    Mistake(
      .unknownConnective, "a == 1 adn b == 1", "a == 1 AND b == 1", at: [.end], "> <near-connective> operand",
      marks: 1...1, writes: "$=1",
      title: "did you mean $=1?", continues: true, says: "expected AND or OR between two predicates, found '$1'"),
    Mistake(
      .unexpectedText, "year == nil!", "year == nil", at: [.end], "> ! end", marks: 1...1, writes: "", isSafe: true,
      says: "expected the end of the predicate, found '!'"),
    Mistake(
      .missingConnective, "year > 3 year < 5", "year > 3 AND year < 5", at: [.end], "> stay path operator",
      marks: 2...2, replaces: 1...1,
      writes: "AND ", title: "write AND before it", continues: true, says: "expected AND or OR before '$2'"),
    Mistake(
      .missingConnective, "year > 3 NOT year < 5", "year > 3 AND NOT year < 5", at: [.end],
      "> stay NOT|ANY|ALL|NONE|SOME|(", marks: 2...2,
      replaces: 1...1, writes: "AND ", title: "write AND before it", continues: true,
      says: "expected AND or OR before '$2'"),
  ]

  // MARK: After a dot

  private static let keys: [Mistake] = [
    Mistake(
      .missingBlank, "a == 1.AND b == 2", "a == 1. AND b == 2", at: [.key], "number ~. > stay AND|OR", marks: 4...4,
      replaces: 3...3,
      writes: " ", title: "write \" $4\"", isSafe: true,
      says: "expected a blank between $1. and $^4"),
    Mistake(
      .methodCall, "date > $time.now(-600)", at: [.key],
      "$TIME . > NOW|TODAY|THIS_WEEK|THIS_MONTH|THIS_YEAR|YESTERDAY|ISO parentheses",
      says: "$1-3 is a date of Spotlight; here $1 is a variable of the program",
      note: "pass a date as an argument of %@, or write CAST(\"2020-01-31T00:00:00Z\", \"NSDate\")"),
    Mistake(
      .methodCall, "{1, 2}.contains(age)", "age IN {1, 2}", at: [.key], "brackets . > CONTAINS|INCLUDES ( path )",
      marks: 3...3,
      replaces: 1...6, writes: "$5 IN $1",
      says: "'$3' is called like a method, but a format string has no method calls",
      note: "only keys may follow a dot; write functions before their arguments, as in uppercase(name)"),
    Mistake(
      .methodCall, "name.contains(word)", "name CONTAINS %@", at: [.key], "operand . > <method> ( ~word ~)",
      marks: 3...3,
      replaces: 1...6, writes: "$1 $=3 %@", title: "write $1 $=3 %@ and pass $5",
      says: "'$3' is called like a method, but a format string has no method calls",
      note: "only keys may follow a dot; write functions before their arguments, as in uppercase(name)"),
    Mistake(
      .methodCall, "name.contains('x')", "name CONTAINS 'x'", at: [.key], "operand . > <method> ( operand )",
      marks: 3...3,
      replaces: 1...6, writes: "$1 $=3 $5",
      says: "'$3' is called like a method, but a format string has no method calls",
      note: "only keys may follow a dot; write functions before their arguments, as in uppercase(name)"),
    Mistake(
      .methodCall, "name.uppercased() == 'X'", "uppercase(name) == 'X'", at: [.key], "operand . > <function> ( )",
      marks: 3...3,
      replaces: 1...5, writes: "$=3($1)", says: "'$3' is called like a method, but a format string has no method calls",
      note: "only keys may follow a dot; write functions before their arguments, as in uppercase(name)"),
    Mistake(
      .methodCall, "kids.size() == 2", "kids[SIZE] == 2", at: [.key], "operand . > <property> ( )", marks: 3...3,
      replaces: 1...5, writes: "$1$=3", says: "'$3' is called like a method, but a format string has no method calls",
      note: "only keys may follow a dot; write functions before their arguments, as in uppercase(name)"),
    Mistake(
      .methodCall, "kids.@count() > 3", "kids.@count > 3", at: [.key], ". > atWord ( )", marks: 3...4, writes: "",
      title: "remove the parentheses",
      isSafe: true, says: "'$2' is called like a method, but a format string has no method calls",
      note: "only keys may follow a dot; write functions before their arguments, as in uppercase(name)"),
    Mistake(
      .methodCall, "maker.find(1) == 3", at: [.key], ". > any brackets", marks: 2...2,
      says: "'$2' is called like a method, but a format string has no method calls",
      note: "only keys may follow a dot; write functions before their arguments, as in uppercase(name)"),
    Mistake(
      .keyConversion, "maker.%@ == 1", "maker.%K == 1", at: [.key], "> %@", writes: "%K", isSafe: true,
      says: "%@ is a value; write %K for a key in a key path"),
    Mistake(
      .reservedWord, "maker.like == 1", "maker.#like == 1", at: [.key], "> reserved", writes: "#$1",
      says: "'$1' is a reserved word and cannot be a key", note: "write #$1 for a key of that name"),
    Mistake(
      .expectedKey, "year IN 1..5", at: [.end, .list], "pointed > ~number", says: "there are no range operators",
      note: "write key BETWEEN {1, 10} for a range of values"),
    Mistake(
      .unexpectedText, "version > 6.4.0", "version > \"6.4.0\"", at: [.end, .list], "double > ~double", marks: 2...2,
      replaces: 1...2,
      writes: "\"$1-2\"", says: "a version is a text, which is written in quotes",
      note: "texts are compared letter by letter: \"10.0\" is less than \"9.0\""),
    Mistake(
      .expectedKey, "year IN 1..<5", at: [.key], "number ~. > ~<", marks: 2...3, says: "there are no range operators",
      note: "write key BETWEEN {1, 10} for a range of values"),
    Mistake(
      .expectedKey, "year IN 1...5", at: [.key], "number ~. > ~number", marks: 2...3,
      says: "there are no range operators",
      note: "write key BETWEEN {1, 10} for a range of values"),
  ]

  // MARK: String options

  private static let options: [Mistake] = [
    Mistake(
      .emptyOptions, "name BEGINSWITH[] 'D'", at: [.options], "[ > ]",
      says: "expected option letters between '[' and ']'"),
    Mistake(
      .unknownOption, "name ==['c'] 'x'", "name ==[c] 'x'", at: [.options], "[ > string ] value", marks: 1...3,
      writes: "[$'2]", isSafe: true,
      says: "string options are letters in square brackets, found $1-3"),
    Mistake(
      .listBrackets, "id IN [1, 2]", "id IN {1, 2}", at: [.options], "[ > value inside ] stop", marks: 1...1,
      replaces: 1...4,
      writes: "{$2-3}", isSafe: true, says: "a list is written in braces; expected '{', found '['"),
    Mistake(
      .listBrackets, "id IN [1, 2", at: [.options], "[ > constant", marks: 1...1,
      says: "a list is written in braces; expected '{', found '['"),
  ]

  // MARK: Lists

  private static let lists: [Mistake] = [
    Mistake(
      .listBrackets, "id IN (1, 2)", "id IN {1, 2}", at: [.list], "( operand > , inside )", marks: 1...1,
      replaces: 1...5, writes: "{$2-4}",
      isSafe: true, says: "a list is written in braces; expected '{', found '('"),
    Mistake(
      .expectedComma, "id IN {1 2}", "id IN {1, 2}", at: [.list], "value > stay value", marks: 3...3, replaces: 2...2,
      writes: ",",
      title: "write a comma before it", says: "expected ',' in a list, found '$3'"),
  ]

  // MARK: Arguments of keywords, and names

  private static let names: [Mistake] = [
    Mistake(
      .expectedVariable, "SUBQUERY(a, x, x > 1).@count > 0", "SUBQUERY(a, $x, x > 1).@count > 0", at: [.variable],
      ", > word ,", marks: 2...2,
      writes: "$$2", says: "expected a variable such as $x as second argument of SUBQUERY, found $F"),
    Mistake(
      .expectedVariable, "SUBQUERY(a,, $x, $x > 1).@count > 0", "SUBQUERY(a, $x, $x > 1).@count > 0", at: [.variable],
      ", > , variable ,",
      marks: 2...2, writes: "", says: "expected a variable such as $x as second argument of SUBQUERY, found $F",
      note:
        "write it as in SUBQUERY(items, $x, $x.price > 1); a shell or a template may have replaced the names after $"),
    Mistake(
      .expectedVariable, "SUBQUERY(a, , $x > 1).@count > 0", "SUBQUERY(a, $x, $x > 1).@count > 0", at: [.variable],
      ", > stay ,", marks: 3...3,
      replaces: 2...2, writes: "$x", says: "expected a variable such as $x as second argument of SUBQUERY, found $F",
      note:
        "write it as in SUBQUERY(items, $x, $x.price > 1); a shell or a template may have replaced the names after $"),
    Mistake(
      .expectedString, "CAST(a, NSDate) == b", "CAST(a, \"NSDate\") == b", at: [.argument], "CAST ( path , > word",
      marks: 5...5, writes: "\"$5\"",
      title: "write it as a string", says: "expected a string literal as second argument of $^1, found $F"),
    Mistake(
      .expectedString, "FUNCTION(a, name, b) == 1", "FUNCTION(a, \"name\", b) == 1", at: [.argument],
      "FUNCTION ( operand , > word", marks: 5...5,
      writes: "\"$5\"", title: "write it as a string",
      says: "expected a string literal as second argument of $^1, found $F"),
    Mistake(
      .expectedString, "FUNCTION(a, name:, b) == 1", "FUNCTION(a, \"name:\", b) == 1", at: [.argument],
      "FUNCTION ( operand , > selector",
      marks: 5...5, writes: "\"$5\"", title: "write it as a string",
      says: "expected a string literal as second argument of $^1, found $F"),
  ]
}
