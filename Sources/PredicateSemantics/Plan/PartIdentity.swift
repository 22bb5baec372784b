import PredicateSyntax

/// The key that a key path reads, without its position in the text. Equal keys have equal values for every object.
struct KeyIdentity: Hashable {
  private let scope: Int
  /// The keys of the path as values, which are compared by scalars. nil is the length of a string.
  private let steps: [FormatValue]
  /// The keys of a value whose type is only known at run time.
  private let dynamicKeys: [FormatExpression.Key]

  /// Creates the identity of a key path, or returns `nil` for other expressions. The elements of a list of constants are not keys,
  /// because how they are read depends on the other operand.
  init?(_ expression: ResolvedExpression) {
    switch expression.kind {
    case .path(let path) where !path.isConstant: self.init(path, [])
    case .dynamicPath(let base, let keys):
      guard case .path(let path) = base.kind, !path.isConstant else { return nil }
      self.init(path, keys)
    default: return nil
    }
  }

  private init(_ path: ResolvedPath, _ keys: [FormatExpression.Key]) {
    scope = path.scope
    steps = path.steps.map { step in step.key.map { .string($0) } ?? .null }
    dynamicKeys = keys
  }
}

/// What a predicate or an expression computes, without its positions in the text. Equal identities have equal values for every object.
package struct PartIdentity: Hashable {
  /// What a node computes with its children.
  private enum Token: Hashable {
    case constant(FormatValue)
    case number(FormatValue, exact: FormatValue)
    case key(KeyIdentity)
    /// An element of a list of constants. The collection is among the tokens, so it is known which one.
    case element(scope: Int, keys: [String])
    case keys([FormatExpression.Key])
    case comparison(ResolvedComparison.Operator, FormatStringOptions)
    /// AND, OR, NOT, or a list, with the number of its parts.
    case joined(String, Int)
    /// A collection, with the kinds of its sources.
    case collection(scope: Int, sources: String, isReduced: Bool)
    case reduction(Reduction, String)
    case function(String, Int)
    case cast(Cast)
    case operation(FormatExpression.SetOperator)
    case index(String)
  }

  /// The maximum number of tokens. Each part of a high tree is a part of many others, so comparing all of them would take too long.
  private static let mostTokens = 100

  private var tokens: [Token] = []

  /// Creates the identity, or returns `nil` if the predicate is large, or if two evaluations of it may differ.
  init?(_ predicate: ResolvedPredicate) { self.init(.predicate(predicate)) }

  /// Creates the identity, or returns `nil` if the expression is large, or if two evaluations of it may differ.
  init?(_ expression: ResolvedExpression) { self.init(.expression(expression)) }

  private init?(_ node: ResolvedNode) {
    // A loop, because the parts of a high tree are compared where the stack is already deep.
    var pending = [node]
    while let node = pending.popLast() {
      if let key = node.key {
        tokens.append(.key(key))
      } else {
        guard add(node) else { return nil }
        node.forEachChild { child, _ in pending.append(child) }
      }
      guard tokens.count + pending.count <= Self.mostTokens else { return nil }
    }
  }

  /// Adds what a node computes with its children, or returns `false` if two evaluations of it may differ.
  private mutating func add(_ node: ResolvedNode) -> Bool {
    switch node {
    case .predicate(let predicate): add(predicate)
    case .expression(let expression): return add(expression)
    }
    return true
  }

  private mutating func add(_ predicate: ResolvedPredicate) {
    switch predicate {
    case .constant(let value): tokens.append(.constant(.bool(value)))
    case .and(let parts): tokens.append(.joined("AND", parts.count))
    case .or(let parts): tokens.append(.joined("OR", parts.count))
    case .not: tokens.append(.joined("NOT", 1))
    case .comparison(let comparison): tokens.append(.comparison(comparison.operator, comparison.options))
    case .some(let collection, _): add(collection, "ANY")
    case .every(let collection, _): add(collection, "ALL")
    }
  }

  private mutating func add(_ collection: ResolvedCollection, _ name: String) {
    let sources = collection.sources.map { source in
      switch source {
      case .path: "path"
      case .value: "value"
      case .filter: "filter"
      }
    }
    let text = ([name] + sources).joined(separator: " ")
    tokens.append(.collection(scope: collection.scope, sources: text, isReduced: collection.isReduced))
  }

  private mutating func add(_ expression: ResolvedExpression) -> Bool {
    switch expression.kind {
    case .constant(let value): tokens.append(.constant(value))
    case .number(let value, let exact): tokens.append(.number(.double(value), exact: .decimal(exact)))
    case .path(let path): tokens.append(.element(scope: path.scope, keys: path.steps.map { $0.name }))
    case .dynamicPath(_, let keys): tokens.append(.keys(keys))
    case .elements(let collection, _): add(collection, "elements")
    case .reduce(let reduction, let collection, _):
      tokens.append(.reduction(reduction, ""))
      add(collection, "reduce")
    case .reduceWhole(let reduction, _): tokens.append(.reduction(reduction, "of all rows"))
    case .reduceDynamic(let reduction, _, let variable): tokens.append(.reduction(reduction, "of $\(variable ?? "")"))
    case .function(let function, let operands):
      tokens.append(.function(function.selector, operands.count))
      return !function.mayDifferEachTime
    case .registered: return false
    case .list(let parts): tokens.append(.joined("list", parts.count))
    case .index(_, .first): tokens.append(.index("FIRST"))
    case .index(_, .last): tokens.append(.index("LAST"))
    case .index(_, .size): tokens.append(.index("SIZE"))
    case .index(_, .value): tokens.append(.index("value"))
    case .cast(_, let cast): tokens.append(.cast(cast))
    case .setOperation(let operation, _, _): tokens.append(.operation(operation))
    case .distinct: tokens.append(.joined("distinct", 1))
    case .conditional: tokens.append(.joined("TERNARY", 3))
    }
    return true
  }
}

extension ResolvedNode {
  /// The key that the node reads, or `nil` if it does something else.
  fileprivate var key: KeyIdentity? {
    if case .expression(let expression) = self { KeyIdentity(expression) } else { nil }
  }
}
