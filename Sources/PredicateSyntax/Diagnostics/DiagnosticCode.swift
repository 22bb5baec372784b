/// The stable names of all diagnostics. The meaning of a name never changes.
public enum DiagnosticCode: Sendable, Hashable, CaseIterable {
  // Reading the text.
  case invalidUTF8, textTooLong, tooHigh, tooManyNodes, tooManyErrors, unexpectedCharacter, unterminatedString
  case interpolation, quoteInString, foreignQuote, objectiveCString, badEscape, loneSurrogate, malformedNumber
  case numberOutOfRange, missingBlank, unknownConversion, conversionFlags, remainderOperator, comment, missingName
  // Parsing.
  case emptyFormat, expectedExpression, expectedOperator, unknownOperator, foreignOperator, operatorAsFunction
  case infixNot, isNull, betweenAnd, assignmentTarget, unexpectedPredicate, unexpectedText, missingConnective
  case unknownConnective, commaForAnd, sqlClause, unclosed, unmatchedBracket, listBrackets, trailingComma
  case chainedComparison, unknownOption, emptyOptions, optionsNotAllowed, reservedWord, unsupportedWord
  case misplacedModifier, expectedKey, keyConversion, methodCall, expectedVariable, expectedString, expectedComma
  // Checks that need only the text.
  case unknownFunction, wrongArgumentCount, unknownCast
  // Warnings: the predicate is valid, but probably not the intended one.
  case quotedPlaceholder, quotedNil, singleBackslash, valueForKey, constantComparison, likeWithoutWildcard
  case sqlWildcard, unquotedDate, optionsIgnored, emptyNeedle, emptyList, listInParentheses, nilOrder, nilInList
  case repeatedComparison, neverTrue, alwaysTrue, mixedAndOr, unusedVariable, unintendedKey
  // Checking against a profile.
  case operatorNotPermitted, modifierNotPermitted, optionNotPermitted, functionNotPermitted
  case collectionOperatorNotPermitted, constructNotPermitted, castNotPermitted, literalNotPermitted
  case conversionNotPermitted, variableNotPermitted, keyNotPermitted, tooManyComparisons, tooManyElements
  case literalTooLong, keyPathTooLong, tooManySubqueries, tooManyCollections, refusedByValidator
  // Binding arguments.
  case tooFewArguments, tooManyArguments, argumentType, argumentOutOfRange
  // Checking against types and evaluating.
  case unknownCollectionOperator, missingOperand, unboundArgument, unboundVariable, assignmentTooLarge, unknownKey
  case absentKey, unixTime, unreadableKey, typeMismatch, badDate, neverEqual, notACollection, badBounds, badPattern
  case patternLimit, patternTooLong, tooManyRows, tooManySteps, tooSlow, cancelled, aggregateOverVariable
  case notEvaluated, notRegistered, refusedFunction, functionFailed, nilOperand, overflow, divisionByZero
  case emptyCollection, notFinite, indexOutOfRange, invalidRequest
  // Translating.
  case unknownEntity, untranslatable, statementTooLong, tooManyParameters

  /// The stage that a case file gives for a diagnostic. Checks that need only the text belong to `parse`.
  public enum Stage: String, Sendable {
    case parse, bind, evaluate
  }

  /// The name, the stage and the severity of each code.
  private var row: (name: String, stage: Stage, severity: FormatDiagnostic.Severity) {
    switch self {
    case .invalidUTF8: ("invalid-utf8", .parse, .error)
    case .textTooLong: ("text-too-long", .parse, .error)
    case .tooHigh: ("too-high", .parse, .error)
    case .tooManyNodes: ("too-many-nodes", .parse, .error)
    case .tooManyErrors: ("too-many-errors", .parse, .error)
    case .unexpectedCharacter: ("unexpected-character", .parse, .error)
    case .unterminatedString: ("unterminated-string", .parse, .error)
    case .interpolation: ("interpolation", .parse, .error)
    case .quoteInString: ("quote-in-string", .parse, .error)
    case .foreignQuote: ("foreign-quote", .parse, .error)
    case .objectiveCString: ("objective-c-string", .parse, .error)
    case .badEscape: ("bad-escape", .parse, .error)
    case .loneSurrogate: ("lone-surrogate", .parse, .error)
    case .malformedNumber: ("malformed-number", .parse, .error)
    case .numberOutOfRange: ("number-out-of-range", .parse, .error)
    case .missingBlank: ("missing-blank", .parse, .error)
    case .unknownConversion: ("unknown-conversion", .parse, .error)
    case .conversionFlags: ("conversion-flags", .parse, .error)
    case .remainderOperator: ("remainder-operator", .parse, .error)
    case .comment: ("comment", .parse, .error)
    case .missingName: ("missing-name", .parse, .error)
    case .emptyFormat: ("empty-format", .parse, .error)
    case .expectedExpression: ("expected-expression", .parse, .error)
    case .expectedOperator: ("expected-operator", .parse, .error)
    case .unknownOperator: ("unknown-operator", .parse, .error)
    case .foreignOperator: ("foreign-operator", .parse, .error)
    case .operatorAsFunction: ("operator-as-function", .parse, .error)
    case .infixNot: ("infix-not", .parse, .error)
    case .isNull: ("is-null", .parse, .error)
    case .betweenAnd: ("between-and", .parse, .error)
    case .assignmentTarget: ("assignment-target", .parse, .error)
    case .unexpectedPredicate: ("unexpected-predicate", .parse, .error)
    case .unexpectedText: ("unexpected-text", .parse, .error)
    case .missingConnective: ("missing-connective", .parse, .error)
    case .unknownConnective: ("unknown-connective", .parse, .error)
    case .commaForAnd: ("comma-for-and", .parse, .error)
    case .sqlClause: ("sql-clause", .parse, .error)
    case .unclosed: ("unclosed", .parse, .error)
    case .unmatchedBracket: ("unmatched-bracket", .parse, .error)
    case .listBrackets: ("list-brackets", .parse, .error)
    case .trailingComma: ("trailing-comma", .parse, .error)
    case .chainedComparison: ("chained-comparison", .parse, .error)
    case .unknownOption: ("unknown-option", .parse, .error)
    case .emptyOptions: ("empty-options", .parse, .error)
    case .optionsNotAllowed: ("options-not-allowed", .parse, .error)
    case .reservedWord: ("reserved-word", .parse, .error)
    case .unsupportedWord: ("unsupported-word", .parse, .error)
    case .misplacedModifier: ("misplaced-modifier", .parse, .error)
    case .expectedKey: ("expected-key", .parse, .error)
    case .keyConversion: ("key-conversion", .parse, .error)
    case .methodCall: ("method-call", .parse, .error)
    case .expectedVariable: ("expected-variable", .parse, .error)
    case .expectedString: ("expected-string", .parse, .error)
    case .expectedComma: ("expected-comma", .parse, .error)
    case .unknownFunction: ("unknown-function", .parse, .error)
    case .wrongArgumentCount: ("wrong-argument-count", .parse, .error)
    case .unknownCast: ("unknown-cast", .parse, .error)
    case .quotedPlaceholder: ("quoted-placeholder", .parse, .warning)
    case .quotedNil: ("quoted-nil", .parse, .warning)
    case .singleBackslash: ("single-backslash", .parse, .warning)
    case .valueForKey: ("value-for-key", .parse, .warning)
    case .constantComparison: ("constant-comparison", .parse, .warning)
    case .likeWithoutWildcard: ("like-without-wildcard", .parse, .warning)
    case .sqlWildcard: ("sql-wildcard", .parse, .warning)
    case .unquotedDate: ("unquoted-date", .parse, .warning)
    case .optionsIgnored: ("options-ignored", .parse, .warning)
    case .emptyNeedle: ("empty-needle", .parse, .warning)
    case .emptyList: ("empty-list", .parse, .warning)
    case .listInParentheses: ("list-in-parentheses", .parse, .warning)
    case .nilOrder: ("nil-order", .parse, .warning)
    case .nilInList: ("nil-in-list", .parse, .warning)
    case .repeatedComparison: ("repeated-comparison", .parse, .warning)
    case .neverTrue: ("never-true", .parse, .warning)
    case .alwaysTrue: ("always-true", .parse, .warning)
    case .mixedAndOr: ("mixed-and-or", .parse, .warning)
    case .unusedVariable: ("unused-variable", .parse, .warning)
    case .unintendedKey: ("unintended-key", .parse, .warning)
    case .operatorNotPermitted: ("operator-not-permitted", .parse, .error)
    case .modifierNotPermitted: ("modifier-not-permitted", .parse, .error)
    case .optionNotPermitted: ("option-not-permitted", .parse, .error)
    case .functionNotPermitted: ("function-not-permitted", .parse, .error)
    case .collectionOperatorNotPermitted: ("collection-operator-not-permitted", .parse, .error)
    case .constructNotPermitted: ("construct-not-permitted", .parse, .error)
    case .castNotPermitted: ("cast-not-permitted", .parse, .error)
    case .literalNotPermitted: ("literal-not-permitted", .parse, .error)
    case .conversionNotPermitted: ("conversion-not-permitted", .parse, .error)
    case .variableNotPermitted: ("variable-not-permitted", .parse, .error)
    case .keyNotPermitted: ("key-not-permitted", .parse, .error)
    case .tooManyComparisons: ("too-many-comparisons", .parse, .error)
    case .tooManyElements: ("too-many-elements", .parse, .error)
    case .literalTooLong: ("literal-too-long", .parse, .error)
    case .keyPathTooLong: ("key-path-too-long", .parse, .error)
    case .tooManySubqueries: ("too-many-subqueries", .parse, .error)
    case .tooManyCollections: ("too-many-collections", .parse, .error)
    case .refusedByValidator: ("refused-by-validator", .parse, .error)
    case .tooFewArguments: ("too-few-arguments", .bind, .error)
    case .tooManyArguments: ("too-many-arguments", .bind, .error)
    case .argumentType: ("argument-type", .bind, .error)
    case .argumentOutOfRange: ("argument-out-of-range", .bind, .error)
    case .unknownCollectionOperator: ("unknown-collection-operator", .evaluate, .error)
    case .missingOperand: ("missing-operand", .evaluate, .error)
    case .unboundArgument: ("unbound-argument", .evaluate, .error)
    case .unboundVariable: ("unbound-variable", .evaluate, .error)
    case .assignmentTooLarge: ("assignment-too-large", .evaluate, .error)
    case .unknownKey: ("unknown-key", .evaluate, .error)
    case .absentKey: ("absent-key", .evaluate, .warning)
    case .unixTime: ("unix-time", .evaluate, .warning)
    case .unreadableKey: ("unreadable-key", .evaluate, .error)
    case .typeMismatch: ("type-mismatch", .evaluate, .error)
    case .badDate: ("bad-date", .evaluate, .error)
    case .neverEqual: ("never-equal", .evaluate, .warning)
    case .notACollection: ("not-a-collection", .evaluate, .error)
    case .badBounds: ("bad-bounds", .evaluate, .error)
    case .badPattern: ("bad-pattern", .evaluate, .error)
    case .patternLimit: ("pattern-limit", .evaluate, .error)
    case .patternTooLong: ("pattern-too-long", .evaluate, .error)
    case .tooManyRows: ("too-many-rows", .evaluate, .error)
    case .tooManySteps: ("too-many-steps", .evaluate, .error)
    case .tooSlow: ("too-slow", .evaluate, .error)
    case .cancelled: ("cancelled", .evaluate, .error)
    case .aggregateOverVariable: ("aggregate-over-variable", .evaluate, .error)
    case .notEvaluated: ("not-evaluated", .evaluate, .error)
    case .notRegistered: ("not-registered", .evaluate, .error)
    case .refusedFunction: ("refused-function", .evaluate, .error)
    case .functionFailed: ("function-failed", .evaluate, .error)
    case .nilOperand: ("nil-operand", .evaluate, .error)
    case .overflow: ("overflow", .evaluate, .error)
    case .divisionByZero: ("division-by-zero", .evaluate, .error)
    case .emptyCollection: ("empty-collection", .evaluate, .error)
    case .notFinite: ("not-finite", .evaluate, .error)
    case .indexOutOfRange: ("index-out-of-range", .evaluate, .error)
    case .invalidRequest: ("invalid-request", .evaluate, .error)
    case .unknownEntity: ("unknown-entity", .evaluate, .error)
    case .untranslatable: ("untranslatable", .evaluate, .error)
    case .statementTooLong: ("statement-too-long", .evaluate, .error)
    case .tooManyParameters: ("too-many-parameters", .evaluate, .error)
    }
  }

  /// The stage that reports the diagnostic.
  public var stage: Stage { row.stage }

  /// The severity of the diagnostic. A warning leaves the predicate valid.
  public var severity: FormatDiagnostic.Severity { row.severity }

  /// Whether the diagnostic ends an evaluation as a whole, regardless of the row.
  package var endsEvaluation: Bool { [.tooManyRows, .tooManySteps, .tooSlow, .cancelled].contains(self) }
}

extension DiagnosticCode: RawRepresentable {
  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// The name, such as `unknown-key`.
  public var rawValue: String { row.name }

  /// Creates the code with a name, or returns `nil` if there is none.
  public init?(rawValue: String) {
    guard let code = Self.byName[rawValue] else { return nil }
    self = code
  }
}
