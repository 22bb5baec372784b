import PredcheckSupport
import PredicateSyntax

extension DiagnosticPage {
  /// A profile that compares strings with dates as dates.
  private static let dates = #"{"version": 1, "name": "dates", "dateStrings": true}"#

  /// The pages for findings of argument binding, type checking and evaluation.
  static let evaluatingPages = [
    DiagnosticPage(
      .tooFewArguments, "Each conversion outside quotes takes one argument, in order.",
      bad: DiagnosticExample("a == %@ AND b == %@", arguments: "[1]"),
      good: DiagnosticExample("a == %@ AND b == %@", arguments: "[1, 2]")),
    DiagnosticPage(
      .tooManyArguments, "An argument is not used: a conversion is missing, or is in quotes, where it is plain text.",
      bad: DiagnosticExample("a == %@", arguments: "[1, 2]"), good: DiagnosticExample("a == %@", arguments: "[1]")),
    DiagnosticPage(
      .argumentType,
      "%K takes a string that names a key path; %d and similar conversions take integers, %f a number, %s a string, "
        + "and %@ any value.",
      bad: DiagnosticExample("%K == 1", arguments: "[5]"), good: DiagnosticExample("%K == 1", arguments: #"["age"]"#)),
    DiagnosticPage(
      .argumentOutOfRange,
      "%d, %i and %u take 64 bits, like Swift's Int; %x and %o take 32 bits, and a conversion with a length takes as "
        + "many as the length says. %@ takes any number.",
      bad: DiagnosticExample("width > %x", arguments: "[5000000000]"),
      good: DiagnosticExample("width > %lx", arguments: "[5000000000]")),
    DiagnosticPage(
      .unknownCollectionOperator,
      "The operators are @count, @sum, @avg, @min, @max, @unionOfObjects, @distinctUnionOfObjects and the variants of "
        + "the unions for arrays and sets.",
      bad: DiagnosticExample("tags.@cuont > 1", on: .words), good: DiagnosticExample("tags.@count > 1", on: .words)),
    DiagnosticPage(
      .missingOperand, "@sum, @avg, @min, @max and the unions need a key after them. Only @count is used without one.",
      bad: DiagnosticExample("kids.@sum > 3", on: .object(#"{"kids": [{"age": 4}]}"#)),
      good: DiagnosticExample("kids.@sum.age > 3", on: .object(#"{"kids": [{"age": 4}]}"#))),
    DiagnosticPage(
      .unboundArgument, "A template keeps its conversions. They need arguments before the predicate is evaluated.",
      bad: DiagnosticExample("age == %@", on: .object(#"{"age": 4}"#)),
      good: DiagnosticExample("age == %@", arguments: "[4]", on: .object(#"{"age": 4}"#))),
    DiagnosticPage(
      .unboundVariable,
      "The value of a variable such as $limit is given when the predicate is evaluated. SUBQUERY declares its own "
        + "variable.",
      bad: DiagnosticExample("age > $limit", on: .object(#"{"age": 4}"#)),
      good: DiagnosticExample("SUBQUERY(kids, $k, $k > 3).@count > 0", on: .object(#"{"kids": [4]}"#))),
    DiagnosticPage(
      .unknownKey,
      "The type has no stored property and no registered key of that name. Keys are case-sensitive. A "
        + "string or a number has only the keys of the table in Rationale.md 6.4, such as length and intValue.",
      bad: DiagnosticExample("lenght > 3", on: .words), good: DiagnosticExample("length > 3", on: .words)),
    DiagnosticPage(
      .absentKey,
      "Untyped rows may lack a key, which then reads as nil. A key that none of the rows has is probably a mistake.",
      bad: DiagnosticExample("nmae == 'Ann'", on: .object(#"{"name": "Ann"}"#)),
      good: DiagnosticExample("name == 'Ann'", on: .object(#"{"name": "Ann"}"#))),
    DiagnosticPage(
      .unixTime,
      "A date is a number of seconds since 2001-01-01 00:00:00 UTC, and CAST of a number to \"NSDate\" counts from then. Most "
        + "other programs count from 1970, in seconds or milliseconds: 978,307,200 seconds more. The warning is about the first "
        + "rows whose number means a date from 2001 to 2128 since 1970, but one after 2039 since 2001.",
      bad: DiagnosticExample("CAST(at, 'NSDate') < now()", on: .object(#"{"at": 1700000000}"#)),
      good: DiagnosticExample("CAST(at - 978307200, 'NSDate') < now()", on: .object(#"{"at": 1700000000}"#))),
    DiagnosticPage(
      .unreadableKey,
      "Some properties cannot be read safely: closures and similar values, and a var that another thread may change "
        + "or an observer watches. A registered key can provide the value.",
      bad: DiagnosticExample("check == YES", on: .words), good: DiagnosticExample("text != nil", on: .words)),
    DiagnosticPage(
      .typeMismatch,
      "Order comparisons need two numbers, two strings or two dates; string operators need strings; "
        + "arithmetic needs numbers, or a date plus or minus a number, or a date minus a date. The kinds of "
        + "constants, arguments, variables, lists, casts and results of functions are checked before any row "
        + "is evaluated, even in parts that are never evaluated. Keys of rows without types are checked in "
        + "each row.",
      bad: DiagnosticExample("text > 3", on: .words), good: DiagnosticExample("length > 3", on: .words)),
    DiagnosticPage(
      .badDate,
      "In this profile a string that is compared with a date must be a date: a day, or a time to the second with Z or "
        + "an offset.",
      bad: DiagnosticExample("now() > '2020-02-30'", on: .object("{}"), in: dates),
      good: DiagnosticExample("now() > '2020-02-28'", on: .object("{}"), in: dates)),
    DiagnosticPage(
      .neverEqual, "Values of different kinds are never equal, so == is always false and != always true.",
      bad: DiagnosticExample("length == '3'", on: .words), good: DiagnosticExample("length == 3", on: .words)),
    DiagnosticPage(
      .notACollection, "ANY, ALL, IN, SUBQUERY, indexes and collection operators need a collection as this operand.",
      bad: DiagnosticExample("ANY length > 3", on: .words), good: DiagnosticExample("ANY tags == 'drink'", on: .words)),
    DiagnosticPage(
      .badBounds, "The right operand of BETWEEN is a list of two values, or a key whose value is such a list.",
      bad: DiagnosticExample("length BETWEEN {1, 2, 3}", on: .words),
      good: DiagnosticExample("length BETWEEN {1, 3}", on: .words)
    ),
    DiagnosticPage(
      .badPattern, "The right operand of MATCHES is a regular expression of ICU, as in NSRegularExpression.",
      bad: DiagnosticExample("text MATCHES '[a'", on: .words),
      good: DiagnosticExample("text MATCHES '[a-z]+'", on: .words)),
    DiagnosticPage(
      .patternLimit,
      "Some patterns, such as a repetition inside a repetition, can take too many steps. The engine stopped, so the "
        + "result is unknown, and false would be a guess.",
      bad: DiagnosticExample(
        "SELF MATCHES '(a+)+b|a+c'", on: .object("\"" + String(repeating: "a", count: 40) + "c\"")),
      good: DiagnosticExample("SELF MATCHES 'a+[bc]'", on: .object("\"" + String(repeating: "a", count: 40) + "c\""))),
    DiagnosticPage(
      .patternTooLong,
      "LIKE and MATCHES accept patterns of up to 64 kB unless the program or a profile sets another limit.",
      bad: DiagnosticExample(
        "text LIKE '*a*b*c*d*'", on: .words, within: "patternLength: 8", PredicateLimits(patternLength: 8)),
      good: DiagnosticExample(
        "text LIKE '*a*'", on: .words, within: "patternLength: 8", PredicateLimits(patternLength: 8))),
    DiagnosticPage(
      .tooManyRows,
      "The program, or the profile that the text was parsed under, limits the number of objects of one evaluation.",
      bad: DiagnosticExample("text == 'tea'", on: .words, within: "rows: 0", PredicateLimits(rows: 0)),
      good: DiagnosticExample("text == 'tea'", on: .words, within: "rows: 1", PredicateLimits(rows: 1))),
    DiagnosticPage(
      .tooManySteps,
      "A step is a comparison or a function call for one object or element, or 64 bytes of text. An evaluation that "
        + "exceeds its limit of steps is stopped: its result is unknown, and a partial result is never returned.",
      bad: DiagnosticExample(
        "SUBQUERY(tags, $x, SUBQUERY(tags, $y, SUBQUERY(tags, $z, $z == $x).@count == 0).@count == 0).@count == 0",
        on: .words, within: "steps: 3", PredicateLimits(steps: 3)),
      good: DiagnosticExample("ANY tags == 'drink'", on: .words, within: "steps: 3", PredicateLimits(steps: 3))),
    DiagnosticPage(
      .tooSlow, "The program, or the profile that the text was parsed under, limits the time of one evaluation.",
      bad: DiagnosticExample("text == 'tea'", on: .words, within: "duration: .zero", PredicateLimits(duration: .zero)),
      good: DiagnosticExample(
        "text == 'tea'", on: .words, within: "duration: .seconds(60)", PredicateLimits(duration: .seconds(60)))),
    DiagnosticPage(
      .cancelled,
      "The task that evaluates was cancelled, so nobody waits for the result. A long evaluation checks for that "
        + "regularly.",
      bad: .cancelled("SELF MATCHES '(a+)+b'", on: .object("\"" + String(repeating: "a", count: 40) + "\"")),
      good: DiagnosticExample("SELF MATCHES 'a+b'", on: .object("\"" + String(repeating: "a", count: 40) + "\""))),
    DiagnosticPage(
      .aggregateOverVariable,
      "max: of a key of SELF ranges over the whole collection that is being filtered. A SUBQUERY variable is a single "
        + "element, so there is no collection to range over.",
      bad: DiagnosticExample("SUBQUERY(tags, $t, max($t.length) > 3).@count > 0", on: .words),
      good: DiagnosticExample("SUBQUERY(tags, $t, $t.length > 3).@count > 0", on: .words)),
    DiagnosticPage(
      .notEvaluated,
      "The format can be parsed and printed, but its evaluation needs a store, or a function that the program "
        + "registers.",
      bad: DiagnosticExample("ANYKEY == 'tea'", on: .words), good: DiagnosticExample("text == 'tea'", on: .words)
    ),
    DiagnosticPage(
      .nilOperand,
      "Arithmetic with nil has no value. Test for nil first, or let errors yield nil (onError: .yieldNil).",
      bad: DiagnosticExample("age + 1 > 4", on: .object("{}")),
      good: DiagnosticExample("age != nil AND age + 1 > 4", on: .object("{}"))),
    DiagnosticPage(
      .overflow,
      "Integers have 64 bits, decimals 38 digits, and arithmetic never wraps around or rounds. Multiply by 1.0 to "
        + "compute with doubles.",
      bad: DiagnosticExample("a * a > 0", on: .object(#"{"a": 9000000000000}"#)),
      good: DiagnosticExample("1.0 * a * a > 0", on: .object(#"{"a": 9000000000000}"#))),
    DiagnosticPage(
      .divisionByZero, "Division by zero has no value, also for doubles.",
      bad: DiagnosticExample("sum / count > 2", on: .object(#"{"sum": 3, "count": 0}"#)),
      good: DiagnosticExample("count != 0 AND sum / count > 2", on: .object(#"{"sum": 3, "count": 0}"#))),
    DiagnosticPage(
      .emptyCollection,
      "The functions min, max, average and median have no value for an empty collection. The collection operators "
        + "return nil instead.",
      bad: DiagnosticExample("max(ages) > 3", on: .object(#"{"ages": []}"#)),
      good: DiagnosticExample("kids.@max.age > 3", on: .object(#"{"kids": []}"#))),
    DiagnosticPage(
      .notFinite, "A result that is not a finite number is an error, so that it cannot spread into other results.",
      bad: DiagnosticExample("sqrt(a) > 1", on: .object(#"{"a": -1}"#)),
      good: DiagnosticExample("a >= 0 AND sqrt(a) > 1", on: .object(#"{"a": -1}"#))),
    DiagnosticPage(
      .indexOutOfRange, "Indexes start at 0 and must be less than the number of elements, which is [SIZE].",
      bad: DiagnosticExample("tags[1] == 'drink'", on: .words),
      good: DiagnosticExample("tags[0] == 'drink'", on: .words)),
    DiagnosticPage(
      .invalidRequest,
      "A request is checked as a whole: having applies to groups, a row of a group contains only its keys and "
        + "aggregates, limits are not negative, and names are unique.",
      bad: DiagnosticExample("max:(length) > 3", on: .groups([])),
      good: DiagnosticExample("max:(length) > 3", on: .groups(["text"]))),
  ]
}
