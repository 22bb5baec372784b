/// A predicate, which is true or false for an object. It is immutable and safe to share between threads.
///
/// Create one from a format string, or in code from expressions. Both produce the same tree. Equality and hashing ignore
/// source ranges.
///
///     let parsed = try FormatPredicate("price < 12 AND ANY tags == 'fantasy'")
///     let cheap = FormatPredicate(.keyPath("price"), .lessThan, .constant(12))
///     let isFantasy = FormatPredicate(.keyPath("tags"), .equalTo, .constant("fantasy"), modifier: .any)
///     // parsed == (cheap && isFantasy)
public struct FormatPredicate: Sendable {
  /// The kinds of predicates.
  public enum Kind: Sendable, Hashable {
    indirect case comparison(Comparison)
    /// AND of any number of predicates. True if there are none.
    case and([FormatPredicate])
    /// OR of any number of predicates. False if there are none.
    case or([FormatPredicate])
    indirect case not(FormatPredicate)
    /// TRUEPREDICATE and FALSEPREDICATE.
    case constant(Bool)
    /// A predicate that could not be built. Every use of it reports the diagnostic.
    indirect case invalid(FormatDiagnostic)
  }

  /// A comparison: `[modifier] left operator[options] right`.
  public struct Comparison: Sendable {
    /// The elements of the left side that a comparison applies to.
    public enum Modifier: String, Sendable {
      /// The left side as a whole.
      case direct = ""
      /// Every element of the left side must match. True if there are no elements. Spelled ALL.
      case all = "ALL"
      /// At least one element must match. Spelled ANY or SOME; NONE is NOT ANY.
      case any = "ANY"
    }

    /// The positions of the operator, the options and the modifier. They precede the short properties, so that no space is lost.
    package var places: ComparisonPlaces
    /// The elements of the left side that the comparison applies to.
    public var modifier: Modifier
    /// The string options.
    public var options: FormatStringOptions
    /// The left side. With ANY or ALL, a collection.
    public var left: FormatExpression
    /// The operator.
    public var `operator`: FormatComparisonOperator
    /// The right side.
    public var right: FormatExpression

    /// Creates a comparison of two expressions.
    public init(
      _ left: FormatExpression, _ operator: FormatComparisonOperator, _ right: FormatExpression,
      modifier: Modifier = .direct, options: FormatStringOptions = []
    ) {
      self.init(left, `operator`, right, modifier, options, at: .none)
    }

    init(
      _ left: FormatExpression, _ operator: FormatComparisonOperator, _ right: FormatExpression, _ modifier: Modifier,
      _ options: FormatStringOptions, at places: ComparisonPlaces
    ) {
      self.places = places
      self.modifier = modifier
      self.left = left
      self.operator = `operator`
      self.options = options
      self.right = right
    }
  }

  /// The kind of the predicate and its operands. A predicate that is made from it, or from a part of it, carries neither the limits nor
  /// the rules of the profile that the text was parsed under.
  public var kind: Kind {
    switch storage {
    case .kind(let kind): kind
    case .joined(let parts): parts.kind
    }
  }
  /// A kind, or the chain of joins that it is computed from.
  package enum Storage: Sendable {
    case kind(Kind)
    case joined(JoinedParts)
  }
  package let storage: Storage
  /// The position in `source`.
  public let range: FormatRange
  /// The position of NOT or NONE, or of the first AND or OR.
  package var word: WordRange { details.word }
  /// The number of levels of the tree: 1 for a constant, otherwise one more than the highest child.
  public var height: Int { details.levels }
  private let details: NodeDetails
  /// Where the tree was parsed from and what it was compiled to; `nil` for a subtree extracted from a parsed tree.
  package var origin: Origin?
  /// The format string that the tree was parsed from, for diagnostics. Empty if the tree was built in code.
  public var source: String { writtenText.text }

  /// Creates a predicate. A tree above the default height limit becomes `invalid`, so that walking or freeing any tree is
  /// safe.
  public init(_ kind: consuming Kind, range: FormatRange = .none) {
    self.init(part: kind, range: range)
    origin = Origin()
  }

  /// Creates a part of a larger tree, without an origin. The root of the tree gets one.
  init(part kind: consuming Kind, range: FormatRange = .none, word: WordRange = .none) {
    if kind.hasRange, case .comparison(let comparison) = copy kind,
      let other = comparison.comparisonWithRange(at: range)
    {
      kind = other
    }
    let height = 1 + kind.heightOfChildren
    self.range = range
    if height > PredicateLimits.greatestHeight {
      storage = .kind(.invalid(FormatDiagnostic(.tooHigh(limit: PredicateLimits.greatestHeight), at: range)))
      details = NodeDetails(levels: 1, word: word)
    } else {
      storage = .kind(kind)
      details = NodeDetails(levels: height, word: word)
    }
  }

  /// Creates a compound from joined parts. The caller has checked the height.
  private init(_ parts: JoinedParts, height: Int) {
    range = .none
    storage = .joined(parts)
    details = NodeDetails(levels: height, word: .none)
    origin = Origin()
  }
}

extension FormatPredicate.Kind {
  fileprivate var heightOfChildren: Int {
    switch self {
    case .comparison(let comparison): max(comparison.left.height, comparison.right.height)
    case .and(let parts), .or(let parts): parts.reduce(0) { max($0, $1.height) }
    case .not(let part): part.height
    case .constant, .invalid: 0
    }
  }

  /// Whether an operand of the comparison is a Swift range.
  fileprivate var hasRange: Bool {
    switch self {
    case .comparison(let comparison): comparison.left.rangeKind != nil || comparison.right.rangeKind != nil
    case .and, .or, .not, .constant, .invalid: false
    }
  }
}

extension FormatPredicate.Comparison {
  /// Returns the meaning of a comparison with a Swift range: BETWEEN for a closed range, `x >= lower AND x < upper` for a
  /// half-open one. BETWEEN takes no options, so with options a closed range becomes two comparisons too. Returns `nil` for all
  /// other comparisons.
  fileprivate func comparisonWithRange(at range: FormatRange) -> FormatPredicate.Kind? {
    let isContains = self.operator == .contains && modifier == .direct
    guard isContains || self.operator == .between || self.operator == .in else { return nil }
    let (value, list) = isContains ? (right, left) : (left, right)
    var bounds = list.kind.children
    if case .constant(.list(let values)) = list.kind { bounds = values.map { FormatExpression(.constant($0)) } }
    guard let kind = list.rangeKind, bounds.count == 2 else { return nil }
    func compare(_ comparison: FormatComparisonOperator, _ right: FormatExpression) -> FormatPredicate.Kind {
      .comparison(Self(value, comparison, right, modifier, options, at: places))
    }
    let isClosed = kind == .closed
    if isClosed, options.isEmpty { return self.operator == .between ? nil : compare(.between, list) }
    guard modifier == .direct else {
      let found = "a \(isClosed ? "range with options and" : "half-open range with") \(modifier.rawValue)"
      return .invalid(FormatDiagnostic(.badBounds(found: found), at: range))
    }
    return .and([
      FormatPredicate(compare(.greaterThanOrEqualTo, bounds[0]), range: range),
      FormatPredicate(compare(isClosed ? .lessThanOrEqualTo : .lessThan, bounds[1]), range: range),
    ])
  }
}

extension FormatPredicate.Comparison: Hashable {
  /// Compares everything but positions.
  public static func == (left: Self, right: Self) -> Bool {
    left.modifier == right.modifier && left.options == right.options && left.operator == right.operator
      && left.left == right.left && left.right == right.right
  }

  /// Hashes the components that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(modifier)
    hasher.combine(options)
    hasher.combine(`operator`)
    hasher.combine(left)
    hasher.combine(right)
  }
}

extension FormatPredicate: Hashable {
  /// Compares meaning and structure, but not source ranges or text.
  public static func == (left: FormatPredicate, right: FormatPredicate) -> Bool { left.kind == right.kind }

  /// Hashes the components that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

// MARK: Building in code

extension FormatPredicate {
  /// Creates a comparison of two expressions.
  public init(
    _ left: FormatExpression, _ comparison: FormatComparisonOperator, _ right: FormatExpression,
    modifier: Comparison.Modifier = .direct, options: FormatStringOptions = []
  ) {
    self.init(.comparison(Comparison(left, comparison, right, modifier: modifier, options: options)))
  }

  /// Creates TRUEPREDICATE or FALSEPREDICATE.
  public init(_ value: Bool) { self.init(.constant(value)) }

  /// Returns a predicate that is true if both operands are. As in a format string, `a && b && c` is one AND of three, whereas
  /// `a && (b && c)` keeps its nesting. Each join in a chain takes amortized constant time, so `p = p && q` is cheap in a loop.
  public static func && (left: FormatPredicate, right: FormatPredicate) -> FormatPredicate {
    left.joined(with: right, isAnd: true)
  }

  /// Returns a predicate that is true if either operand is. `a || b || c` is one OR of three. Each join takes amortized constant
  /// time.
  public static func || (left: FormatPredicate, right: FormatPredicate) -> FormatPredicate {
    left.joined(with: right, isAnd: false)
  }

  private func joined(with part: FormatPredicate, isAnd: Bool) -> FormatPredicate {
    let parts: JoinedParts
    var height = max(self.height, part.height + 1)
    // If the parts of this predicate become parts of the result, its limits stay with them.
    var limits = origin?.limits
    // A predicate with the rules of a profile stays a node of its own, because they do not apply to the other part.
    let isKept = useRules != nil
    switch storage {
    case .joined(let joined) where !isKept && joined.isAnd == isAnd: parts = joined.with(part)
    case .kind(.and(let before)) where !isKept && isAnd: parts = JoinedParts(isAnd: true, withText(before), part)
    case .kind(.or(let before)) where !isKept && !isAnd: parts = JoinedParts(isAnd: false, withText(before), part)
    case .joined, .kind:
      parts = JoinedParts(isAnd: isAnd, [self], part)
      height = max(self.height, part.height) + 1
      limits = nil
    }
    var result =
      height > PredicateLimits.greatestHeight ? FormatPredicate(parts.kind) : FormatPredicate(parts, height: height)
    if let limits { result.origin = Origin("", limits) }
    return result
  }

  /// Returns parts of this predicate, each of which keeps the text of this predicate for diagnostics.
  private func withText(_ parts: [FormatPredicate]) -> [FormatPredicate] {
    if writtenText.isEmpty { return parts }
    return parts.map { part in
      if part.origin != nil { return part }
      var copy = part
      copy.origin = Origin(writtenText)
      return copy
    }
  }

  /// Adds a condition with AND. nil adds none.
  public static func &= (left: inout FormatPredicate, right: FormatPredicate?) { if let right { left = left && right } }

  /// Adds an alternative with OR. nil adds none.
  public static func |= (left: inout FormatPredicate, right: FormatPredicate?) { if let right { left = left || right } }

  /// Returns a predicate that is true if all parts are true. A single part is returned as it is, and no parts give TRUEPREDICATE. A
  /// result that would be too high takes in the parts of its first part, as `&&` does.
  public static func all(_ parts: some Sequence<FormatPredicate>) -> FormatPredicate {
    joined(Array(parts), isAnd: true)
  }

  /// Returns a predicate that is true if at least one part is: the part itself if there is one, and FALSEPREDICATE if there is
  /// none. A result that would be too high takes in the parts of its first part, as `||` does.
  public static func any(_ parts: some Sequence<FormatPredicate>) -> FormatPredicate {
    joined(Array(parts), isAnd: false)
  }

  private static func joined(_ parts: [FormatPredicate], isAnd: Bool) -> FormatPredicate {
    guard let first = parts.first else { return FormatPredicate(isAnd) }
    if parts.count == 1 { return first }
    if parts.contains(where: { $0.height >= PredicateLimits.greatestHeight }) {
      return parts.dropFirst().reduce(first) { $0.joined(with: $1, isAnd: isAnd) }
    }
    return FormatPredicate(isAnd ? .and(parts) : .or(parts))
  }

  /// Returns the negation of a predicate.
  public static prefix func ! (part: FormatPredicate) -> FormatPredicate { FormatPredicate(.not(part)) }
}
