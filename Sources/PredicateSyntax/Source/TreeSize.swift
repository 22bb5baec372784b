/// The properties of a tree that limits apply to, found in one walk.
package struct TreeSize: TreeWalker {
  /// The strictest limits under which any part of the tree was parsed, or `nil` if there are none.
  package private(set) var carried: PredicateLimits?
  /// The number of constants, keys, comparisons, operators, and functions.
  package private(set) var nodes = 0
  /// The length and range of the longest list.
  private var list = (elements: 0, range: FormatRange.none)
  /// The length in bytes and the range of the longest LIKE or MATCHES pattern.
  private var pattern = (bytes: 0, range: FormatRange.none)
  private let whole: FormatRange

  package init(_ tree: some FormatTree) {
    whole = tree.range
    tree.walk(by: &self)
  }

  /// Creates the combined size of several trees.
  package init(_ predicates: [FormatPredicate], _ expressions: [FormatExpression]) {
    whole = .none
    for predicate in predicates { walk(predicate) }
    for expression in expressions { walk(expression) }
  }

  /// Returns an error for the first limit that the tree exceeds, or `nil` if it exceeds none.
  package func finding(under limits: PredicateLimits) -> FormatDiagnostic? {
    if nodes > limits.nodes { return FormatDiagnostic(.tooManyNodes(limit: limits.nodes), at: whole) }
    if list.elements > limits.elements {
      return FormatDiagnostic(.listTooLong(elements: list.elements, limit: limits.elements), at: list.range)
    }
    if pattern.bytes > limits.patternLength {
      return FormatDiagnostic(.patternTooLong(bytes: pattern.bytes, limit: limits.patternLength), at: pattern.range)
    }
    return nil
  }

  package mutating func enter(_ predicate: FormatPredicate) {
    nodes += 1
    carry(predicate.origin)
    guard case .comparison(let comparison) = predicate.kind, comparison.operator.takesPattern,
      case .constant(.string(let text)) = comparison.right.kind, text.utf8.count > pattern.bytes
    else { return }
    pattern = (text.utf8.count, comparison.right.range)
  }

  package mutating func enter(_ expression: FormatExpression) {
    // Every key of a key path counts.
    nodes += max(expression.kind.steps?.count ?? 1, 1)
    carry(expression.origin)
    measure(expression)
  }

  private mutating func measure(_ expression: FormatExpression) {
    let count: Int
    switch expression.kind {
    case .aggregate(let elements): count = elements.count
    case .constant(let value): count = value.longestList
    default: return
    }
    if count > list.elements { list = (count, expression.range) }
  }

  private mutating func carry(_ origin: Origin?) {
    guard let limits = origin?.limits else { return }
    carried = carried.map { $0.stricter(limits) } ?? limits
  }
}

extension FormatValue {
  /// The number of elements of the longest list or set in the value.
  fileprivate var longestList: Int {
    switch self {
    case .list(let elements), .set(let elements): elements.reduce(elements.count) { max($0, $1.longestList) }
    case .record(let fields): fields.values.reduce(0) { max($0, $1.longestList) }
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data, .object: 0
    }
  }
}

extension PredicateLimits? {
  /// Returns the limits for a use of a tree: these limits or, if `nil`, those that the tree carries.
  ///
  /// - Throws: `FormatError` if the tree exceeds them.
  package func inForce(for tree: some FormatTree) throws(FormatError) -> PredicateLimits {
    let size = TreeSize(tree)
    do { return try inForce(size, tree.writtenText) } catch {
      if !tree.source.isEmpty { throw error }
      let located = tree.located
      return try inForce(TreeSize(located), located.writtenText)
    }
  }

  /// - Parameter text: The text that the ranges refer to.
  package func inForce(_ size: TreeSize, _ text: WrittenText) throws(FormatError) -> PredicateLimits {
    let limits = self ?? size.carried ?? .default
    if let finding = size.finding(under: limits) { throw FormatError([finding], source: text) }
    return limits
  }
}

extension PredicateLimits {
  /// Returns whether a tree parsed from so many bytes could exceed a limit and has to be measured. A byte produces at most two
  /// nodes (`-a` is `0 - a`) and at most one list element or byte of a pattern.
  func mayBeExceeded(bytes: Int) -> Bool { bytes > min(nodes / 2, elements, patternLength) }
}
