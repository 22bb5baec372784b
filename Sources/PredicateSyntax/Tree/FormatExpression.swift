/// An expression: a value of an object. It is immutable, and safe to share between threads.
public struct FormatExpression: Sendable {
  /// What the expression is. Only what is no list is a box of its own, since keys are the most frequent of all.
  public enum Kind: Sendable, Hashable {
    indirect case constant(FormatValue)
    /// SELF.
    case evaluatedObject
    /// `$name`, without the dollar sign.
    indirect case variable(String)
    /// Keys of SELF: `a.b`.
    case keyPath([KeyStep])
    /// Keys of another value: `$x.a`, `SUBQUERY(…).@count`. (Those of SELF and of a key path are one key path.)
    indirect case keys(of: FormatExpression, [KeyStep])
    /// `collection[index]`.
    indirect case index(FormatExpression, Index)
    /// `{a, b, …}`.
    case aggregate([FormatExpression])
    /// A predefined or registered function by its selector: `max:`, `add:to:`. Operators are functions too.
    indirect case function(selector: String, [FormatExpression])
    /// `CAST(value, "Type")`.
    indirect case cast(FormatExpression, type: String)
    /// `FUNCTION(target, "selector:", …)`.
    indirect case targetFunction(FormatExpression, selector: String, [FormatExpression])
    /// `TERNARY(predicate, then, otherwise)`.
    indirect case conditional(FormatPredicate, FormatExpression, FormatExpression)
    /// `SUBQUERY(collection, $variable, predicate)`: the elements of which the predicate is true.
    indirect case subquery(FormatExpression, variable: String, FormatPredicate)
    /// `left UNION right` and the like.
    indirect case setOperation(SetOperation, FormatExpression, FormatExpression)
    /// `$name := value`.
    indirect case assignment(String, FormatExpression)
    /// ANYKEY.
    case anyKey
    /// A conversion such as `%@` that has no argument yet.
    indirect case placeholder(Conversion)
    /// What could not be built; every use of it reports the fault.
    indirect case invalid(Diagnostic)
  }

  /// One step of a key path.
  public enum KeyStep: Sendable, Hashable {
    /// A key; one that begins with `@` is a collection operator.
    case key(String)
    /// `a.$b`: the key that the variable's string value names.
    case variable(String)
    /// `%K` without an argument yet.
    case placeholder(Conversion)
  }

  /// What stands between the brackets of an index.
  public indirect enum Index: Sendable, Hashable {
    case first, last, size
    case value(FormatExpression)
  }

  /// UNION, INTERSECT and MINUS.
  public enum SetOperation: String, Sendable, CaseIterable {
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"
  }

  /// The kinds of ranges that a program hands over.
  enum RangeKind: Sendable {
    case closed, halfOpen
  }

  /// What the expression is.
  public let kind: Kind
  /// Where it stands in the text.
  public let range: SourceRange
  /// The number of levels of the tree: 1 for a constant, one more than the highest part for all else.
  public var height: Int { Int(levels) }
  private let levels: UInt8
  /// Of which kind of range of the program's the expression is the two bounds.
  var rangeKind: RangeKind?
  /// What the tree was parsed from. Parts of it that are taken out have none.
  var origin: Origin?
  /// The text that the tree was parsed from, for diagnostics; empty for what was built by hand.
  public var source: String { origin?.source ?? "" }

  /// Makes an expression of a kind. A tree above the default height limit becomes `invalid`, so that no tree is too
  /// high to walk or to free.
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

  /// An expression of a kind that another tree gave, with what that was parsed from.
  init(_ kind: consuming Kind, range: SourceRange, from origin: Origin?) {
    self.init(kind, range: range)
    self.origin = origin
  }
}

extension FormatExpression.Kind {
  /// Keys after a root, in the one shape that the parser makes: SELF as root falls away, a key path is lengthened.
  package static func keys(_ steps: [FormatExpression.KeyStep], after root: FormatExpression?) -> Self {
    switch root?.kind {
    case nil, .evaluatedObject: .keyPath(steps)
    case .keyPath(let first): .keyPath(first + steps)
    case .keys(let inner, let first): .keys(of: inner, first + steps)
    default: root.map { .keys(of: $0, steps) } ?? .keyPath(steps)
    }
  }

  /// The keys of a path, whatever they are keys of; nil of all that is no path.
  package var steps: [FormatExpression.KeyStep]? {
    switch self {
    case .keyPath(let steps), .keys(_, let steps): steps
    default: nil
    }
  }

  /// What the keys of a path are keys of; nil where it is SELF.
  package var root: FormatExpression? {
    if case .keys(let root, _) = self { root } else { nil }
  }

  /// The expressions directly below, in the order of the text. The one list that walkers need.
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

  /// The predicate directly below, of a SUBQUERY or TERNARY.
  package var predicatePart: FormatPredicate? {
    switch self {
    case .conditional(let predicate, _, _), .subquery(_, _, let predicate): predicate
    default: nil
    }
  }

  /// The height of the highest part, 0 where there is none. (By `parts` it would be a line, and an array for every node.)
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
  /// Equality of meaning and shape; ranges do not count.
  public static func == (left: FormatExpression, right: FormatExpression) -> Bool { left.kind == right.kind }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

// MARK: Building by hand

extension FormatExpression {
  /// SELF.
  public static let evaluatedObject = FormatExpression(.evaluatedObject)

  /// The keys of `path`, separated by dots, as `%K` reads them: `wordCategory.firstLetter`, `@avg.length`.
  public static func keyPath(_ path: String) -> FormatExpression {
    FormatExpression(.keyPath(KeyStep.steps(of: path)))
  }

  /// The constant that an argument stands for; an expression stands for itself.
  public static func constant(_ value: (any FormatArgument)?) -> FormatExpression {
    value?.formatExpression ?? FormatExpression(.constant(.null))
  }

  /// `{…}`.
  public static func aggregate(_ elements: [FormatExpression]) -> FormatExpression {
    FormatExpression(.aggregate(elements))
  }

  /// `$name`.
  public static func variable(_ name: String) -> FormatExpression { FormatExpression(.variable(name)) }

  /// A function by its selector, such as `max:` or `modulus:by:`.
  public static func function(_ selector: String, _ arguments: FormatExpression...) -> FormatExpression {
    FormatExpression(.function(selector: selector, arguments))
  }

  /// `SUBQUERY(collection, $variable, predicate)`.
  public static func subquery(
    _ collection: FormatExpression, variable: String, _ predicate: FormatPredicate
  ) -> FormatExpression {
    FormatExpression(.subquery(collection, variable: variable, predicate))
  }
}

extension FormatExpression.KeyStep {
  /// The steps of a dotted path; `self` as first step is SELF and falls away only where the parser reads it.
  package static func steps(of path: String) -> [FormatExpression.KeyStep] {
    path.split(separator: ".", omittingEmptySubsequences: false).map { .key(String($0)) }
  }
}
