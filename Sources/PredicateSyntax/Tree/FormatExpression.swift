/// An expression, which computes a value from an object. It is immutable and safe to share between threads.
public struct FormatExpression: Sendable {
  /// The kinds of expressions. Key paths and lists are stored inline because key paths are the most common nodes.
  public enum Kind: Sendable, Hashable {
    indirect case constant(FormatValue)
    /// SELF.
    case evaluatedObject
    /// `$name`, without the dollar sign.
    indirect case variable(String)
    /// Keys of SELF, such as `a.b`.
    case keyPath([KeyStep])
    /// Keys of another value, such as `$x.a` or `SUBQUERY(…).@count`. (Keys of SELF or of a key path form a single key path.)
    indirect case keys(of: FormatExpression, [KeyStep])
    /// `collection[index]`.
    indirect case index(FormatExpression, Index)
    /// `{a, b, …}`.
    case aggregate([FormatExpression])
    /// A predefined or registered function, named by its selector, such as `max:` or `add:to:`. Operators are functions too.
    indirect case function(selector: String, [FormatExpression])
    /// `CAST(value, "Type")`.
    indirect case cast(FormatExpression, type: String)
    /// `FUNCTION(target, "selector:", …)`.
    indirect case targetFunction(FormatExpression, selector: String, [FormatExpression])
    /// `TERNARY(predicate, then, otherwise)`.
    indirect case conditional(FormatPredicate, FormatExpression, FormatExpression)
    /// `SUBQUERY(collection, $variable, predicate)`: the elements for which the predicate is true.
    indirect case subquery(FormatExpression, variable: String, FormatPredicate)
    /// `left UNION right`, and INTERSECT and MINUS likewise.
    indirect case setOperation(SetOperation, FormatExpression, FormatExpression)
    /// `$name := value`.
    indirect case assignment(String, FormatExpression)
    /// ANYKEY.
    case anyKey
    /// A conversion such as `%@` that has no argument yet.
    indirect case placeholder(Conversion)
    /// An expression that could not be built. Every use of it reports the diagnostic.
    indirect case invalid(Diagnostic)
  }

  /// One step of a key path.
  public enum KeyStep: Sendable, Hashable {
    /// A key, or a collection operator if it begins with `@`.
    case key(String)
    /// `a.$b`: the key whose name is the variable's string value.
    case variable(String)
    /// `%K` without an argument yet.
    case placeholder(Conversion)
  }

  /// The index between the brackets of `collection[index]`.
  public indirect enum Index: Sendable, Hashable {
    case first, last, size
    case value(FormatExpression)
  }

  /// A set operation.
  public enum SetOperation: String, Sendable, CaseIterable {
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"
  }

  /// The kinds of Swift ranges that a program can pass as an argument.
  enum RangeKind: Sendable {
    case closed, halfOpen
  }

  /// The kind of the expression and its operands.
  public let kind: Kind
  /// The position in the text.
  public let range: SourceRange
  /// The number of levels of the tree: 1 for a leaf, otherwise one more than the highest child.
  public var height: Int { Int(levels) }
  private let levels: UInt8
  /// The kind of Swift range whose two bounds form the expression, or `nil` if it does not come from a range.
  var rangeKind: RangeKind?
  /// Where the tree was parsed from; `nil` for a subtree extracted from a larger tree.
  var origin: Origin?
  /// The text that the tree was parsed from, for diagnostics. Empty if the tree was built in code.
  public var source: String { origin?.source ?? "" }

  /// Creates an expression. A tree above the default height limit becomes `invalid`, so that walking or freeing any tree is
  /// safe.
  public init(_ kind: consuming Kind, range: SourceRange = .none) {
    let height = 1 + kind.heightOfParts
    self.range = range
    if height > Limits.greatestHeight {
      self.kind = .invalid(Diagnostic(.tooHigh(limit: Limits.greatestHeight), at: range))
      levels = 1
    } else {
      self.kind = kind
      levels = UInt8(height)
    }
  }

  /// Creates an expression with the origin of another tree.
  init(_ kind: consuming Kind, range: SourceRange, from origin: Origin?) {
    self.init(kind, range: range)
    self.origin = origin
  }
}

extension FormatExpression.Kind {
  /// Returns the keys of a root as the parser builds them: SELF as the root is dropped, and a key path is extended.
  package static func keys(_ steps: [FormatExpression.KeyStep], after root: FormatExpression?) -> Self {
    switch root?.kind {
    case nil, .evaluatedObject: .keyPath(steps)
    case .keyPath(let first): .keyPath(first + steps)
    case .keys(let inner, let first): .keys(of: inner, first + steps)
    default: root.map { .keys(of: $0, steps) } ?? .keyPath(steps)
    }
  }

  /// The keys of a key path with any root, or `nil` if the expression is not a key path.
  package var steps: [FormatExpression.KeyStep]? {
    switch self {
    case .keyPath(let steps), .keys(_, let steps): steps
    default: nil
    }
  }

  /// The root of a key path, or `nil` if the root is SELF.
  package var root: FormatExpression? {
    if case .keys(let root, _) = self { root } else { nil }
  }

  /// The child expressions, in source order.
  package var parts: [FormatExpression] {
    switch self {
    case .constant, .evaluatedObject, .variable, .keyPath, .anyKey, .placeholder, .invalid: []
    case .keys(let root, _): [root]
    case .index(let base, .value(let index)): [base, index]
    case .index(let base, _): [base]
    case .aggregate(let elements): elements
    case .function(_, let arguments): arguments
    case .cast(let value, _): [value]
    case .targetFunction(let target, _, let arguments): [target] + arguments
    case .conditional(_, let then, let otherwise): [then, otherwise]
    case .subquery(let collection, _, _): [collection]
    case .setOperation(_, let left, let right): [left, right]
    case .assignment(_, let value): [value]
    }
  }

  /// The child predicate of a SUBQUERY or TERNARY.
  package var predicatePart: FormatPredicate? {
    switch self {
    case .conditional(let predicate, _, _), .subquery(_, _, let predicate): predicate
    default: nil
    }
  }

  /// The height of the highest child, or 0 for a leaf. (Using `parts` alone would allocate an array for every node.)
  fileprivate var heightOfParts: Int {
    switch self {
    case .constant, .evaluatedObject, .variable, .keyPath, .anyKey, .placeholder, .invalid: 0
    case .keys(let root, _): root.height
    case .index(let base, .value(let index)): max(base.height, index.height)
    case .index(let base, _): base.height
    case .aggregate(let parts), .function(_, let parts): parts.reduce(0) { max($0, $1.height) }
    case .cast(let value, _), .assignment(_, let value): value.height
    case .setOperation(_, let left, let right): max(left.height, right.height)
    case .targetFunction, .conditional, .subquery:
      parts.reduce(predicatePart?.height ?? 0) { max($0, $1.height) }
    }
  }
}

extension FormatExpression: Hashable {
  /// Compares meaning and structure, but not source ranges.
  public static func == (left: FormatExpression, right: FormatExpression) -> Bool { left.kind == right.kind }

  /// Hashes the components that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

// MARK: Building in code

extension FormatExpression {
  /// The expression SELF.
  public static let evaluatedObject = FormatExpression(.evaluatedObject)

  /// Returns the key path for keys separated by dots, as `%K` parses them: `wordCategory.firstLetter`, `@avg.length`.
  public static func keyPath(_ path: String) -> FormatExpression {
    FormatExpression(.keyPath(KeyStep.steps(of: path)))
  }

  /// Returns a constant for a value, or the argument itself if it is already an expression.
  public static func constant(_ value: AnyFormatArgument?) -> FormatExpression {
    value?.formatExpression ?? FormatExpression(.constant(.null))
  }

  /// Returns the list `{…}` of the elements.
  public static func aggregate(_ elements: [FormatExpression]) -> FormatExpression {
    FormatExpression(.aggregate(elements))
  }

  /// Returns the variable `$name`.
  public static func variable(_ name: String) -> FormatExpression { FormatExpression(.variable(name)) }

  /// Returns a call of the function with a selector such as `max:` or `modulus:by:`.
  public static func function(_ selector: String, _ arguments: FormatExpression...) -> FormatExpression {
    FormatExpression(.function(selector: selector, arguments))
  }

  /// Returns `SUBQUERY(collection, $variable, predicate)`.
  public static func subquery(
    _ collection: FormatExpression, variable: String, _ predicate: FormatPredicate
  ) -> FormatExpression {
    FormatExpression(.subquery(collection, variable: variable, predicate))
  }
}

extension FormatExpression.KeyStep {
  /// Returns the steps of a dotted path. A leading `self` remains a key; only the parser treats it as SELF.
  package static func steps(of path: String) -> [FormatExpression.KeyStep] {
    path.split(separator: ".", omittingEmptySubsequences: false).map { .key(String($0)) }
  }
}
