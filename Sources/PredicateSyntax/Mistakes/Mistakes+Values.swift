// The known mistakes in place of a value.

extension Mistake {
  // MARK: In place of a value

  static let values: [Mistake] = [
    Mistake(
      .unsupportedWord, "name == CASEINSENSITIVE", "name == #CASEINSENSITIVE", at: [.value], "> CASEINSENSITIVE|CI",
      writes: "#$1", says: "'$1' is reserved and has no meaning in a format string",
      note: "write #$1 for a key of that name"),
    Mistake(
      .reservedWord, "like == 'x'", "#like == 'x'", at: [.value], "start > reserved operator",
      "start ANY|ALL|SOME|NONE > operator", marks: 2...2, writes: "#$2",
      says: "'$2' is a reserved word and cannot be a key", note: "write #$2 for a key of that name"),
    Mistake(
      .expectedExpression, "name == <null>", "name == nil", at: [.value], "> < ~NULL|NIL ~>", writes: "nil",
      isSafe: true, says: "expected a value; nil is written nil, not as it is printed"),
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
      writes: "$2", title: "remove the brackets", says: "a list is written in braces; expected '{', found '['"),
    Mistake(
      .unknownOperator, "year > = 1960", "year >= 1960", at: [.value], "=|<|>|! > =", writes: "$1$2", isSafe: true,
      says: "'$1$2' is one operator, which is written without a space"),
    Mistake(
      .expectedExpression, "name == None", "name == nil", at: [.value], "operator NONE > stop", marks: 2...2,
      writes: "nil", says: "expected a value, found '$2'"),
    Mistake(
      .expectedExpression, "ALL", "TRUEPREDICATE", at: [.value], "first ALL > end", "first > * end", marks: 2...2,
      writes: "TRUEPREDICATE", says: "'$2' alone is not a predicate; for all objects write TRUEPREDICATE"),
    Mistake(
      .reservedWord, "none.x == 4", "#none.x == 4", at: [.value], "ANY|ALL|SOME|NONE > .", marks: 1...1, writes: "#$1",
      says: "'$1' is a reserved word and cannot be a key", note: "write #$1 for a key of that name"),
    Mistake(
      .operatorAsFunction, "CONTAINS(name, 'x')", at: [.value], "> operator parentheses", marks: 1...1,
      says: "write $^1 between its operands, not before them"),
    Mistake(
      .expectedExpression, "NSPredicate(format: 'a == 1')", "a == 1", at: [.value],
      "NSPREDICATE ( > FORMAT: string rest", writes: "$'4",
      says: "this is code that makes a predicate; the format is only the text in its quotes"),
    Mistake(
      .expectedExpression, "[NSPredicate predicateWithFormat:@'a == 1']", "a == 1", at: [.value],
      "first > [ NSPREDICATE PREDICATEWITHFORMAT: @ string rest", marks: 2...7, writes: "$'6",
      says: "this is code that makes a predicate; the format is only the text in its quotes"),
    Mistake(
      .expectedExpression, "year > 3 AND AND year < 5", "year > 3 AND year < 5", at: [.value], "and > and", "or > or",
      marks: 2...2, writes: "", isSafe: true, says: "expected a predicate after $^1, found $F"),
    Mistake(
      .expectedExpression, "year > 3 AND OR year < 5", "year > 3 AND year < 5", at: [.value], "AND|OR|NOT > AND|OR",
      marks: 2...2, writes: "", says: "expected a predicate after $^1, found $F"),
    Mistake(
      .expectedExpression, "(year > 3 AND )", "(year > 3 )", at: [.value], "connective > stop", marks: 2...2,
      replaces: 1...1, writes: "", title: "remove $1", says: "expected a predicate after $^1, found $F"),
    Mistake(
      .expectedExpression, "AND year > 3", "year > 3", at: [.value], "first > connective any", marks: 2...2, writes: "",
      isSafe: true, says: "expected a value, found $F"),
    Mistake(
      .expectedExpression, "year ==", "year == %@", at: [.value], "operator options > stay end", marks: 4...4,
      replaces: 3...3, writes: " %@", title: "write %@", says: "expected a value after $^1, found $F",
      note: "write %@ for an argument"),
    Mistake(
      .expectedExpression, "name == CONTAINS[c] 'x'", "name CONTAINS[c] 'x'", at: [.value],
      "=|==|!= > operator options value", marks: 2...2, replaces: 1...1, writes: "", title: "remove $1",
      says: "expected a value after $^1, found another operator, $^2"),
    Mistake(
      .expectedExpression, "name CONTAINS[c] == 'x'", "name CONTAINS[c] 'x'", at: [.value],
      "operator options > operator value", marks: 3...3, writes: "",
      says: "expected a value after $^1, found another operator, $^3"),
    Mistake(
      .expectedExpression, "name == CONTAINS", at: [.value], "operator > operator end", marks: 2...2,
      says: "expected a value after $^1, found another operator, $^2"),
    Mistake(
      .expectedExpression, "year > +1", "year > 1", at: [.value], "> + ~number", marks: 1...1, writes: "", isSafe: true,
      says: "expected a value, found $F"),
    Mistake(
      .expectedExpression, "name: Design", "name == Design", at: [.value], "> selector value stop", marks: 1...1,
      writes: "$:1 ==", title: "write == for the colon", says: "expected a value, found $F",
      note: "':' is not an operator; write == for equality"),
    Mistake(
      .expectedExpression, "COUNT(*) > 3", at: [.value], "( > * )", marks: 2...2,
      says: "expected a value; the number of elements of a collection is collection.@count"),
    Mistake(
      .expectedExpression, "* == 'x'", at: [.value], "> * operator", marks: 1...1,
      says: "'*' is not a key; write the name of a key",
      note: "for several keys write several comparisons, joined by OR"),
    Mistake(
      .expectedExpression, "ANY kids[*].name == 'x'", "ANY kids.name == 'x'", at: [.value],
      "ANY|ALL|NONE|SOME path [ > * ]", marks: 3...5, writes: "", says: "'$3-5' is every element in other languages",
      note: "ANY, ALL or NONE before the comparison test the elements"),
    Mistake(
      .expectedExpression, "kids[*].name == 'x'", "ANY kids.name == 'x'", at: [.value], "start path [ > * ]",
      marks: 3...5, replaces: 2...5, writes: "ANY $2", says: "'$3-5' is every element in other languages",
      note: "ANY, ALL or NONE before the comparison test the elements"),
    Mistake(
      .expectedExpression, "{1, 2, ...} CONTAINS id", "{1, 2} CONTAINS id", at: [.value], ", > . ~. ~.", marks: 2...4,
      replaces: 1...4, writes: "", says: "'$2-4' marks text that is left out; write all elements"),
    Mistake(
      .unknownOption, "name ==[c][d] 'x'", "name ==[cd] 'x'", at: [.value],
      "operator [ optionLetters ] > [ optionLetters ]", marks: 5...7, replaces: 2...7, writes: "[$3$6]",
      says: "string options are written in one pair of brackets"),
    Mistake(
      .unexpectedText, "year > 3 >> /tmp/list", "year > 3", at: [.value], ">> > / rest", writes: "",
      title: "remove it and the rest", says: "the predicate ends before '$1'; the rest is not part of it"),
    Mistake(
      .expectedExpression, "name == *Ann*", "name LIKE \"*Ann*\"", at: [.value], "=|== > * ~any run", marks: 2...4,
      replaces: 1...4, writes: "LIKE \"$2-4\"", says: "expected a value; '*' is a multiplication here",
      note: "write a pattern in quotes, such as \"*text*\", or put the wildcards into the argument of %@"),
    Mistake(
      .expectedExpression, "name LIKE *Ann*", "name LIKE \"*Ann*\"", at: [.value], "> * ~word run", writes: "\"$1-3\"",
      says: "expected a value; '*' is a multiplication here",
      note: "write a pattern in quotes, such as \"*text*\", or put the wildcards into the argument of %@"),
    Mistake(
      .expectedExpression, "name LIKE *%@*", at: [.value], "textOperator options > * ~any", marks: 3...4,
      says: "expected a value; '*' is a multiplication here",
      note: "write a pattern in quotes, such as \"*text*\", or put the wildcards into the argument of %@"),
    Mistake(
      .expectedExpression, "file == .txt", "file == \".txt\"", at: [.value], "operator options > . ~word", marks: 3...4,
      writes: "\"$3-4\"", says: "a text after $^1 is written in quotes", note: "or pass the text as an argument of %@"),
    Mistake(
      .expectedExpression, "NOT IN {'a'}", at: [.value], "NOT > operator", marks: 2...2,
      says: "expected a value before $^2: a comparison needs two operands", note: "write NOT key $^2 value"),
    Mistake(
      .expectedExpression, "== 1960", at: [.value], "first > =|==|!= value", marks: 2...2,
      says: "expected a value before $^2: a comparison needs two operands",
      note: "write a key before the operator; for a predicate that is always true, write TRUEPREDICATE"),
    Mistake(
      .expectedExpression, "CONTAINS[c] %@", "SELF CONTAINS[c] %@", at: [.value], "first > stay operator options value",
      marks: 3...3, replaces: 2...2, writes: "SELF ", title: "for the object itself, write SELF",
      says: "expected a value before $^3: a comparison needs two operands", note: "write a key before the operator"),
    Mistake(
      .expectedExpression, "(LIKE 'x*')", "(SELF LIKE 'x*')", at: [.value], "( > stay operator options value",
      marks: 3...3, replaces: 2...2, writes: "SELF ", title: "for the object itself, write SELF",
      says: "expected a value before $^3: a comparison needs two operands", note: "write a key before the operator"),
    Mistake(
      .expectedExpression, "year > 1960 AND == 3", at: [.value], "start > operator", marks: 2...2,
      says: "expected a value before $^2: a comparison needs two operands",
      note: "write a key before the operator; for a predicate that is always true, write TRUEPREDICATE"),
    Mistake(
      .expectedExpression, "name LIKE An?", "name LIKE \"An?\"", at: [.end], "textOperator options word > ~?",
      marks: 3...4, writes: "\"$3-4\"", says: "a text after $^1 is written in quotes",
      note: "or pass the text as an argument of %@"),
    Mistake(
      .expectedExpression, "path == /usr/lib", "path == \"/usr/lib\"", at: [.value],
      "=|==|!=|IN|CONTAINS|BEGINSWITH|ENDSWITH|LIKE options > / ~word run", marks: 3...5, writes: "\"$3-5\"",
      says: "a text after $^1 is written in quotes", note: "or pass the text as an argument of %@"),
    Mistake(
      .unexpectedText, "name == Ann Lee", "name == \"Ann Lee\"", at: [.end], "operator options word > words stop",
      marks: 4...4, replaces: 3...4, writes: "\"$3-4\"", says: "a text of several words is written in quotes",
      note: "or pass the text as an argument of %@"),
    Mistake(
      .expectedExpression, "a == [object Object]", "a == %@", at: [.value, .options], "[ > OBJECT inside ]",
      writes: "%@", says: "expected a value; this is how JavaScript prints an object",
      note: "pass the object as an argument of %@"),
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
      writes: "%@", says: "this is Objective-C that sends a message; a format string cannot run code",
      note: "pass the value as an argument of %@"),
    Mistake(
      .expectedExpression, "[cd] %@", "SELF CONTAINS[cd] %@", at: [.value], "first > stay [ optionLetters ] value",
      marks: 3...5, replaces: 2...2, writes: "SELF CONTAINS", title: "write SELF CONTAINS before them",
      says: "expected a key and an operator before string options",
      note: "string options follow an operator, as in key CONTAINS[cd] %@"),
    Mistake(
      .listBrackets, "[1, 2] CONTAINS id", "{1, 2} CONTAINS id", at: [.value], "> [ inside ] operator", marks: 1...1,
      replaces: 1...3, writes: "{$2}", isSafe: true, says: "a list is written in braces; expected '{', found '['"),
    Mistake(
      .listBrackets, "id IN {[1]}", "id IN {{1}}", at: [.value], "> [ inside ] stop", marks: 1...1, replaces: 1...3,
      writes: "{$2}", isSafe: true, says: "a list is written in braces; expected '{', found '['"),
    Mistake(
      .listBrackets, "year > [1", at: [.value], "> [", says: "a list is written in braces; expected '{', found '['"),
    Mistake(
      .expectedExpression, "name LIKE %@*", "name LIKE %@", at: [.value], "conversion * > stop", marks: 2...2,
      writes: "", says: "expected a value; '*' is a multiplication here",
      note: "write a pattern in quotes, such as \"*text*\", or put the wildcards into the argument of %@"),
    Mistake(
      .expectedExpression, "name LIKE Ann*", "name LIKE \"Ann*\"", at: [.value], "textOperator options word ~* > stop",
      marks: 3...4, writes: "\"$3-4\"", says: "a text after $^1 is written in quotes",
      note: "or pass the text as an argument of %@"),
    Mistake(
      .expectedExpression, ".name == 1", "name == 1", at: [.value], "> . ~word", marks: 1...1, writes: "",
      says: "a key path begins with a key, not with a dot"),
    Mistake(
      .trailingComma, "id IN {1, 2,}", "id IN {1, 2}", at: [.value], ", > }", marks: 1...1, writes: "", isSafe: true,
      says: "expected a value after the comma"),
  ]

  // MARK: In place of an operand

  static let operands: [Mistake] = [
    Mistake(
      .unexpectedPredicate, "(a == 1).value", "(a == 1)", at: [.predicate], "brackets > . word", marks: 2...3,
      writes: "", says: "a predicate has no keys", note: "write the key inside the parentheses"),
    Mistake(
      .unexpectedPredicate, "(a == 1).@count > 2", at: [.predicate], "parentheses > . key", marks: 2...3,
      says: "a predicate has no keys",
      note: "for the elements with a condition write SUBQUERY(collection, $x, $x.key == value).@count"),
  ]
}
