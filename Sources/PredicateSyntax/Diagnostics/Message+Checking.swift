// The messages of checks that need no types, and of arguments.

extension Message {
  // MARK: Checks that need only the text

  package static func unknownFunction(_ name: String, nearest: String?) -> Message {
    Message(
      .unknownFunction, "unknown function '\(name)'" + didYouMean(nearest),
      notes: nearest == nil && name.utf8.contains(UInt8(ascii: ":"))
        ? ["the program can register a function of this name"] : [])
  }
  package static func wrongArgumentCount(_ name: String, expected: Int, found: Int) -> Message {
    Message(.wrongArgumentCount, "\(name) takes \(counted(expected, "argument")), found \(found)")
  }
  package static func unknownCast(_ type: String, nearest: String?, known: [String]) -> Message {
    Message(
      .unknownCast, "CAST does not support the type \"\(type)\"" + didYouMean(nearest),
      notes: ["the types are \(known.joined(separator: ", "))"])
  }
  package static func unknownCollectionOperator(_ name: String, nearest: String?) -> Message {
    Message(.unknownCollectionOperator, "unknown collection operator '\(name)'" + didYouMean(nearest))
  }
  package static func missingOperand(_ name: String) -> Message {
    Message(.missingOperand, "\(name) needs a key after it")
  }

  // MARK: Warnings

  package static func presentTime(_ name: String) -> Message {
    Message(
      .unknownFunction, "unknown function '\(name)'; the present time is now()",
      notes: ["a format has no code of a program; pass another date as an argument of %@"])
  }
  package static func quotedPlaceholder(_ conversion: String, isWhole: Bool) -> Message {
    Message(
      .quotedPlaceholder, "\(conversion) in quotes is text, and takes no argument",
      notes: ["write the conversion without quotes" + (isWhole ? "" : "; put wildcards into the argument")])
  }
  package static func quotedInterpolation(_ found: String) -> Message {
    Message(
      .quotedPlaceholder, "\(found) in quotes is text, and is not interpolated",
      notes: ["write %@ without quotes, and pass the value as an argument"])
  }
  package static func droppedBackslash(_ found: String) -> Message {
    Message(
      .singleBackslash, "'\(found)' is not an escape sequence: the backslash is dropped",
      notes: ["write two backslashes for one"])
  }
  package static func singleBackslash(_ found: String) -> Message {
    Message(
      .singleBackslash, "the string literal consumes the backslash of '\(found)' before the regular expression sees it",
      notes: ["write two backslashes for one"])
  }
  package static func valueForKey(_ conversion: String) -> Message {
    Message(
      .valueForKey, "\(conversion) is a value, so no key is compared",
      notes: conversion == "%s"
        ? ["write %K for a key, and %@ for a string: %s takes a C string"]
        : conversion.hasPrefix("%") ? ["write %K for a key"] : [])
  }
  package static func constantComparison(exchanged: String?) -> Message {
    Message(
      .constantComparison, "both operands are constants, so the result is always the same",
      notes: exchanged.map { ["did you mean \($0)?"] } ?? [])
  }
  package static var repeatedComparison: Message { Message(.repeatedComparison, "the same comparison appears twice") }
  package static func neverTrue(key: String) -> Message {
    Message(.neverTrue, "\(key) cannot equal both: this is always false")
  }
  package static func contradiction(key: String, _ first: String, _ second: String) -> Message {
    Message(.neverTrue, "\(key) cannot be both \(first) and \(second): this is always false")
  }
  package static func modifierBeforeCount(_ modifier: String) -> Message {
    Message(.neverTrue, "\(modifier) needs a collection, but @count gives a number")
  }
  package static func optionsAfterKey(_ options: String) -> Message {
    Message(.unintendedKey, "\(options) after a key is an index; string options follow the operator")
  }
  package static func keyWithSign(_ name: String) -> Message {
    Message(.unintendedKey, "\(name) is not a collection operator, so it is read as a key")
  }
  package static func realmOperator(_ name: String) -> Message {
    Message(
      .unintendedKey, "\(name) is a Realm operator; here it is read as a key",
      notes: name == "@type" ? ["a predicate cannot ask for the type of a value; test it in the program"] : [])
  }
  package static func unquotedText(_ word: String, isVariable: Bool = false) -> Message {
    Message(
      .unintendedKey, "\(word) without quotes is a key, not a string",
      notes: isVariable ? ["for a value of the program write %@ and pass the value"] : [])
  }
  package static func textAsSubtraction(_ text: String) -> Message {
    Message(.unintendedKey, "\(text) without quotes is a subtraction of keys, not a string")
  }
  package static func lengthOfNumber(_ key: String, _ number: String) -> Message {
    Message(.unintendedKey, "\(key) is compared with the number \(number), and a number has no length")
  }
  package static func countWithoutSign(_ text: String) -> Message {
    Message(
      .unintendedKey, "\(text) reads the key 'count' of each element",
      notes: ["the number of elements of a collection is @count"])
  }
  package static func alwaysTrue(key: String) -> Message {
    Message(.alwaysTrue, "\(key) always differs from one of them: this is always true")
  }
  package static var mixedAndOr: Message {
    Message(.mixedAndOr, "AND binds tighter than OR; add parentheses to make the grouping clear")
  }
  package static func roundedNumber(to number: FormatDecimal) -> Message {
    let most = FormatDecimal.maximumDigits
    return Message(.roundedNumber, "the number has more than \(most) digits, and is rounded to \(number)")
  }
  package static func unusedVariable(_ name: String) -> Message {
    Message(.unusedVariable, "the predicate of SUBQUERY does not use $\(name)")
  }

  // MARK: Checking against a profile

  package static func notPermitted(
    _ code: FormatDiagnostic.Code, _ what: String, profile: String, permitted: [String], ofType type: String? = nil,
    nearest: String?
  ) -> Message {
    Message(
      code, "\(what) is not permitted by the profile '\(profile)'" + didYouMean(nearest),
      notes: [permittedNames(permitted, code, ofType: type)])
  }
  package static func wholeValue(_ expression: String) -> Message {
    Message(
      .keyNotPermitted, "'\(expression)' has keys, and the profile does not permit to read it as a whole",
      notes: ["a profile permits a whole record as SELF: maker.SELF among the keys, or SELF of the type record"],
      isAlwaysThrown: true)
  }
  package static func keyOfRecord(_ key: String) -> Message {
    Message(
      .keyNotPermitted, "'\(key)' is a key of a record here, and the profile permits it only for strings and numbers",
      notes: ["to permit the key of the record, list the whole path, such as maker.\(key)"],
      isAlwaysThrown: true)
  }
  package static func limitExceeded(
    _ code: FormatDiagnostic.Code, found: Int, of what: String, limit: Int, profile: String
  )
    -> Message
  {
    Message(code, "\(found) \(what); the profile '\(profile)' permits \(limit)")
  }
  package static func refused(_ what: String, reason: String) -> Message {
    Message(.refusedByValidator, "the program refuses \(what): \(reason)")
  }

  // MARK: Binding arguments

  package static func tooFewArguments(conversion: String, needed: Int, given: Int) -> Message {
    Message(.tooFewArguments, "no argument for '\(conversion)': the format needs \(needed), \(given) given")
  }
  package static func tooManyArguments(needed: Int, given: Int) -> Message {
    Message(.tooManyArguments, "\(counted(given, "argument")) given, the format uses \(needed)")
  }
  static func argumentLimit(given: Int, limit: Int) -> Message {
    Message(.tooManyArguments, "\(given) arguments given; the limit is \(limit)")
  }
  package static func argumentType(conversion: String, index: Int, expected: String, found: String) -> Message {
    Message(.argumentType, "argument \(index + 1), for '\(conversion)', must be \(expected), found \(found)")
  }
  package static func foreignArgument(type: String) -> Message {
    Message(
      .argumentType, "a value of type \(type) cannot be an argument",
      notes: ["conform the type to FormatArgument, or convert the value with FormatValue(any:)"])
  }
  package static func argumentOutOfRange(conversion: String, index: Int, expected: String, found: String) -> Message {
    Message(
      .argumentOutOfRange, "argument \(index + 1), for '\(conversion)', must fit into \(expected); \(found) does not",
      notes: ["%@ takes any number"])
  }
}
