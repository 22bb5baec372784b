/// A predicate: true or false of an object. It is immutable, and safe to share between threads.
///
/// Make one from a format string, or by hand from expressions; both give the same tree. Equality and hashing ignore
/// where things stood in the text.
public struct FormatPredicate: Sendable {
  /// What the predicate is.
  public enum Kind: Sendable, Hashable {
    indirect case comparison(Comparison)
    /// AND over any number of predicates; true of none.
    case and([FormatPredicate])
    /// OR over any number of predicates; false of none.
    case or([FormatPredicate])
    indirect case not(FormatPredicate)
    /// TRUEPREDICATE and FALSEPREDICATE.
    case constant(Bool)
    /// What could not be built; every use of it reports the fault.
    indirect case invalid(Diagnostic)
  }

  /// One comparison: `[modifier] left operator[options] right`.
  public struct Comparison: Sendable, Hashable {
    /// Over which elements of the left side a comparison ranges.
    public enum Modifier: String, Sendable {
      /// The left side itself.
      case direct = ""
      /// True of every element of the left side; true of no elements. Spelled ALL.
      case all = "ALL"
      /// True of at least one element. Spelled ANY or SOME; NONE is NOT ANY.
      case any = "ANY"
    }

    /// Over which elements of the left side the comparison ranges.
    public var modifier: Modifier
    /// The left side; with ANY or ALL the collection.
    public var left: FormatExpression
    /// The operator.
    public var comparison: ComparisonOperator
    /// The string options.
    public var options: StringOptions
    /// The right side.
    public var right: FormatExpression

    /// Makes a comparison of two expressions.
    public init(
      _ left: FormatExpression, _ comparison: ComparisonOperator, _ right: FormatExpression,
      modifier: Modifier = .direct, options: StringOptions = []
    ) {
      self.modifier = modifier
      self.left = left
      self.comparison = comparison
      self.options = options
      self.right = right
    }
  }

  /// What the predicate is.
  public var kind: Kind {
    switch storage {
    case .kind(let kind): kind
    case .joined(let parts): parts.kind
    }
  }
  /// Where the kind is from.
  enum Storage: Sendable {
    case kind(Kind)
    case joined(JoinedParts)
  }
  let storage: Storage
  /// Where it stands in `source`.
  public let range: SourceRange
  /// The number of levels of the tree: 1 for a constant, one more than the highest part for all else.
  public var height: Int { Int(levels) }
  private let levels: UInt8
  /// What the tree was parsed from, and was compiled to. Parts that are taken out of a parsed tree have none.
  var origin: Origin?
  /// The format string that the tree was parsed from, for diagnostics; empty for what was built by hand.
  public var source: String { origin?.source ?? "" }

  /// Makes a predicate of a kind. A tree above the default height limit becomes `invalid`, so that no tree is too
  /// high to walk or to free.
  public init(_ kind: consuming Kind, range: SourceRange = .none) {
    self.init(part: kind, range: range)
    origin = Origin()
  }

  /// A part of a tree that gets an origin as a whole.
  init(part kind: consuming Kind, range: SourceRange = .none) {
    if case .comparison(let comparison) = copy kind, let other = comparison.besideRange(at: range) { kind = other }
    let height = 1 + kind.heightOfParts
    self.range = range
    if height > Limits.greatestHeight {
      storage = .kind(.invalid(Diagnostic(.tooHigh(limit: Limits.greatestHeight), at: range)))
      levels = 1
    } else {
      storage = .kind(kind)
      levels = UInt8(height)
    }
  }

  /// A join of parts, none of which is as high as a tree may be.
  private init(_ parts: JoinedParts, height: Int) {
    range = .none
    storage = .joined(parts)
    levels = UInt8(height)
    origin = Origin()
  }
}

extension FormatPredicate.Kind {
  fileprivate var heightOfParts: Int {
    switch self {
    case .comparison(let comparison): max(comparison.left.height, comparison.right.height)
    case .and(let parts), .or(let parts): parts.reduce(0) { max($0, $1.height) }
    case .not(let part): part.height
    case .constant, .invalid: 0
    }
  }
}

extension FormatPredicate.Comparison {
  /// What a comparison with a range of the program's means: BETWEEN for a closed one, `lower <= x AND x < upper` for a
  /// half-open one. nil of all other comparisons.
  fileprivate func besideRange(at place: SourceRange) -> FormatPredicate.Kind? {
    guard left.rangeKind != nil || right.rangeKind != nil else { return nil }
    var (value, range) = (left, right)
    switch comparison {
    case .between, .in: break
    case .contains where modifier == .direct: (value, range) = (right, left)
    default: return nil
    }
    var bounds = range.kind.parts
    if case .constant(.list(let values)) = range.kind { bounds = values.map { FormatExpression(.constant($0)) } }
    guard let kind = range.rangeKind, bounds.count == 2 else { return nil }
    func compare(_ comparison: ComparisonOperator, _ right: FormatExpression) -> FormatPredicate.Kind {
      .comparison(Self(value, comparison, right, modifier: modifier, options: options))
    }
    if kind == .closed { return comparison == .between ? nil : compare(.between, range) }
    guard modifier == .direct else {
      return .invalid(Diagnostic(.badBounds(found: "a half-open range beside \(modifier.rawValue)"), at: place))
    }
    return .and([
      FormatPredicate(compare(.greaterThanOrEqualTo, bounds[0]), range: place),
      FormatPredicate(compare(.lessThan, bounds[1]), range: place),
    ])
  }
}

extension FormatPredicate: Hashable {
  /// Equality of meaning and shape; ranges and source do not count.
  public static func == (left: FormatPredicate, right: FormatPredicate) -> Bool { left.kind == right.kind }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

// MARK: Building by hand

extension FormatPredicate {
  /// A comparison of two expressions.
  public init(
    _ left: FormatExpression, _ comparison: ComparisonOperator, _ right: FormatExpression,
    modifier: Comparison.Modifier = .direct, options: StringOptions = []
  ) {
    self.init(.comparison(Comparison(left, comparison, right, modifier: modifier, options: options)))
  }

  /// TRUEPREDICATE or FALSEPREDICATE.
  public init(_ value: Bool) { self.init(.constant(value)) }

  /// Both. `a && b && c` is one AND of three, as it is in a format string; `a && (b && c)` keeps its shape. Each join in a row
  /// costs the same, so that `p = p && q` may stand in a loop.
  public static func && (left: FormatPredicate, right: FormatPredicate) -> FormatPredicate {
    left.joined(with: right, isAnd: true)
  }

  /// Either. `a || b || c` is one OR of three. Each join in a row costs the same.
  public static func || (left: FormatPredicate, right: FormatPredicate) -> FormatPredicate {
    left.joined(with: right, isAnd: false)
  }

  private func joined(with part: FormatPredicate, isAnd: Bool) -> FormatPredicate {
    let parts: JoinedParts
    var height = max(self.height, part.height + 1)
    switch storage {
    case .joined(let joined) where joined.isAnd == isAnd: parts = joined.with(part)
    case .kind(.and(let before)) where isAnd: parts = JoinedParts(isAnd: true, before, part)
    case .kind(.or(let before)) where !isAnd: parts = JoinedParts(isAnd: false, before, part)
    default:
      parts = JoinedParts(isAnd: isAnd, [self], part)
      height = max(self.height, part.height) + 1
    }
    return height > Limits.greatestHeight ? FormatPredicate(parts.kind) : FormatPredicate(parts, height: height)
  }

  /// The opposite.
  public static prefix func ! (part: FormatPredicate) -> FormatPredicate { FormatPredicate(.not(part)) }
}
