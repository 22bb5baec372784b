/// What of a tree limits bound, found by one walk over it.
package struct TreeSize {
  /// The strictest of the limits under which parts of the tree were read; nil where none was.
  package private(set) var carried: Limits?
  /// How many constants, keys, comparisons, operators and functions there are.
  package private(set) var nodes = 0
  /// The longest list, and where it stands.
  private var list = (elements: 0, range: SourceRange.none)
  /// The longest pattern of LIKE or MATCHES, in bytes, and where it stands.
  private var pattern = (bytes: 0, range: SourceRange.none)
  private let whole: SourceRange

  package init(_ predicate: FormatPredicate) {
    whole = predicate.range
    add(predicate)
  }

  package init(_ expression: FormatExpression) {
    whole = expression.range
    add(expression)
  }

  /// All of several trees together.
  package init(_ predicates: [FormatPredicate], _ expressions: [FormatExpression]) {
    whole = .none
    for predicate in predicates { add(predicate) }
    for expression in expressions { add(expression) }
  }

  /// The first limit that the tree does not keep to; nil where it keeps to all.
  package func finding(under limits: Limits) -> Diagnostic? {
    if nodes > limits.nodes { return Diagnostic(.tooManyNodes(limit: limits.nodes), at: whole) }
    if list.elements > limits.elements {
      return Diagnostic(.listTooLong(elements: list.elements, limit: limits.elements), at: list.range)
    }
    if pattern.bytes > limits.patternLength {
      return Diagnostic(.patternTooLong(bytes: pattern.bytes, limit: limits.patternLength), at: pattern.range)
    }
    return nil
  }

  // The cases bind nothing large: what recurses should need little of the stack.

  private mutating func add(_ predicate: FormatPredicate) {
    nodes += 1
    carry(predicate.origin)
    switch predicate.kind {
    case .constant, .invalid: break
    case .comparison: addComparison(predicate)
    case .and(let parts), .or(let parts): for part in parts { add(part) }
    case .not(let part): add(part)
    }
  }

  private mutating func addComparison(_ predicate: FormatPredicate) {
    guard case .comparison(let comparison) = predicate.kind else { return }
    if comparison.comparison.takesPattern, case .constant(.string(let text)) = comparison.right.kind,
      text.utf8.count > pattern.bytes
    {
      pattern = (text.utf8.count, comparison.right.range)
    }
    add(comparison.left)
    add(comparison.right)
  }

  private mutating func add(_ expression: FormatExpression) {
    // Of a key path each key counts, however long it is.
    nodes += max(expression.kind.steps?.count ?? 1, 1)
    carry(expression.origin)
    measure(expression)
    for part in expression.kind.parts { add(part) }
    if let predicate = expression.kind.predicatePart { add(predicate) }
  }

  private mutating func measure(_ expression: FormatExpression) {
    let count: Int
    switch expression.kind {
    case .aggregate(let elements): count = elements.count
    case .constant(.list(let elements)), .constant(.set(let elements)): count = elements.count
    default: return
    }
    if count > list.elements { list = (count, expression.range) }
  }

  private mutating func carry(_ origin: Origin?) {
    guard let limits = origin?.limits else { return }
    carried = carried.map { $0.stricter(limits) } ?? limits
  }
}

extension Limits? {
  /// The limits that hold for a use of a tree: those given, or those it carries.
  ///
  /// - Throws: `FormatError` where the tree does not keep to them.
  package func inForce(for predicate: FormatPredicate) throws(FormatError) -> Limits {
    try inForce(TreeSize(predicate), predicate.source)
  }

  package func inForce(for expression: FormatExpression) throws(FormatError) -> Limits {
    try inForce(TreeSize(expression), expression.source)
  }

  /// - Parameter source: the text that the places are in.
  package func inForce(_ size: TreeSize, _ source: String) throws(FormatError) -> Limits {
    let limits = self ?? size.carried ?? .default
    if let finding = size.finding(under: limits) { throw FormatError([finding], source: source) }
    return limits
  }
}

extension Limits {
  /// Whether a tree read from so many bytes may be above a limit, so that a walk is worth while: no byte makes more than two
  /// nodes (`-a` is `0 - a`), nor more than one element or byte of a pattern.
  func mayBind(bytes: Int) -> Bool { bytes > min(nodes / 2, elements, patternLength) }
}
