import PredicateSyntax

/// The functions that this module does not have, because it needs neither a library nor the system: regular expressions, the
/// rules of a locale, the C math library, the clock, and the keys of objects. An engine provides them.
package struct SystemFunctions: Sendable {
  /// Returns whether a whole text matches a regular expression.
  package typealias TextMatcher = @Sendable (String, (any StepCounter)?) throws(EvaluationError) -> Bool

  /// Compiles a regular expression.
  package var pattern: @Sendable (String, FormatStringOptions, PredicateLimits) throws(EvaluationError) -> TextMatcher
  /// Returns the value of a function for operands.
  package var compute: @Sendable (ValueFunction, [FormatValue]) throws(EvaluationError) -> FormatValue
  /// Returns -1, 0 or 1 for two texts by the rules of the user's locale.
  package var localizedOrder: @Sendable (String, String, FormatStringOptions) -> Int
  /// Returns whether a text passes a test by the rules of the user's locale.
  package var localizedTest: @Sendable (TextTest, String, String, FormatStringOptions) -> Bool
  /// Returns the bounds of an object that is a range, or `nil` for other objects.
  package var bounds: @Sendable (FormatObject) throws(EvaluationError) -> RangeBounds?
  /// Reads a key of an object.
  package var readKey: DynamicKeys.ObjectReader?

  package init(
    pattern: @escaping @Sendable (String, FormatStringOptions, PredicateLimits) throws(EvaluationError) -> TextMatcher,
    compute: @escaping @Sendable (ValueFunction, [FormatValue]) throws(EvaluationError) -> FormatValue,
    localizedOrder: @escaping @Sendable (String, String, FormatStringOptions) -> Int,
    localizedTest: @escaping @Sendable (TextTest, String, String, FormatStringOptions) -> Bool,
    bounds: @escaping @Sendable (FormatObject) throws(EvaluationError) -> RangeBounds?,
    readKey: DynamicKeys.ObjectReader?
  ) {
    self.pattern = pattern
    self.compute = compute
    self.localizedOrder = localizedOrder
    self.localizedTest = localizedTest
    self.bounds = bounds
    self.readKey = readKey
  }

  /// The reason why something without its function is not evaluated.
  package static let isMissing = "it needs a library that this program does not have"

  /// No functions: a regular expression, or a function of a library, is an error, and `[l]` has no effect.
  package static let none = SystemFunctions(
    pattern: { _, _, _ throws(EvaluationError) in
      throw EvaluationError(.notEvaluated("MATCHES", reason: isMissing))
    },
    compute: { function, operands throws(EvaluationError) in
      if let value = try function.value(of: operands) { return value }
      throw EvaluationError(.notEvaluated(function.name, reason: isMissing))
    },
    localizedOrder: { textOrder($0, $1, $2) },
    localizedTest: { textTest($0, $1, $2, $3) },
    bounds: { _ in nil },
    readKey: nil)
}

/// The values of the bounds of a range. A bound that the range does not have is `nil`.
package struct RangeBounds {
  package let lower: FormatValue?
  package let upper: FormatValue?
  package let includesUpper: Bool

  package init(lower: FormatValue?, upper: FormatValue?, includesUpper: Bool) {
    self.lower = lower
    self.upper = upper
    self.includesUpper = includesUpper
  }
}

extension EvaluationOptions {
  /// The ways to handle a value that cannot be computed: an overflow, a nil operand of arithmetic, an index out of range.
  public enum ErrorHandling: Sendable {
    /// Throws the error of the first row that has one.
    case `throw`
    /// Treats the value as nil, as SQL does.
    case yieldNil
  }
}

/// An evaluation that takes steps until a limit ends it.
package protocol StepCounter: AnyObject {
  /// Takes steps. Returns `false` if the evaluation must end.
  func spend(_ steps: Int) -> Bool
}

extension StepCounter {
  /// Takes the steps of reading bytes.
  package func spend(bytes count: Int) -> Bool { spend(count >> 6) }

  /// Takes the steps of visiting a value and everything in it.
  package func spend(through value: FormatValue) -> Bool {
    switch value {
    case .list(let elements), .set(let elements):
      spend(elements.count) && elements.allSatisfy { spend(through: $0) }
    case .record(let fields): spend(fields.count) && fields.values.allSatisfy { spend(through: $0) }
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data, .object: spend(value.steps)
    }
  }

  /// Takes the steps of compiling a regular expression.
  package func spend(pattern text: String) -> Bool { spend(text.utf8.count * PredicateLimits.stepsOfPatternByte) }
}
