import PredicateSyntax

/// Turns a tree into a resolved tree, and reports what can be known to be wrong before any value is there.
///
/// It goes on after a fault, so that one run reports all.
package struct Checker {
  let keys: any KeySource
  /// The functions of the program.
  let functions: PredicateFunctions
  private(set) var diagnostics: [Diagnostic] = []
  /// The types of the objects in scope, SELF first.
  var scopes: [ValueType]
  /// How many collections have been named.
  private var collections = 0
  /// The scope that each SUBQUERY variable in force names.
  private var variables: [(name: String, scope: Int)] = []
  /// Whether an assignment was met: then the tree is checked again, with its assignments written out.
  var hasAssignments = false
  /// Whether a collection operator that begins a key path ranges over all the objects, as one asks an array of them:
  /// `@count`, `@avg.length`. So it does in fetch requests.
  let operatorsRangeOverAll: Bool
  /// Whether only nil is asked of the key path that is being resolved: then its end need not be readable.
  var asksForNil = false
  /// The keys that may be asked for, where a profile lists them by type.
  private(set) var typedKeys: TypedKeys?
  /// Whether strings beside dates are dates, in the part of the tree that is looked at.
  private(set) var allowsDateStrings = false

  package init(
    root: ValueType, keys: some KeySource, functions: PredicateFunctions = .none, operatorsRangeOverAll: Bool = false
  ) {
    self.keys = keys
    self.functions = functions
    self.operatorsRangeOverAll = operatorsRangeOverAll
    scopes = [root]
    diagnostics = functions.refusals
  }

  /// The resolved form of a predicate over objects of type `root`.
  ///
  /// - Throws: `FormatError` with every error found; warnings come back beside the tree.
  package static func resolve(
    _ predicate: FormatPredicate, root: ValueType, keys: some KeySource, functions: PredicateFunctions = .none,
    operatorsRangeOverAll: Bool = false, typedKeys: TypedKeys? = nil
  ) throws(FormatError) -> (tree: ResolvedPredicate, warnings: [Diagnostic]) {
    var start = Checker(root: root, keys: keys, functions: functions, operatorsRangeOverAll: operatorsRangeOverAll)
    start.typedKeys = typedKeys
    var checker = start
    var tree = checker.resolve(predicate)
    if checker.hasAssignments {
      var expansion = AssignmentExpansion()
      checker = start
      tree = checker.resolve(expansion.rewrite(predicate))
    }
    try checker.finish(source: predicate.source)
    return (tree, checker.diagnostics)
  }

  /// The resolved form of an expression over objects of type `root`.
  ///
  /// - Throws: `FormatError` with every error found.
  package static func resolve(
    _ expression: FormatExpression, root: ValueType, keys: some KeySource, functions: PredicateFunctions = .none,
    operatorsRangeOverAll: Bool = false
  ) throws(FormatError) -> ResolvedExpression {
    var start = Checker(root: root, keys: keys, functions: functions, operatorsRangeOverAll: operatorsRangeOverAll)
    start.allowsDateStrings = expression.allowsDateStrings
    var checker = start
    var tree = checker.resolve(expression)
    if checker.hasAssignments {
      var expansion = AssignmentExpansion()
      checker = start
      tree = checker.resolve(expansion.rewrite(expression))
    }
    try checker.finish(source: expression.source)
    return tree
  }

  private mutating func finish(source: String) throws(FormatError) {
    guard diagnostics.contains(where: { $0.severity == .error }) else { return }
    throw FormatError(diagnostics.sorted { $0.range.start < $1.range.start }, source: source)
  }

  mutating func report(_ message: Message, at range: SourceRange, fixIts: [Diagnostic.FixIt] = []) {
    report(Diagnostic(message, at: range, fixIts: fixIts))
  }

  /// Reports a finding; once, where an assigned value stands in several places.
  mutating func report(_ finding: Diagnostic) {
    if !diagnostics.contains(finding) { diagnostics.add(finding) }
  }

  /// What stands for an expression that has been reported.
  func unknown(at range: SourceRange) -> ResolvedExpression {
    ResolvedExpression(.constant(.null), type: .any, isNullable: true, range: range)
  }

  // MARK: Scopes

  /// Runs `body` with one more object in scope, and says which scope it is.
  mutating func withScope<R>(
    of type: ValueType, named name: String? = nil, _ body: (inout Checker, Int) -> R
  ) -> R {
    scopes.append(type)
    let scope = scopes.count - 1
    if let name { variables.append((name, scope)) }
    defer {
      scopes.removeLast()
      if name != nil { variables.removeLast() }
    }
    return body(&self, scope)
  }

  func scope(of variable: String) -> Int? { variables.last { $0.name == variable }?.scope }

  func variableName(of scope: Int) -> String? { variables.last { $0.scope == scope }?.name }

  mutating func newIdentifier() -> Int {
    collections += 1
    return collections
  }

  // MARK: Predicates

  mutating func resolve(_ predicate: FormatPredicate) -> ResolvedPredicate {
    let before = allowsDateStrings
    defer { allowsDateStrings = before }
    if predicate.allowsDateStrings { allowsDateStrings = true }
    switch predicate.kind {
    case .constant(let value): return .constant(value)
    case .and(let parts): return .and(parts.map { resolve($0) })
    case .or(let parts): return .or(parts.map { resolve($0) })
    case .not(let part): return .not(resolve(part))
    case .comparison(let comparison): return resolve(comparison, at: predicate.range)
    case .invalid(let fault):
      report(fault)
      return .constant(false)
    }
  }

  private mutating func resolve(_ comparison: FormatPredicate.Comparison, at range: SourceRange) -> ResolvedPredicate {
    let left = resolve(comparison.left, beside: comparison.right, comparison.comparison)
    guard comparison.modifier != .direct else {
      let right = resolve(comparison.right, beside: comparison.left, comparison.comparison)
      return compare(left, comparison, right, at: range)
    }
    let collection = collection(of: left, for: comparison.modifier.rawValue)
    let right = resolve(comparison.right)
    let test = withScope(of: collection.collection.elementType) { checker, _ in
      checker.compare(collection.leaf, comparison, right, at: range)
    }
    return comparison.modifier == .any
      ? .some(collection.collection, test) : .every(collection.collection, test)
  }

  /// One side of a comparison.
  private mutating func resolve(
    _ side: FormatExpression, beside other: FormatExpression, _ comparison: ComparisonOperator
  ) -> ResolvedExpression {
    if side.kind.steps != nil, side.kind.root?.kind.parts.isEmpty ?? true, case .constant(.null) = other.kind,
      [.equalTo, .notEqualTo].contains(comparison)
    {
      asksForNil = true
      defer { asksForNil = false }
      return resolve(side)
    }
    return resolve(side)
  }

  /// How the elements of a value are come by. Those of a computed value are values themselves, and what keys they have is
  /// known only when they are there.
  static func source(
    _ expression: ResolvedExpression, _ elementType: inout ValueType
  ) -> ResolvedCollection.Source {
    if case .path(let path) = expression.kind { return .path(path) }
    if elementType.hasKeys { elementType = .any }
    return .value(expression)
  }

  /// The elements that ANY, ALL or a reduction ranges over, and the value of each.
  mutating func collection(
    of expression: ResolvedExpression, for name: String
  ) -> (collection: ResolvedCollection, leaf: ResolvedExpression) {
    if case .elements(let collection, let leaf) = expression.kind, !leaf.isDynamic { return (collection, leaf) }
    var elementType = ValueType.any
    switch expression.type {
    case .list(let element), .set(let element): elementType = element
    case .any, .null: break
    default: report(.notACollection(of: name, found: expression.type.description), at: expression.range)
    }
    let scope = scopes.count
    let source = Self.source(expression, &elementType)
    let collection = ResolvedCollection(
      identifier: newIdentifier(), sources: [source], scope: scope, elementType: elementType, name: name,
      range: expression.range)
    let leaf = ResolvedExpression(
      .path(ResolvedPath(scope: scope, steps: [])), type: elementType, isNullable: true, range: expression.range)
    return (collection, leaf)
  }
}
