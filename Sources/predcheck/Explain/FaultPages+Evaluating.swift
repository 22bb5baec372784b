import PredicateSyntax

extension FaultPage {
  /// A profile that compares strings with dates as dates.
  private static let dates = #"{"version": 1, "name": "dates", "dateStrings": true}"#

  /// The pages for findings of argument binding, type checking and evaluation.
  static let evaluatingPages = [
    FaultPage(
      .tooFewArguments, "Each conversion outside quotes takes one argument, in order.",
      bad: FaultExample("a == %@ AND b == %@", arguments: "[1]"),
      good: FaultExample("a == %@ AND b == %@", arguments: "[1, 2]")),
    FaultPage(
      .tooManyArguments, "An argument is left over: a conversion is missing, or stands in quotes, where it is text.",
      bad: FaultExample("a == %@", arguments: "[1, 2]"), good: FaultExample("a == %@", arguments: "[1]")),
    FaultPage(
      .argumentType,
      "%K takes a string that names a key path, %d and its kin integers, %f a number, %s a string, %@ anything.",
      bad: FaultExample("%K == 1", arguments: "[5]"), good: FaultExample("%K == 1", arguments: #"["age"]"#)),
    FaultPage(
      .argumentOutOfRange,
      "%d, %i and %u take 64 bits, as Swift's Int has; %x and %o take 32, and a form with a length as many as that says. "
        + "%@ takes any number.",
      bad: FaultExample("width > %x", arguments: "[5000000000]"),
      good: FaultExample("width > %lx", arguments: "[5000000000]")),
    FaultPage(
      .unknownCollectionOperator,
      "The operators are @count, @sum, @avg, @min, @max, @unionOfObjects, @distinctUnionOfObjects and their kin for arrays "
        + "and sets.",
      bad: FaultExample("tags.@cuont > 1", on: .words), good: FaultExample("tags.@count > 1", on: .words)),
    FaultPage(
      .missingOperand, "@sum, @avg, @min, @max and the unions need a key after them; only @count stands alone.",
      bad: FaultExample("kids.@sum > 3", on: .object(#"{"kids": [{"age": 4}]}"#)),
      good: FaultExample("kids.@sum.age > 3", on: .object(#"{"kids": [{"age": 4}]}"#))),
    FaultPage(
      .unboundArgument, "A template keeps its conversions; before it is evaluated they need arguments.",
      bad: FaultExample("age == %@", on: .object(#"{"age": 4}"#)),
      good: FaultExample("age == %@", arguments: "[4]", on: .object(#"{"age": 4}"#))),
    FaultPage(
      .unboundVariable,
      "A variable such as $limit gets its value when the predicate is evaluated; SUBQUERY names its own.",
      bad: FaultExample("age > $limit", on: .object(#"{"age": 4}"#)),
      good: FaultExample("SUBQUERY(kids, $k, $k > 3).@count > 0", on: .object(#"{"kids": [4]}"#))),
    FaultPage(
      .unknownKey,
      "The type has no stored property and no registered key of that name. Keys are read with their case. A string has only the "
        + "key length; numbers, dates and booleans have no keys.",
      bad: FaultExample("lenght > 3", on: .words), good: FaultExample("length > 3", on: .words)),
    FaultPage(
      .absentKey,
      "Rows without a type may lack a key, which then reads as nil. A key that none of the rows at hand has is hardly meant.",
      bad: FaultExample("nmae == 'Ann'", on: .object(#"{"name": "Ann"}"#)),
      good: FaultExample("name == 'Ann'", on: .object(#"{"name": "Ann"}"#))),
    FaultPage(
      .unreadableKey,
      "Closures and other values without a form of their own cannot be read, nor a var that another thread or an observer "
        + "may have a say in. A registered key can give what is needed.",
      bad: FaultExample("check == YES", on: .words), good: FaultExample("text != nil", on: .words)),
    FaultPage(
      .typeMismatch,
      "Order needs two numbers, two strings or two dates; string operators need strings; arithmetic needs numbers, or a date "
        + "plus or minus a number, or a date minus a date. What the text shows is checked before any row is evaluated, also in "
        + "parts that are never reached: the kinds of constants, arguments, variables, lists, casts and results of functions. "
        + "Keys of rows without types are checked in each row. Errors of values, such as a division by zero, are never found "
        + "early.",
      bad: FaultExample("text > 3", on: .words), good: FaultExample("length > 3", on: .words)),
    FaultPage(
      .badDate,
      "In this profile a string beside a date is the date that it writes: a day, or a moment to the second with Z or an offset.",
      bad: FaultExample("now() > '2020-02-30'", on: .object("{}"), in: dates),
      good: FaultExample("now() > '2020-02-28'", on: .object("{}"), in: dates)),
    FaultPage(
      .neverEqual, "Values of unlike kinds are never equal, so == is always false and != always true.",
      bad: FaultExample("length == '3'", on: .words), good: FaultExample("length == 3", on: .words)),
    FaultPage(
      .notACollection, "ANY, ALL, IN, SUBQUERY, indexes and collection operators need a collection on that side.",
      bad: FaultExample("ANY length > 3", on: .words), good: FaultExample("ANY tags == 'drink'", on: .words)),
    FaultPage(
      .badBounds, "BETWEEN needs a list of two values on its right, or a key that gives one.",
      bad: FaultExample("length BETWEEN {1, 2, 3}", on: .words), good: FaultExample("length BETWEEN {1, 3}", on: .words)
    ),
    FaultPage(
      .badPattern, "The right side of MATCHES is a regular expression of ICU, as NSRegularExpression reads it.",
      bad: FaultExample("text MATCHES '[a'", on: .words), good: FaultExample("text MATCHES '[a-z]+'", on: .words)),
    FaultPage(
      .patternLimit,
      "Some patterns take more steps than there is time, such as a repetition inside a repetition. The engine gave up, and "
        + "what it would have answered is unknown: false would be a guess.",
      bad: FaultExample(
        "SELF MATCHES '(a+)+b|a+c'", on: .object("\"" + String(repeating: "a", count: 40) + "c\"")),
      good: FaultExample("SELF MATCHES 'a+[bc]'", on: .object("\"" + String(repeating: "a", count: 40) + "c\""))),
    FaultPage(
      .patternTooLong, "LIKE and MATCHES take patterns of 64 kB unless the program, or a profile, sets another limit.",
      bad: FaultExample("text LIKE '*a*b*c*d*'", on: .words, within: "patternLength: 8", Limits(patternLength: 8)),
      good: FaultExample("text LIKE '*a*'", on: .words, within: "patternLength: 8", Limits(patternLength: 8))),
    FaultPage(
      .tooManyRows, "The program, or the profile that the text was read under, bounds how many objects may be asked.",
      bad: FaultExample("text == 'tea'", on: .words, within: "rows: 0", Limits(rows: 0)),
      good: FaultExample("text == 'tea'", on: .words, within: "rows: 1", Limits(rows: 1))),
    FaultPage(
      .tooManySteps,
      "A step is a comparison or a function asked of one object or element, or 64 bytes of text. An evaluation that takes more "
        + "than its limit is ended: what it would have answered is unknown, and part of an answer is none.",
      bad: FaultExample(
        "SUBQUERY(tags, $x, SUBQUERY(tags, $y, SUBQUERY(tags, $z, $z == $x).@count == 0).@count == 0).@count == 0",
        on: .words, within: "steps: 3", Limits(steps: 3)),
      good: FaultExample("ANY tags == 'drink'", on: .words, within: "steps: 3", Limits(steps: 3))),
    FaultPage(
      .tooSlow, "The program, or the profile that the text was read under, bounds the time of one evaluation.",
      bad: FaultExample("text == 'tea'", on: .words, within: "duration: .zero", Limits(duration: .zero)),
      good: FaultExample("text == 'tea'", on: .words, within: "duration: .seconds(60)", Limits(duration: .seconds(60)))),
    FaultPage(
      .cancelled,
      "Whoever asked does not wait for the answer any more: the task that evaluates was cancelled. A long evaluation looks at "
        + "that now and then.",
      bad: .cancelled("SELF MATCHES '(a+)+b'", on: .object("\"" + String(repeating: "a", count: 40) + "\"")),
      good: FaultExample("SELF MATCHES 'a+b'", on: .object("\"" + String(repeating: "a", count: 40) + "\""))),
    FaultPage(
      .aggregateOverVariable,
      "max: of a key of SELF ranges over the whole collection that is being filtered. A SUBQUERY variable is one element, "
        + "and there is no such collection for it.",
      bad: FaultExample("SUBQUERY(tags, $t, max($t.length) > 3).@count > 0", on: .words),
      good: FaultExample("SUBQUERY(tags, $t, $t.length > 3).@count > 0", on: .words)),
    FaultPage(
      .notEvaluated,
      "The format is parsed and printed, but what it asks for needs a store, or a function that the program registers.",
      bad: FaultExample("ANYKEY == 'tea'", on: .words), good: FaultExample("text == 'tea'", on: .words)
    ),
    FaultPage(
      .nilOperand, "Arithmetic with nil has no value. Test for nil first, or let faults be nil (onFault: .yieldNil).",
      bad: FaultExample("age + 1 > 4", on: .object("{}")),
      good: FaultExample("age != nil AND age + 1 > 4", on: .object("{}"))),
    FaultPage(
      .overflow,
      "Integers have 64 bits, decimals 38 digits, and arithmetic never wraps or rounds. A factor of 1.0 makes integers doubles.",
      bad: FaultExample("a * a > 0", on: .object(#"{"a": 9000000000000}"#)),
      good: FaultExample("1.0 * a * a > 0", on: .object(#"{"a": 9000000000000}"#))),
    FaultPage(
      .divisionByZero, "Dividing by zero has no value, also with doubles.",
      bad: FaultExample("sum / count > 2", on: .object(#"{"sum": 3, "count": 0}"#)),
      good: FaultExample("count != 0 AND sum / count > 2", on: .object(#"{"sum": 3, "count": 0}"#))),
    FaultPage(
      .emptyCollection,
      "The functions min, max, average and median have no value over nothing. The collection operators give nil instead.",
      bad: FaultExample("max(ages) > 3", on: .object(#"{"ages": []}"#)),
      good: FaultExample("kids.@max.age > 3", on: .object(#"{"kids": []}"#))),
    FaultPage(
      .notFinite, "A result that is no finite number is a fault, not a value that spreads.",
      bad: FaultExample("sqrt(a) > 1", on: .object(#"{"a": -1}"#)),
      good: FaultExample("a >= 0 AND sqrt(a) > 1", on: .object(#"{"a": -1}"#))),
    FaultPage(
      .indexOutOfRange, "Indexes count from 0, and end before the number of elements, which is [SIZE].",
      bad: FaultExample("tags[1] == 'drink'", on: .words), good: FaultExample("tags[0] == 'drink'", on: .words)),
    FaultPage(
      .invalidRequest,
      "A request is checked as a whole: having is asked of groups, a row of a group holds its keys and aggregates, limits "
        + "are not negative, and names stand for one thing.",
      bad: FaultExample("max:(length) > 3", on: .groups([])),
      good: FaultExample("max:(length) > 3", on: .groups(["text"]))),
  ]
}
