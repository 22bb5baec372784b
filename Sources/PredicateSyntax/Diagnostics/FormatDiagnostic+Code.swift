extension FormatDiagnostic {
  /// The stable names of all diagnostics. The meaning of a name never changes.
  public enum Code: String, Sendable, CaseIterable {
    // Reading the text.
    case invalidUTF8 = "invalid-utf8"
    case textTooLong = "text-too-long"
    case tooHigh = "too-high"
    case tooManyNodes = "too-many-nodes"
    case tooManyErrors = "too-many-errors"
    case unexpectedCharacter = "unexpected-character"
    case unterminatedString = "unterminated-string"
    case interpolation
    case quoteInString = "quote-in-string"
    case foreignQuote = "foreign-quote"
    case objectiveCString = "objective-c-string"
    case badEscape = "bad-escape"
    case loneSurrogate = "lone-surrogate"
    case malformedNumber = "malformed-number"
    case numberOutOfRange = "number-out-of-range"
    case missingBlank = "missing-blank"
    case unknownConversion = "unknown-conversion"
    case conversionFlags = "conversion-flags"
    case remainderOperator = "remainder-operator"
    case comment
    case missingName = "missing-name"
    // Parsing.
    case emptyFormat = "empty-format"
    case expectedExpression = "expected-expression"
    case expectedOperator = "expected-operator"
    case unknownOperator = "unknown-operator"
    case foreignOperator = "foreign-operator"
    case operatorAsFunction = "operator-as-function"
    case infixNot = "infix-not"
    case isNull = "is-null"
    case betweenAnd = "between-and"
    case assignmentTarget = "assignment-target"
    case unexpectedPredicate = "unexpected-predicate"
    case unexpectedText = "unexpected-text"
    case missingConnective = "missing-connective"
    case unknownConnective = "unknown-connective"
    case commaForAnd = "comma-for-and"
    case sqlClause = "sql-clause"
    case unclosed
    case unmatchedBracket = "unmatched-bracket"
    case listBrackets = "list-brackets"
    case trailingComma = "trailing-comma"
    case chainedComparison = "chained-comparison"
    case unknownOption = "unknown-option"
    case emptyOptions = "empty-options"
    case optionsNotAllowed = "options-not-allowed"
    case reservedWord = "reserved-word"
    case unsupportedWord = "unsupported-word"
    case misplacedModifier = "misplaced-modifier"
    case expectedKey = "expected-key"
    case keyConversion = "key-conversion"
    case methodCall = "method-call"
    case expectedVariable = "expected-variable"
    case expectedString = "expected-string"
    case expectedComma = "expected-comma"
    // Checks that need only the text.
    case unknownFunction = "unknown-function"
    case wrongArgumentCount = "wrong-argument-count"
    case unknownCast = "unknown-cast"
    // Warnings: the predicate is valid, but probably not the intended one.
    case quotedPlaceholder = "quoted-placeholder"
    case quotedNil = "quoted-nil"
    case singleBackslash = "single-backslash"
    case valueForKey = "value-for-key"
    case constantComparison = "constant-comparison"
    case likeWithoutWildcard = "like-without-wildcard"
    case sqlWildcard = "sql-wildcard"
    case unquotedDate = "unquoted-date"
    case optionsIgnored = "options-ignored"
    case emptyNeedle = "empty-needle"
    case emptyList = "empty-list"
    case listInParentheses = "list-in-parentheses"
    case nilOrder = "nil-order"
    case nilInList = "nil-in-list"
    case repeatedComparison = "repeated-comparison"
    case neverTrue = "never-true"
    case alwaysTrue = "always-true"
    case mixedAndOr = "mixed-and-or"
    case unusedVariable = "unused-variable"
    case unintendedKey = "unintended-key"
    case roundedNumber = "rounded-number"
    case unintendedMeaning = "unintended-meaning"
    // Checking against a profile.
    case operatorNotPermitted = "operator-not-permitted"
    case modifierNotPermitted = "modifier-not-permitted"
    case optionNotPermitted = "option-not-permitted"
    case functionNotPermitted = "function-not-permitted"
    case collectionOperatorNotPermitted = "collection-operator-not-permitted"
    case constructNotPermitted = "construct-not-permitted"
    case castNotPermitted = "cast-not-permitted"
    case literalNotPermitted = "literal-not-permitted"
    case conversionNotPermitted = "conversion-not-permitted"
    case variableNotPermitted = "variable-not-permitted"
    case keyNotPermitted = "key-not-permitted"
    case tooManyComparisons = "too-many-comparisons"
    case tooManyElements = "too-many-elements"
    case literalTooLong = "literal-too-long"
    case keyPathTooLong = "key-path-too-long"
    case tooManySubqueries = "too-many-subqueries"
    case tooManyCollections = "too-many-collections"
    case refusedByValidator = "refused-by-validator"
    // Binding arguments.
    case tooFewArguments = "too-few-arguments"
    case tooManyArguments = "too-many-arguments"
    case argumentType = "argument-type"
    case argumentOutOfRange = "argument-out-of-range"
    // Checking against types and evaluating.
    case unknownCollectionOperator = "unknown-collection-operator"
    case missingOperand = "missing-operand"
    case unboundArgument = "unbound-argument"
    case unboundVariable = "unbound-variable"
    case assignmentTooLarge = "assignment-too-large"
    case unknownKey = "unknown-key"
    case absentKey = "absent-key"
    case unixTime = "unix-time"
    case unreadableKey = "unreadable-key"
    case typeMismatch = "type-mismatch"
    case badDate = "bad-date"
    case neverEqual = "never-equal"
    case notACollection = "not-a-collection"
    case badBounds = "bad-bounds"
    case badPattern = "bad-pattern"
    case patternLimit = "pattern-limit"
    case patternTooLong = "pattern-too-long"
    case tooManyRows = "too-many-rows"
    case tooManySteps = "too-many-steps"
    case tooSlow = "too-slow"
    case cancelled
    case aggregateOverVariable = "aggregate-over-variable"
    case notEvaluated = "not-evaluated"
    case notRegistered = "not-registered"
    case refusedFunction = "refused-function"
    case functionFailed = "function-failed"
    case nilOperand = "nil-operand"
    case overflow
    case divisionByZero = "division-by-zero"
    case emptyCollection = "empty-collection"
    case notFinite = "not-finite"
    case indexOutOfRange = "index-out-of-range"
    case invalidRequest = "invalid-request"
    // Translating.
    case unknownEntity = "unknown-entity"
    case untranslatable
    case statementTooLong = "statement-too-long"
    case tooManyParameters = "too-many-parameters"
    // Checking the files in which predicates stand.
    case unreadableFile = "unreadable-file"
    case unusedIgnore = "unused-ignore"
    case invalidIgnore = "invalid-ignore"

    /// The stage that a case file gives for a diagnostic. Checks that need only the text belong to `parse`.
    public enum Stage: String, Sendable {
      case parse, bind, evaluate
    }

    private static let ofBinding: Set<FormatDiagnostic.Code> = [
      .tooFewArguments, .tooManyArguments, .argumentType, .argumentOutOfRange,
    ]
    private static let ofEvaluation: Set<FormatDiagnostic.Code> = [
      .unknownCollectionOperator, .missingOperand, .unboundArgument, .unboundVariable, .assignmentTooLarge,
      .unknownKey, .absentKey, .unixTime, .unreadableKey, .typeMismatch, .badDate, .neverEqual, .notACollection,
      .badBounds, .badPattern, .patternLimit, .patternTooLong, .tooManyRows, .tooManySteps, .tooSlow, .cancelled,
      .aggregateOverVariable, .notEvaluated, .notRegistered, .refusedFunction, .functionFailed, .nilOperand,
      .overflow, .divisionByZero, .emptyCollection, .notFinite, .indexOutOfRange, .invalidRequest, .unknownEntity,
      .untranslatable, .statementTooLong, .tooManyParameters,
    ]
    private static let warnings: Set<FormatDiagnostic.Code> = [
      .quotedPlaceholder, .quotedNil, .singleBackslash, .valueForKey, .constantComparison, .likeWithoutWildcard,
      .sqlWildcard, .unquotedDate, .optionsIgnored, .emptyNeedle, .emptyList, .listInParentheses, .nilOrder,
      .nilInList, .repeatedComparison, .neverTrue, .alwaysTrue, .mixedAndOr, .unusedVariable, .unintendedKey,
      .roundedNumber, .unintendedMeaning, .absentKey, .unixTime, .neverEqual, .unreadableFile, .unusedIgnore,
      .invalidIgnore,
    ]

    /// The stage that reports the diagnostic.
    public var stage: Stage {
      Self.ofBinding.contains(self) ? .bind : Self.ofEvaluation.contains(self) ? .evaluate : .parse
    }

    /// The severity of the diagnostic. A warning leaves the predicate valid.
    public var severity: FormatDiagnostic.Severity { Self.warnings.contains(self) ? .warning : .error }

    /// Whether the diagnostic ends an evaluation as a whole, regardless of the row.
    package var endsEvaluation: Bool { [.tooManyRows, .tooManySteps, .tooSlow, .cancelled].contains(self) }
  }
}
