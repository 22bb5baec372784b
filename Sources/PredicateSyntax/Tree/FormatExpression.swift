/// An expression, which computes a value from an object. It is immutable and safe to share between threads.
///
///     let doubled = try FormatExpression("price * %@", 2)
///     let prices = try books.map { try doubled.value(with: $0) }
///     let highest = try FormatExpression("@max.price").value(with: books)
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
    indirect case keys(Keys)
    /// `collection[index]`.
    indirect case index(Element)
    /// `{a, b, …}`.
    case aggregate([FormatExpression])
    /// A call of a predefined or registered function. Operators are functions too.
    indirect case function(Call)
    /// `CAST(value, "Type")`.
    indirect case cast(Cast)
    /// `FUNCTION(target, "selector:", …)`.
    indirect case targetFunction(TargetCall)
    /// `TERNARY(condition, then, otherwise)`.
    indirect case conditional(Conditional)
    /// `SUBQUERY(collection, $variable, predicate)`: the elements for which the predicate is true.
    indirect case subquery(Subquery)
    /// `left UNION right`, and INTERSECT and MINUS likewise.
    indirect case setOperation(SetOperation)
    /// `$name := value`.
    indirect case assignment(Assignment)
    /// ANYKEY.
    case anyKey
    /// A conversion such as `%@` that has no argument yet.
    indirect case placeholder(FormatConversion)
    /// An expression that could not be built. Every use of it reports the diagnostic.
    indirect case invalid(FormatDiagnostic)
  }

  /// One step of a key path.
  public struct KeyStep: Sendable {
    /// The kinds of steps.
    public enum Kind: Sendable, Hashable {
      case key(Key)
      /// `a.$b`: the key whose name is the variable's string value.
      case variable(String)
      /// `%K` without an argument yet.
      case placeholder(FormatConversion)
    }

    /// The key, or what it comes from.
    public var kind: Kind
    /// The position in the text.
    public var range: FormatRange

    /// Creates a step.
    public init(_ kind: Kind, range: FormatRange = .none) { (self.kind, self.range) = (kind, range) }

    /// Returns the step to a key.
    public static func key(_ key: Key) -> Self { Self(.key(key)) }

    /// Returns the step to the key that a variable names.
    public static func variable(_ name: String) -> Self { Self(.variable(name)) }
  }

  /// The index between the brackets of `collection[index]`.
  public indirect enum Index: Sendable, Hashable {
    case first, last, size
    case value(FormatExpression)
  }

  /// An operator on sets.
  public enum SetOperator: String, Sendable, CaseIterable {
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"
  }

  /// The kinds of Swift ranges that a program can pass as an argument.
  enum RangeKind: UInt8, Sendable {
    case closed = 1
    case halfOpen
  }

  /// The kind of the expression and its operands.
  public let kind: Kind
  /// The position in the text.
  public let range: FormatRange
  /// The position of the name or the operator of a call, of a keyword such as CAST, or of the brackets of an index.
  package var word: WordRange { details.word }
  /// The number of levels of the tree: 1 for a leaf, otherwise one more than the highest child. The elements of a constant list
  /// are a level, as those of a list in a text are.
  public var height: Int { details.levels }
  private var details: NodeDetails
  /// The kind of Swift range whose two bounds form the expression, or `nil` if it does not come from a range.
  var rangeKind: RangeKind? {
    get { details.rangeKind }
    set { details.rangeKind = newValue }
  }
  /// Where the tree was parsed from; `nil` for a subtree extracted from a larger tree, and for a tree built in code.
  package var origin: Origin?
  /// The text that the tree was parsed from, for diagnostics. Empty if the tree was built in code.
  public var source: String { writtenText.text }

  /// Creates an expression. A tree above the default height limit becomes `invalid`, so that walking or freeing any tree is
  /// safe.
  public init(_ kind: consuming Kind, range: FormatRange = .none) {
    self.init(kind, range: range, word: .none)
  }

  init(_ kind: consuming Kind, range: FormatRange, word: WordRange) {
    let height = 1 + kind.heightOfChildren
    self.range = range
    if height > PredicateLimits.greatestHeight {
      self.kind = .invalid(FormatDiagnostic(.tooHigh(limit: PredicateLimits.greatestHeight), at: range))
      details = NodeDetails(levels: 1, word: word)
    } else {
      self.kind = kind
      details = NodeDetails(levels: height, word: word)
    }
  }

  /// Creates an expression with the origin of another tree.
  package init(_ kind: consuming Kind, range: FormatRange, word: WordRange = .none, from origin: Origin?) {
    self.init(kind, range: range, word: word)
    self.origin = origin
  }
}

extension FormatExpression.Kind {
  /// Returns the keys of a root as the parser builds them: SELF as the root is dropped, and a key path is extended. A root that was
  /// parsed under a profile stays as it is, because the rules of the profile do not apply to the keys after it.
  package static func keys(_ steps: [FormatExpression.KeyStep], after root: FormatExpression?) -> Self {
    if root?.useRules != nil { return .keys(of: root, steps) }
    return switch root?.kind {
    case nil, .evaluatedObject: .keyPath(steps)
    case .keyPath(let first): .keyPath(first + steps)
    case .keys(let keys): .keys(.init(of: keys.root, keys.steps + steps))
    default: .keys(of: root, steps)
    }
  }

  /// Returns the keys of a root, or a key path of SELF if the root is `nil`.
  static func keys(of root: FormatExpression?, _ steps: [FormatExpression.KeyStep]) -> Self {
    if let root { .keys(.init(of: root, steps)) } else { .keyPath(steps) }
  }

  /// The keys of a key path with any root, or `nil` if the expression is not a key path.
  package var steps: [FormatExpression.KeyStep]? {
    switch self {
    case .keyPath(let steps): steps
    case .keys(let keys): keys.steps
    default: nil
    }
  }

  /// The root of a key path, or `nil` if the root is SELF.
  package var root: FormatExpression? {
    if case .keys(let keys) = self { keys.root } else { nil }
  }

  /// The child expressions, in source order.
  package var children: [FormatExpression] {
    switch self {
    case .constant, .evaluatedObject, .variable, .keyPath, .anyKey, .placeholder, .invalid: []
    case .keys(let keys): [keys.root]
    case .index(let element): [element.collection] + (element.index.position.map { [$0] } ?? [])
    case .aggregate(let elements): elements
    case .function(let call): call.arguments
    case .cast(let cast): [cast.value]
    case .targetFunction(let call): [call.target] + call.arguments
    case .conditional(let choice): [choice.then, choice.otherwise]
    case .subquery(let subquery): [subquery.collection]
    case .setOperation(let operation): [operation.left, operation.right]
    case .assignment(let assignment): [assignment.value]
    }
  }

  /// The child predicate of a SUBQUERY or TERNARY.
  package var childPredicate: FormatPredicate? {
    switch self {
    case .conditional(let choice): choice.condition
    case .subquery(let subquery): subquery.predicate
    case .constant, .evaluatedObject, .variable, .keyPath, .keys, .index, .aggregate, .function, .cast, .targetFunction,
      .setOperation, .assignment, .anyKey, .placeholder, .invalid:
      nil
    }
  }

  /// The height of the highest child, or 0 for a leaf. (Using `children` alone would allocate an array for every node.)
  fileprivate var heightOfChildren: Int {
    switch self {
    case .constant(let value): value.levels(atMost: PredicateLimits.greatestHeight)
    case .evaluatedObject, .variable, .keyPath, .anyKey, .placeholder, .invalid: 0
    case .keys(let keys): keys.root.height
    case .index(let element): max(element.collection.height, element.index.position?.height ?? 0)
    case .aggregate(let elements): Self.height(of: elements)
    case .function(let call): Self.height(of: call.arguments)
    case .cast(let cast): cast.value.height
    case .targetFunction(let call): max(call.target.height, Self.height(of: call.arguments))
    case .conditional(let choice): max(choice.condition.height, choice.then.height, choice.otherwise.height)
    case .subquery(let subquery): max(subquery.collection.height, subquery.predicate.height)
    case .setOperation(let operation): max(operation.left.height, operation.right.height)
    case .assignment(let assignment): assignment.value.height
    }
  }

  private static func height(of expressions: [FormatExpression]) -> Int {
    expressions.reduce(0) { max($0, $1.height) }
  }
}

extension FormatExpression.Index {
  /// The expression of the index, or `nil` for FIRST, LAST, and SIZE.
  package var position: FormatExpression? {
    if case .value(let position) = self { position } else { nil }
  }
}

extension FormatExpression: Hashable {
  /// Compares meaning and structure, but not source ranges.
  public static func == (left: FormatExpression, right: FormatExpression) -> Bool { left.kind == right.kind }

  /// Hashes the components that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension FormatExpression.KeyStep: Hashable {
  /// Compares the kinds, but not the source ranges.
  public static func == (left: Self, right: Self) -> Bool { left.kind == right.kind }

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
    FormatExpression(.function(.init(selector, arguments)))
  }

  /// Returns `SUBQUERY(collection, $variable, predicate)`.
  public static func subquery(
    _ collection: FormatExpression, variable: String, _ predicate: FormatPredicate
  ) -> FormatExpression {
    FormatExpression(.subquery(.init(collection, variable: variable, predicate)))
  }
}

extension FormatExpression.KeyStep {
  /// Returns the steps of a dotted path. A leading `self` remains a key; only the parser treats it as SELF.
  package static func steps(of path: String, range: FormatRange = .none) -> [FormatExpression.KeyStep] {
    path.split(separator: ".", omittingEmptySubsequences: false).map { Self(.key(.init(String($0))), range: range) }
  }
}
