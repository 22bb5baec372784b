// The known mistakes. The first one that matches counts, so particular mistakes come before general ones.
//
// The elements of a pattern are numbered from 1, without `>`, which stands before the token that does not fit.

extension Mistake {
  /// All known mistakes.
  package static let all: [Mistake] =
    tokens + clauses + values + operators + comparisons + connectives + keys + options + lists + names + operands
    + signs

  // MARK: Clauses of queries, and text around the predicate

  static let clauses: [Mistake] = [
    Mistake(
      .sqlClause, "WHERE year > 1960", "year > 1960", at: [.operator, .end], "start WHERE > any", marks: 2...2,
      writes: "", isSafe: true, continues: true, says: "$^2 is part of a SQL query; a predicate is only the condition"),
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
      writes: "", says: "$^1 is part of a SQL query; a predicate is only the condition",
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

  // MARK: After a predicate

  static let connectives: [Mistake] = [
    Mistake(
      .unmatchedBracket, "year > 3)", "year > 3", at: [.end], "> )|}|]", writes: "",
      says: "'$1' has no opening bracket"),
    Mistake(
      .listBrackets, "age BETWEEN 1, 5", "age BETWEEN {1, 5}", at: [.end], "BETWEEN value > , value", marks: 2...4,
      writes: "{$2, $4}", says: "BETWEEN takes one list of two values, in braces"),
    Mistake(
      .commaForAnd, "year > 3, year < 5", "year > 3 AND year < 5", at: [.end], "> , path operator", "> , NOT|ANY",
      marks: 1...1, writes: " AND", title: "write AND", continues: true,
      says: "predicates are joined by AND or OR, not by a comma"),
    Mistake(
      .unknownConnective, "a == 1 XOR b == 1", at: [.end], "> XOR operand operator", marks: 1...1, continues: true,
      says: "expected AND or OR between two predicates, found '$1'"),
    Mistake(
      .unknownConnective, "a == 1 UND b == 1", "a == 1 AND b == 1", at: [.end], "> <connective> operand",
      "> <near-connective> operand", marks: 1...1, writes: "$=1", title: "did you mean $=1?", continues: true,
      says: "expected AND or OR between two predicates, found '$1'"),
    Mistake(
      .unexpectedText, "year == nil!", "year == nil", at: [.end], "> ! end", marks: 1...1, writes: "", isSafe: true,
      says: "expected the end of the predicate, found '!'"),
    Mistake(
      .missingConnective, "year > 3 year < 5", "year > 3 AND year < 5", at: [.end], "> stay operand operator",
      "> stay NOT|ANY|ALL|NONE|SOME|(", marks: 2...2, replaces: 1...1, writes: "AND ", title: "write AND before it",
      continues: true, says: "expected AND or OR before '$2'"),
  ]

  // MARK: After a dot

  static let keys: [Mistake] = [
    Mistake(
      .missingBlank, "a == 1.AND b == 2", "a == 1. AND b == 2", at: [.key], "number ~. > stay AND|OR", marks: 4...4,
      replaces: 3...3, writes: " ", title: "write \" $4\"", isSafe: true, says: "expected a space between $1. and $^4"),
    Mistake(
      .methodCall, "date > $time.now(-600)", at: [.key],
      "$TIME . > NOW|TODAY|THIS_WEEK|THIS_MONTH|THIS_YEAR|YESTERDAY|ISO parentheses",
      says: "$1-3 is a date of Spotlight; here $1 is a variable of the program",
      note: "pass a date as an argument of %@, or write CAST(\"2020-01-31T00:00:00Z\", \"NSDate\")"),
    Mistake(
      .methodCall, "{1, 2}.contains(age)", "age IN {1, 2}", at: [.key], "brackets . > CONTAINS|INCLUDES ( path )",
      marks: 3...3, replaces: 1...6, writes: "$5 IN $1",
      says: "'$3' is called like a method, but a format string has no method calls",
      note: "only keys may follow a dot; write functions before their arguments, as in uppercase(name)"),
    Mistake(
      .methodCall, "name.contains(word)", "name CONTAINS %@", at: [.key], "operand . > <method> ( ~word ~)",
      marks: 3...3, replaces: 1...6, writes: "$1 $=3 %@", title: "write $1 $=3 %@ and pass $5",
      says: "'$3' is called like a method, but a format string has no method calls",
      note: "only keys may follow a dot; write functions before their arguments, as in uppercase(name)"),
    Mistake(
      .methodCall, "name.contains('x')", "name CONTAINS 'x'", at: [.key], "operand . > <method> ( operand )",
      marks: 3...3, replaces: 1...6, writes: "$1 $=3 $5",
      says: "'$3' is called like a method, but a format string has no method calls",
      note: "only keys may follow a dot; write functions before their arguments, as in uppercase(name)"),
    Mistake(
      .methodCall, "name.uppercased() == 'X'", "uppercase(name) == 'X'", at: [.key], "operand . > <function> ( )",
      marks: 3...3, replaces: 1...5, writes: "$=3($1)",
      says: "'$3' is called like a method, but a format string has no method calls",
      note: "only keys may follow a dot; write functions before their arguments, as in uppercase(name)"),
    Mistake(
      .methodCall, "kids.size() == 2", "kids[SIZE] == 2", at: [.key], "operand . > <property> ( )", marks: 3...3,
      replaces: 1...5, writes: "$1$=3", says: "'$3' is called like a method, but a format string has no method calls",
      note: "only keys may follow a dot; write functions before their arguments, as in uppercase(name)"),
    Mistake(
      .methodCall, "kids.@count() > 3", "kids.@count > 3", at: [.key], ". > atWord ( )", marks: 3...4, writes: "",
      title: "remove the parentheses", isSafe: true,
      says: "'$2' is called like a method, but a format string has no method calls",
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
      .expectedKey, "year IN 1...5", at: [.key, .end, .list], "number ~. > ~number", "number ~. > ~<", "`9.` > ~number",
      says: "there are no range operators", note: "write key BETWEEN {1, 10} for a range of values"),
    Mistake(
      .unexpectedText, "version > 6.4.0", "version > \"6.4.0\"", at: [.end, .list], "double > ~double", marks: 2...2,
      replaces: 1...2, writes: "\"$1-2\"", says: "a version is a text, which is written in quotes",
      note: "texts are compared letter by letter: \"10.0\" is less than \"9.0\""),
  ]

  // MARK: String options

  static let options: [Mistake] = [
    Mistake(
      .unknownOption, "name CONTAINS[cd %@]", "name CONTAINS[cd] %@", at: [.options],
      "operator [ ~optionLetters > constant ]", marks: 5...5, replaces: 2...5, writes: "[$3] $4",
      says: "the bracket of string options closes before the value"),
    Mistake(
      .emptyOptions, "name BEGINSWITH[] 'D'", at: [.options], "[ > ]",
      says: "expected option letters between '[' and ']'"),
    Mistake(
      .unknownOption, "name ==['c'] 'x'", "name ==[c] 'x'", at: [.options], "[ > string ] value", marks: 1...3,
      writes: "[$'2]", isSafe: true, says: "string options are letters in square brackets, found $1-3"),
    Mistake(
      .listBrackets, "id IN [1, 2]", "id IN {1, 2}", at: [.options], "[ > value inside ] stop", marks: 1...1,
      replaces: 1...4, writes: "{$2-3}", isSafe: true, says: "a list is written in braces; expected '{', found '['"),
    Mistake(
      .listBrackets, "id IN [1, 2", at: [.options], "[ > constant", marks: 1...1,
      says: "a list is written in braces; expected '{', found '['"),
  ]

  // MARK: Lists

  static let lists: [Mistake] = [
    Mistake(
      .listBrackets, "name IN (Ann, Bob)", "name IN {Ann, Bob}", at: [.list], "( word > , word inside )", marks: 1...1,
      replaces: 1...6, writes: "{$2-5}", says: "a list is written in braces; expected '{', found '('",
      note: "a text is written in quotes, and an array of the program is passed as an argument of %@"),
    Mistake(
      .listBrackets, "id IN (1, 2)", "id IN {1, 2}", at: [.list], "( operand > , inside )", marks: 1...1,
      replaces: 1...5, writes: "{$2-4}", isSafe: true, says: "a list is written in braces; expected '{', found '('"),
    Mistake(
      .expectedComma, "id IN {1 2}", "id IN {1, 2}", at: [.list], "value > stay value", marks: 3...3, replaces: 2...2,
      writes: ",", title: "write a comma before it", says: "expected ',' in a list, found '$3'"),
  ]

  // MARK: Arguments of keywords, and names

  static let names: [Mistake] = [
    Mistake(
      .expectedVariable, "SUBQUERY(a, x, x > 1).@count > 0", "SUBQUERY(a, $x, x > 1).@count > 0", at: [.variable],
      ", > word ,", marks: 2...2, writes: "$$2",
      says: "expected a variable such as $x as second argument of SUBQUERY, found $F"),
    Mistake(
      .expectedVariable, "SUBQUERY(a,, $x, $x > 1).@count > 0", "SUBQUERY(a, $x, $x > 1).@count > 0", at: [.variable],
      ", > , variable ,", marks: 2...2, writes: "",
      says: "expected a variable such as $x as second argument of SUBQUERY, found $F",
      note:
        "write it as in SUBQUERY(items, $x, $x.price > 1); a shell or a template may have replaced the names after $"),
    Mistake(
      .expectedVariable, "SUBQUERY(a, , $x > 1).@count > 0", "SUBQUERY(a, $x, $x > 1).@count > 0", at: [.variable],
      ", > stay ,", marks: 3...3, replaces: 2...2, writes: "$x",
      says: "expected a variable such as $x as second argument of SUBQUERY, found $F",
      note:
        "write it as in SUBQUERY(items, $x, $x.price > 1); a shell or a template may have replaced the names after $"),
    Mistake(
      .expectedString, "CAST(a, NSDate) == b", "CAST(a, \"NSDate\") == b", at: [.argument], "CAST ( path , > word",
      "FUNCTION ( operand , > word", "FUNCTION ( operand , > selector", marks: 5...5, writes: "\"$5\"",
      title: "write it as a string", says: "expected a string literal as second argument of $^1, found $F"),
  ]
}
