/// All messages of the package, with their wording.
///
/// A message is one sentence in lowercase without a period: first the problem, then what was expected or what to do.
/// Explanations of rules go into `notes`.
package enum Message: Sendable {
  // Reading the text.
  case invalidUTF8
  case textTooLong(bytes: Int, limit: Int)
  case tooHigh(limit: Int)
  case tooManyNodes(limit: Int)
  case listTooLong(elements: Int, limit: Int)
  case tooManyFaults(limit: Int)
  case unexpectedCharacter(String)
  case unterminatedString(quote: String)
  case interpolation
  case doubledQuote(String)
  case quoteInString(String)
  case typographicQuote(String)
  case backquote
  case regexLiteral
  case objectiveCString
  case loneSurrogate
  case shortEscape(String, digits: Int)
  case malformedNumber(String)
  case integerOutOfRange(String)
  case doubleOutOfRange(String)
  case missingBlank(number: String, word: String)
  case unknownConversion(String)
  case conversionFlags(String)
  case remainderOperator
  case comment
  case missingName(after: String)

  // Parsing.
  case emptyFormat
  case expectedExpression(found: String)
  case expectedOperator(after: String, found: String)
  case expectedLeftSide(String)
  case expectedPredicate(after: String, found: String)
  case wordsInRow(String, String)
  case unknownOperator(String)
  case foreignOperator(String)
  case operatorAsFunction(String)
  case infixNot(String)
  case isNull(String)
  case betweenAnd
  case assignmentTarget
  case unexpectedPredicate
  case unexpectedText(String, after: String)
  case missingConnective(found: String)
  case unknownConnective(String)
  case commaForAnd
  case sqlClause(String)
  case unclosed(String, found: String)
  case unmatchedBracket(String)
  case listBrackets(String)
  case trailingComma
  case chainedComparison
  case unknownOption(String)
  case emptyOptions
  case optionsNotAllowed(String)
  case reservedWord(String)
  case unsupportedWord(String)
  case misplacedModifier(String)
  case modifierOnRight(String)
  case expectedKey(found: String)
  case keyConversion
  case methodCall(String)
  case expectedVariable(found: String)
  case expectedString(of: String, found: String)
  case expectedComma(of: String, found: String)

  // Checks that need only the text.
  case unknownFunction(String, nearest: String?)
  case wrongArgumentCount(String, expected: Int, found: Int)
  case unknownCast(String, nearest: String?, known: [String])
  case unknownCollectionOperator(String, nearest: String?)
  case missingOperand(String)

  // Warnings: valid, but probably not what was meant.
  case quotedPlaceholder(String)
  case quotedNil(String)
  case droppedBackslash(String)
  case singleBackslash(String)
  case valueForKey(String)
  case constantComparison
  case likeWithoutWildcard
  case sqlWildcard
  case unquotedDate
  case optionsIgnored(String, value: String)
  case emptyNeedle(String)
  case emptyList
  case nilOrder(String)
  case nilInList(String)
  case repeatedComparison
  case neverTrue(key: String)
  case alwaysTrue(key: String)
  case mixedAndOr
  case unusedVariable(String)

  // Checking against a profile. The code depends on the part of the profile.
  case notPermitted(DiagnosticCode, String, profile: String, permitted: [String], nearest: String?)
  case limitExceeded(DiagnosticCode, found: Int, of: String, limit: Int, profile: String)
  case refused(String, reason: String)

  // Binding arguments.
  case tooFewArguments(conversion: String, needed: Int, given: Int)
  case tooManyArguments(needed: Int, given: Int)
  case argumentLimit(given: Int, limit: Int)
  case argumentType(conversion: String, index: Int, wanted: String, found: String)
  case foreignArgument(type: String)
  case argumentOutOfRange(conversion: String, index: Int, wanted: String, found: String)

  // Checking against types and evaluating.
  case unboundArgument(String)
  case unboundVariable(String)
  case endedAssignment(String)
  case hiddenVariable(String, of: String)
  case assignmentTooLarge(limit: Int)
  case unknownKey(String, type: String, nearest: String?)
  /// Like `unknownKey`, for a Swift type, which may have a computed property of that name.
  case unknownProperty(String, type: String)
  /// A warning for a key that no untyped row has.
  case absentKey(String, nearest: String?)
  case unreadableKey(String, type: String, reason: String)
  case unreadableValue(reason: String)
  /// A key that exists but cannot be read safely from the current thread.
  case isolatedKey(String, type: String, reason: String)
  case typeMismatch(operator: String, left: String, right: String)
  case wrongOperand(of: String, wanted: String, found: String)
  case badDate(String)
  case neverEqual(left: String, right: String)
  case notACollection(of: String, found: String)
  case badBounds(found: String)
  case badPattern(reason: String)
  case patternLimit
  case patternTooLong(bytes: Int, limit: Int)
  case tooManyRows(rows: Int, limit: Int)
  case tooManySteps(limit: Int)
  case tooSlow(Duration)
  case cancelled
  case aggregateOverVariable(String, variable: String)
  case notEvaluated(String, reason: String)
  case notRegistered(String, as: String, nearest: String?)
  case refusedFunction(String, reason: String)
  case functionFailed(String, reason: String)
  case wrongResult(String, declared: String, found: String)
  case nilOperand(of: String)
  case overflow(of: String)
  case decimalOverflow(of: String)
  case divisionByZero
  case emptyCollection(of: String)
  case notFinite(of: String)
  case indexOutOfRange(index: String, count: Int)
  case unknownEntity(String, nearest: String?)
  case invalidRequest(String, reason: String)
  case unknownRequest(String, nearest: String?)
  case requestVariableMissing(String, of: String)
  case unknownRequestVariable(String, of: String, nearest: String?)
  case untranslatable(String, dialect: String, reason: String)
  case statementTooLong(limit: Int)
  case tooManyParameters(Int, limit: Int)

  /// The stable name of the message.
  package var code: DiagnosticCode {
    switch self {
    case .invalidUTF8: .invalidUTF8
    case .textTooLong: .textTooLong
    case .tooHigh: .tooHigh
    case .tooManyNodes: .tooManyNodes
    case .listTooLong: .tooManyElements
    case .tooManyFaults: .tooManyFaults
    case .unexpectedCharacter: .unexpectedCharacter
    case .unterminatedString: .unterminatedString
    case .interpolation: .interpolation
    case .doubledQuote, .quoteInString: .quoteInString
    case .typographicQuote, .backquote, .regexLiteral: .foreignQuote
    case .objectiveCString: .objectiveCString
    case .shortEscape: .badEscape
    case .loneSurrogate: .loneSurrogate
    case .malformedNumber: .malformedNumber
    case .integerOutOfRange, .doubleOutOfRange: .numberOutOfRange
    case .missingBlank: .missingBlank
    case .unknownConversion: .unknownConversion
    case .conversionFlags: .conversionFlags
    case .remainderOperator: .remainderOperator
    case .comment: .comment
    case .missingName: .missingName
    case .emptyFormat: .emptyFormat
    case .expectedExpression, .expectedPredicate, .expectedLeftSide: .expectedExpression
    case .expectedOperator, .wordsInRow: .expectedOperator
    case .unknownOperator: .unknownOperator
    case .foreignOperator: .foreignOperator
    case .operatorAsFunction: .operatorAsFunction
    case .infixNot: .infixNot
    case .isNull: .isNull
    case .betweenAnd: .betweenAnd
    case .assignmentTarget: .assignmentTarget
    case .unexpectedPredicate: .unexpectedPredicate
    case .unexpectedText: .unexpectedText
    case .missingConnective: .missingConnective
    case .unknownConnective: .unknownConnective
    case .commaForAnd: .commaForAnd
    case .sqlClause: .sqlClause
    case .unclosed: .unclosed
    case .unmatchedBracket: .unmatchedBracket
    case .listBrackets: .listBrackets
    case .trailingComma: .trailingComma
    case .chainedComparison: .chainedComparison
    case .unknownOption: .unknownOption
    case .emptyOptions: .emptyOptions
    case .optionsNotAllowed: .optionsNotAllowed
    case .reservedWord: .reservedWord
    case .unsupportedWord: .unsupportedWord
    case .misplacedModifier, .modifierOnRight: .misplacedModifier
    case .expectedKey: .expectedKey
    case .keyConversion: .keyConversion
    case .methodCall: .methodCall
    case .expectedVariable: .expectedVariable
    case .expectedString: .expectedString
    case .expectedComma: .expectedComma
    case .unknownFunction: .unknownFunction
    case .wrongArgumentCount: .wrongArgumentCount
    case .unknownCast: .unknownCast
    case .unknownCollectionOperator: .unknownCollectionOperator
    case .missingOperand: .missingOperand
    case .quotedPlaceholder: .quotedPlaceholder
    case .quotedNil: .quotedNil
    case .droppedBackslash, .singleBackslash: .singleBackslash
    case .valueForKey: .valueForKey
    case .constantComparison: .constantComparison
    case .likeWithoutWildcard: .likeWithoutWildcard
    case .sqlWildcard: .sqlWildcard
    case .unquotedDate: .unquotedDate
    case .optionsIgnored: .optionsIgnored
    case .emptyNeedle: .emptyNeedle
    case .emptyList: .emptyList
    case .nilOrder: .nilOrder
    case .nilInList: .nilInList
    case .repeatedComparison: .repeatedComparison
    case .neverTrue: .neverTrue
    case .alwaysTrue: .alwaysTrue
    case .mixedAndOr: .mixedAndOr
    case .unusedVariable: .unusedVariable
    case .notPermitted(let code, _, _, _, _), .limitExceeded(let code, _, _, _, _): code
    case .refused: .refusedByValidator
    case .tooFewArguments: .tooFewArguments
    case .tooManyArguments, .argumentLimit: .tooManyArguments
    case .argumentType, .foreignArgument: .argumentType
    case .argumentOutOfRange: .argumentOutOfRange
    case .unboundArgument: .unboundArgument
    case .unboundVariable, .endedAssignment, .hiddenVariable, .requestVariableMissing: .unboundVariable
    case .assignmentTooLarge: .assignmentTooLarge
    case .unknownKey, .unknownProperty: .unknownKey
    case .absentKey: .absentKey
    case .unreadableKey, .unreadableValue, .isolatedKey: .unreadableKey
    case .typeMismatch, .wrongOperand: .typeMismatch
    case .badDate: .badDate
    case .neverEqual: .neverEqual
    case .notACollection: .notACollection
    case .badBounds: .badBounds
    case .badPattern: .badPattern
    case .patternLimit: .patternLimit
    case .patternTooLong: .patternTooLong
    case .tooManyRows: .tooManyRows
    case .tooManySteps: .tooManySteps
    case .tooSlow: .tooSlow
    case .cancelled: .cancelled
    case .aggregateOverVariable: .aggregateOverVariable
    case .notEvaluated: .notEvaluated
    case .notRegistered: .notRegistered
    case .refusedFunction: .refusedFunction
    case .functionFailed, .wrongResult: .functionFailed
    case .nilOperand: .nilOperand
    case .overflow, .decimalOverflow: .overflow
    case .divisionByZero: .divisionByZero
    case .emptyCollection: .emptyCollection
    case .notFinite: .notFinite
    case .indexOutOfRange: .indexOutOfRange
    case .unknownEntity: .unknownEntity
    case .invalidRequest, .unknownRequest, .unknownRequestVariable: .invalidRequest
    case .untranslatable: .untranslatable
    case .statementTooLong: .statementTooLong
    case .tooManyParameters: .tooManyParameters
    }
  }

  /// The message as one sentence.
  package var text: String {
    switch self {
    case .invalidUTF8: "these bytes are not UTF-8"
    case .textTooLong(let bytes, let limit): "the text has \(bytes) bytes; the limit is \(limit)"
    case .tooHigh(let limit): "nested more than \(limit) levels deep"
    case .tooManyNodes(let limit): "more than \(limit) constants, keys, operators and functions"
    case .listTooLong(let elements, let limit): "the list has \(elements) elements; the limit is \(limit)"
    case .tooManyFaults(let limit): "more than \(limit) errors; the rest of the text was not read"
    case .unexpectedCharacter(let found): "\(found) has no meaning here"
    case .unterminatedString(let quote): "the string that \(quote) opens is never closed"
    case .interpolation: "\\(…) is not interpolated in a format string; pass the value as an argument"
    case .doubledQuote(let quote): "two strings in a row; a quote inside a string is written \\\(quote)"
    case .quoteInString(let quote): "the string ends at this \(quote); a quote inside a string is written \\\(quote)"
    case .typographicQuote(let found): "'\(found)' is not a quote; write strings in ' or \""
    case .backquote: "'`' is not a quote; write keys without quotes"
    case .regexLiteral: "a regular expression is a string; write it in quotes"
    case .objectiveCString: "'@' does not belong before a string"
    case .loneSurrogate: "half of a surrogate pair is not a character"
    case .shortEscape(let escape, let digits): "'\(escape)' needs \(digits) digits after it"
    case .malformedNumber(let found): "'\(found)' is not a number"
    case .integerOutOfRange(let found): "the integer \(found) does not fit into 64 bits"
    case .doubleOutOfRange(let found): "the number \(found) is beyond the range of a double"
    case .unknownConversion(let found): "'\(found)' is not a conversion"
    case .missingBlank(let number, let word): "expected a blank between \(number) and \(word)"
    case .conversionFlags(let found): "'\(found)' has a position, width or precision, which is not supported"
    case .remainderOperator: "'%' is not an operator; it begins a conversion"
    case .comment: "comments are not allowed in a format string"
    case .missingName(let sigil): "expected a name directly after '\(sigil)'"
    case .emptyFormat: "the format string is empty; expected a predicate"
    case .expectedExpression(let found): "expected a value, found \(found)"
    case .expectedLeftSide(let op): "expected a value before \(op): a comparison needs two operands"
    case .expectedPredicate(let word, let found): "expected a predicate after \(word), found \(found)"
    case .wordsInRow(let left, let right): "expected a comparison operator between '\(left)' and '\(right)'"
    case .expectedOperator(let left, let found): "expected a comparison operator after \(left), found \(found)"
    case .unknownOperator(let found): "'\(found)' is not an operator"
    case .foreignOperator(let found): "'\(found)' is not an operator here"
    case .operatorAsFunction(let op): "write \(op) between its operands, not before them"
    case .infixNot(let found): "'NOT \(found)' is not an operator; write NOT before the whole comparison"
    case .isNull(let found): "'\(found)' is not an operator; use == or != to compare with nil"
    case .betweenAnd: "write the bounds of BETWEEN as a list, not joined by AND"
    case .assignmentTarget: "':=' can only assign to a variable such as $x"
    case .unexpectedPredicate: "expected a value, found a predicate"
    case .unexpectedText(let found, let kind): "expected the end of the \(kind), found \(found)"
    case .missingConnective(let found): "expected AND or OR before \(found)"
    case .unknownConnective(let found): "expected AND or OR between two predicates, found '\(found)'"
    case .commaForAnd: "predicates are joined by AND or OR, not by a comma"
    case .sqlClause(let word): "\(word) is part of a SQL query; a predicate is only the condition"
    case .unmatchedBracket(let found): "'\(found)' has no opening bracket"
    case .listBrackets(let found): "a list is written in braces; expected '{', found '\(found)'"
    case .trailingComma: "expected a value after the comma"
    case .unclosed(let open, let found): "expected '\(Self.closing(open))', found \(found)"
    case .chainedComparison: "comparisons cannot be chained"
    case .unknownOption(let found): "\(found) is not a string option"
    case .emptyOptions: "expected option letters between '[' and ']'"
    case .optionsNotAllowed(let op): "\(op) takes no string options"
    case .reservedWord(let word): "'\(word)' is a reserved word and cannot be a key"
    case .unsupportedWord(let word): "'\(word)' is reserved and has no meaning in a format string"
    case .misplacedModifier(let word): "write \(word) before a single comparison, as in '\(word) key == value'"
    case .modifierOnRight(let word): "write \(word) before the whole comparison, not before its right operand"
    case .keyConversion: "%@ is a value; write %K for a key in a key path"
    case .methodCall(let name): "'\(name)' is called like a method, but a format string has no method calls"
    case .expectedKey(let found): "expected a key after '.', found \(found)"
    case .expectedVariable(let found): "expected a variable such as $x as second argument of SUBQUERY, found \(found)"
    case .expectedString(let name, let found): "expected a string literal as second argument of \(name), found \(found)"
    case .expectedComma(let name, let found): "expected ',' in \(name), found \(found)"
    case .unknownFunction(let name, let nearest): "there is no function '\(name)'" + didYouMean(nearest)
    case .wrongArgumentCount(let name, let expected, let found):
      "\(name) takes \(Self.count(expected, "argument")), found \(found)"
    case .unknownCast(let type, let nearest, _): "CAST does not support the type \"\(type)\"" + didYouMean(nearest)
    case .unknownCollectionOperator(let name, let nearest):
      "there is no collection operator '\(name)'" + didYouMean(nearest)
    case .missingOperand(let name): "\(name) needs a key after it"
    case .quotedPlaceholder(let conversion): "\(conversion) in quotes is text, and takes no argument"
    case .quotedNil(let found): "\(found) in quotes is a string, not nil"
    case .droppedBackslash(let found): "'\(found)' is not an escape sequence: the backslash is dropped"
    case .singleBackslash(let found):
      "the string literal consumes the backslash of '\(found)' before the regular expression sees it"
    case .valueForKey(let conversion): "\(conversion) is a value, so no key is compared"
    case .constantComparison: "both operands are constants, so the result is always the same"
    case .likeWithoutWildcard: "LIKE without * or ? is the same as =="
    case .sqlWildcard: "the wildcards of LIKE are * and ?; '%' and '_' match themselves"
    case .unquotedDate: "this is a subtraction of numbers, not a date"
    case .optionsIgnored(let options, let value): "\(options) applies only to strings and has no effect on \(value)"
    case .emptyNeedle(let op): "\(op) never finds an empty string: this is always false"
    case .emptyList: "nothing is in an empty list: this is always false"
    case .nilInList(let op): "\(op) never finds nil, even if an element is nil"
    case .nilOrder(let op): "nil has no order; use == or != to compare with nil, not \(op)"
    case .repeatedComparison: "the same comparison appears twice"
    case .neverTrue(let key): "\(key) cannot equal both: this is always false"
    case .alwaysTrue(let key): "\(key) always differs from one of them: this is always true"
    case .mixedAndOr: "AND binds tighter than OR; add parentheses to make the grouping clear"
    case .unusedVariable(let name): "the predicate of SUBQUERY does not use $\(name)"
    case .notPermitted(_, let what, let profile, _, let nearest):
      "\(what) is not permitted by the profile '\(profile)'" + didYouMean(nearest)
    case .limitExceeded(_, let found, let what, let limit, let profile):
      "\(found) \(what); the profile '\(profile)' permits \(limit)"
    case .refused(let what, let reason): "the program refuses \(what): \(reason)"
    case .tooFewArguments(let conversion, let needed, let given):
      "no argument for '\(conversion)': the format needs \(needed), \(given) given"
    case .argumentLimit(let given, let limit): "\(given) arguments given; the limit is \(limit)"
    case .tooManyArguments(let needed, let given):
      "\(Self.count(given, "argument")) given, the format uses \(needed)"
    case .argumentType(let conversion, let index, let wanted, let found):
      "argument \(index + 1), for '\(conversion)', must be \(wanted), found \(found)"
    case .foreignArgument(let type): "a value of type \(type) cannot be an argument"
    case .argumentOutOfRange(let conversion, let index, let wanted, let found):
      "argument \(index + 1), for '\(conversion)', must fit into \(wanted); \(found) does not"
    case .unboundArgument(let conversion): "'\(conversion)' has no argument yet"
    case .unboundVariable(let name): "$\(name) has no value"
    case .endedAssignment(let name): "$\(name) has no value outside the SUBQUERY that assigns it"
    case .hiddenVariable(let variable, let name):
      "$\(name) refers to an outer $\(variable), which the $\(variable) of this SUBQUERY shadows"
    case .assignmentTooLarge(let limit):
      "the assigned values expand to more than \(limit) nodes"
    case .unknownKey(let key, let type, let nearest): "\(type) has no key '\(key)'" + didYouMean(nearest)
    case .unknownProperty(let key, let type): "\(type) has no key '\(key)'"
    case .absentKey(let key, let nearest): "none of the rows has a key '\(key)'" + didYouMean(nearest)
    case .unreadableKey(let key, let type, let reason), .isolatedKey(let key, let type, let reason):
      "the key '\(key)' of \(type) cannot be read: \(reason)"
    case .unreadableValue(let reason): "a value cannot be read: \(reason)"
    case .typeMismatch(let op, let left, let right): "\(op) cannot compare \(left) with \(right)"
    case .wrongOperand(let op, let wanted, let found): "\(op) needs \(wanted), found \(found)"
    case .badDate(let text): "'\(text)' is not a date"
    case .neverEqual(let left, let right): "\(left) is never equal to \(right)"
    case .notACollection(let op, let found): "\(op) needs a collection, found \(found)"
    case .badBounds(let found): "BETWEEN needs two bounds, found \(found)"
    case .badPattern(let reason): "the pattern is not a regular expression: \(reason)"
    case .patternLimit: "the regular expression could not be evaluated on this string"
    case .patternTooLong(let bytes, let limit): "the pattern has \(bytes) bytes; the limit is \(limit)"
    case .tooManyRows(let rows, let limit): "\(rows) objects to evaluate; the limit is \(limit)"
    case .tooManySteps(let limit): "the evaluation was stopped after \(limit) steps"
    case .tooSlow(let duration): "the evaluation was stopped after \(duration)"
    case .cancelled: "the evaluation was stopped because its task was cancelled"
    case .aggregateOverVariable(let function, let variable):
      "\(function) needs a collection, but $\(variable) is a single element"
    case .notEvaluated(let what, let reason): "\(what) cannot be evaluated: \(reason)"
    case .notRegistered(let what, _, let nearest):
      "\(what) needs a registered function, and none is registered" + didYouMean(nearest)
    case .refusedFunction(let name, let reason): "'\(name)' cannot be registered: \(reason)"
    case .functionFailed(let name, let reason): "\(name) failed: \(reason)"
    case .wrongResult(let name, let declared, let found): "\(name) must return \(declared), but returned \(found)"
    case .nilOperand(let name): "\(name) of nil has no value"
    case .overflow(let name): "the result of \(name) does not fit into 64 bits"
    case .decimalOverflow(let name): "\(name) has an operand or a result of more than 38 digits"
    case .divisionByZero: "division by zero"
    case .emptyCollection(let name): "\(name) of an empty collection has no value"
    case .notFinite(let name): "the result of \(name) is not a finite number"
    case .indexOutOfRange(let index, let count): "index \(index) is outside the collection's \(count) elements"
    case .unknownEntity(let name, let nearest): "the model has no entity '\(name)'" + didYouMean(nearest)
    case .invalidRequest(let what, let reason): "\(what) cannot be fetched: \(reason)"
    case .unknownRequest(let name, let nearest): "there is no stored request '\(name)'" + didYouMean(nearest)
    case .requestVariableMissing(let variable, let name): "the stored request '\(name)' needs a value for $\(variable)"
    case .unknownRequestVariable(let variable, let name, let nearest):
      "the stored request '\(name)' has no variable $\(variable)" + didYouMean(nearest.map { "$" + $0 })
    case .untranslatable(let what, let dialect, let reason): "\(what) cannot be translated to \(dialect): \(reason)"
    case .statementTooLong(let limit): "the statement's condition is longer than \(limit) bytes"
    case .tooManyParameters(let count, let limit): "the statement has \(count) parameters; the limit is \(limit)"
    }
  }

  /// The reasons for the problem, or what is allowed instead.
  package var notes: [String] {
    switch self {
    case .tooHigh: ["parentheses, NOT, operators in a row and indexes all count as levels; AND and OR in a row do not"]
    case .unexpectedCharacter("'?'"): ["write %@ for an argument; an optional key needs no '?'"]
    case .quoteInString(let quote): ["or write the whole string in \(quote == "'" ? "\"" : "'")"]
    case .unexpectedText("','", _): ["write a list of values in braces: {1, 2}"]
    case .unquotedDate: ["pass a date as an argument, or write CAST(\"2020-01-31T00:00:00Z\", \"NSDate\")"]
    case .badDate: ["write a date as 2020-01-31, its first moment in UTC, or as 2020-01-31T12:00:00+02:00"]
    case .remainderOperator: ["the remainder of a division is modulus:by:(a, b)"]
    case .conversionFlags: ["write the bare conversion, such as %d or %@, and prepare the argument"]
    case .expectedOperator("'%@'", _): ["an argument is a value, never a predicate; combine predicates in the program"]
    case .wordsInRow: ["pass a key that contains a space as an argument of %K"]
    case .methodCall: ["only keys may follow a dot; write functions before their arguments, as in uppercase(name)"]
    case .sqlClause("ORDER"), .sqlClause("LIMIT"): ["set the order and the number of results in the fetch request"]
    case .modifierOnRight(let word): ["write \(word) collection == value"]
    case .assignmentTarget: ["to compare, write =="]
    case .quotedPlaceholder: ["write the conversion without quotes; put wildcards into the argument"]
    case .valueForKey: ["write %K for a key"]
    case .droppedBackslash, .singleBackslash: ["write two backslashes for one"]
    case .emptyNeedle: ["for the empty string itself write == ''"]
    case .argumentOutOfRange: ["%@ takes any number"]
    case .foreignArgument: ["conform the type to FormatArgument, or convert the value with FormatValue(any:)"]
    case .unknownConversion:
      [
        "conversions are %@ (a value), %K (a key path), printf's number forms such as %d, %ld, %f, and %% (a percent sign)"
      ]
    case .unknownOption: ["the options are c (case), d (diacritics), n (normalized), l (locale) and w (width)"]
    case .reservedWord(let word): ["write #\(word) for a key of that name"]
    case .expectedKey: ["a key, #key, @operator, $variable or %K may follow '.'"]
    case .chainedComparison: ["join two comparisons with AND or OR; & and | are bitwise operators"]
    case .unknownCast(_, _, let known): ["the types are \(known.joined(separator: ", "))"]
    case .misplacedModifier(let word) where word != "ALL":
      ["for two conditions on the same element write SUBQUERY(collection, $x, …).@count > 0"]
    case .notPermitted(.keyNotPermitted, _, _, let permitted, _) where permitted.isEmpty:
      ["it permits none: list the permitted keys with permitting(keys:), or as \"keys\" in a file (null permits all)"]
    case .notPermitted(_, _, _, let permitted, _) where permitted.isEmpty: ["it permits none"]
    case .notPermitted(_, _, _, let permitted, _):
      ["it permits \(permitted.prefix(20).joined(separator: ", "))\(permitted.count > 20 ? ", and more" : "")"]
    case .unknownProperty: ["a computed property is a key if the type lists it in predicateKeys"]
    case .absentKey: ["it reads as nil"]
    case .notRegistered(_, let registration, _):
      ["pass it to the evaluation: functions: [\(registration) { … }]"]
    case .patternLimit:
      [
        "it exceeded the step limit, failed with an internal error, or the string is too long for it; the result is unknown"
      ]
    default: []
    }
  }
}
