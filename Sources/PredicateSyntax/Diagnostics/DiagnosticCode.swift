/// The stable names of all findings. A name never changes its meaning.
public enum DiagnosticCode: String, Sendable, Hashable, CaseIterable {
  // Reading the text.
  case invalidUTF8 = "invalid-utf8"
  case textTooLong = "text-too-long"
  case tooHigh = "too-high"
  case tooManyFaults = "too-many-faults"
  case unexpectedCharacter = "unexpected-character"
  case unterminatedString = "unterminated-string"
  case badEscape = "bad-escape"
  case malformedNumber = "malformed-number"
  case numberOutOfRange = "number-out-of-range"
  case unknownConversion = "unknown-conversion"
  case missingName = "missing-name"

  // Parsing.
  case emptyFormat = "empty-format"
  case expectedExpression = "expected-expression"
  case expectedOperator = "expected-operator"
  case unknownOperator = "unknown-operator"
  case unexpectedPredicate = "unexpected-predicate"
  case unexpectedText = "unexpected-text"
  case unclosed = "unclosed"
  case chainedComparison = "chained-comparison"
  case unknownOption = "unknown-option"
  case optionsNotAllowed = "options-not-allowed"
  case reservedWord = "reserved-word"
  case misplacedModifier = "misplaced-modifier"
  case expectedKey = "expected-key"
  case expectedVariable = "expected-variable"
  case expectedString = "expected-string"
  case expectedComma = "expected-comma"

  // Checking what the text alone tells.
  case unknownFunction = "unknown-function"
  case wrongArgumentCount = "wrong-argument-count"
  case unknownCast = "unknown-cast"

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

  // Binding arguments.
  case tooFewArguments = "too-few-arguments"
  case tooManyArguments = "too-many-arguments"
  case argumentType = "argument-type"

  // Checking against types, and evaluating.
  case unknownCollectionOperator = "unknown-collection-operator"
  case missingOperand = "missing-operand"
  case unboundArgument = "unbound-argument"
  case unboundVariable = "unbound-variable"
  case assignmentTooLarge = "assignment-too-large"
  case unknownKey = "unknown-key"
  case unreadableKey = "unreadable-key"
  case typeMismatch = "type-mismatch"
  case neverEqual = "never-equal"
  case notACollection = "not-a-collection"
  case badBounds = "bad-bounds"
  case badPattern = "bad-pattern"
  case patternLimit = "pattern-limit"
  case aggregateOverVariable = "aggregate-over-variable"
  case notEvaluated = "not-evaluated"
  case notRegistered = "not-registered"
  case refusedFunction = "refused-function"
  case functionFailed = "function-failed"
  case nilOperand = "nil-operand"
  case overflow = "overflow"
  case divisionByZero = "division-by-zero"
  case emptyCollection = "empty-collection"
  case notFinite = "not-finite"
  case indexOutOfRange = "index-out-of-range"

  /// The stage that a case file names for a finding: what the text alone tells is `parse`.
  public enum Stage: String, Sendable {
    case parse, bind, evaluate
  }

  /// Where the finding belongs.
  public var stage: Stage {
    switch self {
    case .tooFewArguments, .tooManyArguments, .argumentType: .bind
    case .unknownCollectionOperator, .missingOperand, .unboundArgument, .unboundVariable, .assignmentTooLarge,
      .unknownKey, .unreadableKey,
      .typeMismatch, .neverEqual, .notACollection,
      .badBounds, .badPattern, .patternLimit, .aggregateOverVariable, .notEvaluated, .notRegistered, .refusedFunction,
      .functionFailed, .nilOperand, .overflow,
      .divisionByZero, .emptyCollection, .notFinite, .indexOutOfRange:
      .evaluate
    default: .parse
    }
  }
}
