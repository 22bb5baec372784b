import PredicateSyntax

/// Resolves a tree, and reports the errors that can be found before any value is known.
///
/// Checking continues after an error, so one run reports all errors.
package struct Checker {
  let keys: any KeySource
  let functions: PredicateFunctions
  private(set) var diagnostics: [FormatDiagnostic]
  /// The types of the objects in scope, starting with SELF.
  var scopes: [ValueType]
  /// The number of collections so far.
  private var collections = 0
  /// The SUBQUERY variables in scope, each with its scope, or `nil` before the first SUBQUERY, which most predicates lack.
  private var variables: VariableScopes<Int>?
  /// Whether the tree has assignments. If so, it is checked again with its assignments inlined.
  var hasAssignments = false
  /// Whether a collection operator at the start of a key path ranges over all objects, as it does for an array of them:
  /// `@count`, `@avg.length`. This is true in fetch requests.
  let operatorsRangeOverAll: Bool
  /// Whether the current key path is only compared with nil, so that its last key need not be readable.
  var isComparedWithNil = false
  /// The permitted keys of each type, if a profile lists them. (The entire profile would enlarge every frame of a high tree.)
  let permittedKeys: [String: Set<String>]?
  let profileName: String
  /// The rules of the profile that the current part of the tree was parsed under.
  var rules: UseRules
  /// The keys of the current path that only strings and numbers may answer, because the profile does not list them.
  var keysOfValues: Set<String> = []
  /// Whether a distinct operator of the current path may compare records only if the profile permits them as a whole.
  var refusesDistinctRecords = false
  /// The key paths of the SUBQUERY variables in scope, if `rules` needs them. Few checks have any, so they are made when needed.
  private var rootsInScope: VariableScopes<KeyRoots>?
  var keyRoots: VariableScopes<KeyRoots> {
    get { rootsInScope ?? VariableScopes() }
    set { rootsInScope = newValue }
  }
  /// The number of nodes in copies of operands.
  private var copiedNodes = 0

  package init(
    root: ValueType, keys: any KeySource, functions: PredicateFunctions = .none, operatorsRangeOverAll: Bool = false,
    profile: PredicateProfile? = nil
  ) {
    // Each property is assigned once. An initializer that assigns one twice copies the whole struct.
    self.keys = keys
    self.functions = functions
    self.operatorsRangeOverAll = operatorsRangeOverAll
    scopes = [root]
    diagnostics = functions.refusals
    permittedKeys = profile?.types
    profileName = profile?.name ?? ""
    rules = profile?.useRules ?? UseRules()
  }

  /// Returns the resolved form of a predicate on objects of type `root`.
  ///
  /// - Throws: `FormatError` with every error. Warnings are returned with the tree.
  package static func resolve(
    _ predicate: FormatPredicate, root: ValueType, keys: any KeySource, functions: PredicateFunctions = .none,
    operatorsRangeOverAll: Bool = false, profile: PredicateProfile? = nil
  ) throws(FormatError) -> (tree: ResolvedPredicate, warnings: [FormatDiagnostic]) {
    var checker = Checker(
      root: root, keys: keys, functions: functions, operatorsRangeOverAll: operatorsRangeOverAll, profile: profile)
    let tree = checker.resolved(predicate) { $0.resolve($1) }
    try checker.finish(source: predicate.writtenText)
    return (tree, checker.diagnostics)
  }

  /// Returns the resolved form of an expression on objects of type `root`.
  ///
  /// - Parameter isResult: Whether the program gets the value, or its order or groups show it.
  /// - Throws: `FormatError` with every error.
  package static func resolve(
    _ expression: FormatExpression, root: ValueType, keys: any KeySource, functions: PredicateFunctions = .none,
    operatorsRangeOverAll: Bool = false, profile: PredicateProfile? = nil, isResult: Bool = false
  ) throws(FormatError) -> ResolvedExpression {
    var checker = Checker(
      root: root, keys: keys, functions: functions, operatorsRangeOverAll: operatorsRangeOverAll, profile: profile)
    _ = checker.enterRules(of: expression)
    var tree = checker.resolved(expression) { $0.resolve($1) }
    if isResult, checker.rules.wholeValues != nil { checker.refuseRecord(&tree, of: expression) }
    try checker.finish(source: expression.writtenText)
    return tree
  }

  /// Resolves a tree. If it has assignments, it is resolved again with these inlined, and what the first pass reported is forgotten.
  private mutating func resolved<Tree: FormatTree, Resolved>(
    _ tree: Tree, _ resolve: (inout Checker, Tree) -> Resolved
  ) -> Resolved {
    let resolved = resolve(&self, tree)
    guard hasAssignments else { return resolved }
    var expansion = AssignmentExpansion()
    (diagnostics, collections) = (functions.refusals, 0)
    return resolve(&self, tree.rewritten(by: &expansion))
  }

  /// Throws the diagnostics in source order if one is an error.
  private mutating func finish(source: WrittenText) throws(FormatError) {
    guard diagnostics.contains(where: { $0.severity == .error }) else { return }
    throw FormatError(diagnostics.inSourceOrder, source: source)
  }

  @inline(never)
  mutating func report(_ message: Message, at range: FormatRange, fixIts: [FormatDiagnostic.FixIt] = []) {
    report(FormatDiagnostic(message, at: range, fixIts: fixIts))
  }

  /// Reports a diagnostic, but only once if an inlined value occurs several times.
  mutating func report(_ finding: FormatDiagnostic) {
    if !diagnostics.contains(finding) { diagnostics.add(finding) }
  }

  /// Reports an error in an expression, and returns a placeholder for it.
  mutating func refused(_ message: Message, at range: FormatRange) -> ResolvedExpression {
    report(message, at: range)
    return unknown(at: range)
  }

  /// Returns a placeholder for an expression that has been reported.
  func unknown(at range: FormatRange) -> ResolvedExpression {
    ResolvedExpression(.constant(.null), type: .any, isNullable: true, range: range)
  }

  // MARK: Scopes

  /// Runs `body` with another object in scope, and passes its scope.
  mutating func withScope<R>(of type: ValueType, named name: String? = nil, _ body: (inout Checker, Int) -> R) -> R {
    scopes.append(type)
    let scope = scopes.count - 1
    if let name {
      if variables == nil { variables = VariableScopes() }
      variables?.enter(name, scope)
    }
    defer {
      scopes.removeLast()
      if name != nil { variables?.leave() }
    }
    return body(&self, scope)
  }

  func scope(of variable: String) -> Int? { variables?[variable] }

  func variableName(of scope: Int) -> String? { variables?.subqueries.last { $0.meaning == scope }?.variable }

  mutating func newIdentifier() -> Int {
    collections += 1
    return collections
  }

  // MARK: Predicates

  mutating func resolve(_ predicate: FormatPredicate) -> ResolvedPredicate {
    if hasRules(predicate) { return resolve(ruled: predicate) }
    switch predicate.kind {
    case .constant(let value): return .constant(value)
    case .and(let parts): return .and(parts.map { resolve($0) })
    case .or(let parts): return .or(parts.map { resolve($0) })
    case .not(let part): return .not(resolve(part))
    case .comparison(let comparison): return resolve(comparison, at: predicate.range)
    case .invalid(let error):
      report(error)
      return .constant(false)
    }
  }

  @inline(never)
  func hasRules(_ tree: some FormatTree) -> Bool { tree.useRules != nil }

  /// Resolves a predicate that was parsed under the rules of a profile.
  @inline(never)
  private mutating func resolve(ruled predicate: FormatPredicate) -> ResolvedPredicate {
    let outer = enterRules(of: predicate)
    var part = predicate
    part.origin = nil
    let result = resolve(part)
    rules = outer
    return result
  }

  /// Adopts the rules of a tree. Returns those before, which the caller restores.
  mutating func enterRules(of tree: some FormatTree) -> UseRules {
    let outer = rules
    if let own = tree.useRules { rules = own.within(outer) }
    return outer
  }

  private mutating func resolve(_ comparison: FormatPredicate.Comparison, at range: FormatRange) -> ResolvedPredicate {
    var left = resolve(comparison.left, with: comparison.right, comparison.operator)
    var right: ResolvedExpression
    if comparison.modifier == .direct {
      right = resolve(comparison.right, with: comparison.left, comparison.operator)
    } else {
      // It is evaluated for each element, so its own collections have other scopes than the elements.
      right = withScope(of: left.type.element) { checker, _ in checker.resolve(operand: comparison.right) }
    }
    refuseRecords(&left, &right, of: comparison)
    if comparison.modifier == .direct { return compare(left, comparison, right, at: range) }
    if let parts = partsToCompare(left, right) {
      guard permitsCopies(parts.count, of: right, at: range) else { return .constant(false) }
      let tests = parts.map { compare($0, comparison, right, at: range) }
      return comparison.modifier == .any ? .or(tests) : .and(tests)
    }
    let collection = collection(of: left, for: comparison.modifier.rawValue)
    let test = withScope(of: collection.collection.elementType) { checker, _ in
      checker.compare(collection.leaf, comparison, right, at: range)
    }
    return comparison.modifier == .any
      ? .some(collection.collection, test) : .every(collection.collection, test)
  }

  /// Counts copies of an operand, which may contain copies itself. Reports an error when the limit is exceeded.
  ///
  /// - Returns: Whether the copies may be made.
  mutating func permitsCopies(_ count: Int, of operand: ResolvedExpression, at range: FormatRange) -> Bool {
    let isFirst = copiedNodes <= PredicateLimits.copiedNodes
    copiedNodes += count * ResolvedNode.expression(operand).nodeCount
    if copiedNodes <= PredicateLimits.copiedNodes { return true }
    if isFirst { report(.tooManyNodes(limit: PredicateLimits.copiedNodes), at: range) }
    return false
  }

  /// Returns the parts of a list if ANY or ALL must compare each part separately, otherwise `nil`. Constants among them
  /// are read depending on the value of the other operand; other parts are not.
  private func partsToCompare(_ list: ResolvedExpression, _ other: ResolvedExpression) -> [ResolvedExpression]? {
    guard case .list(let parts) = list.kind, parts.contains(where: { $0.constant != nil }) else { return nil }
    // Constants, of which at least one is computed.
    if parts.allSatisfy({ $0.constant != nil }), !ResolvedNode.expression(other).mayDifferEachTime { return parts }
    // If a part fails, the list fails, even if another part is equal. Reading a constant or a key of the object does not fail.
    guard other.constant == nil, other.isKeyPath, parts.allSatisfy({ $0.isKeyOrConstant }) else { return nil }
    return parts
  }

  /// Resolves one operand of a comparison.
  private mutating func resolve(
    _ side: FormatExpression, with other: FormatExpression, _ comparison: FormatComparisonOperator
  ) -> ResolvedExpression {
    if side.kind.steps != nil, side.kind.root?.kind.children.isEmpty ?? true, case .constant(.null) = other.kind,
      [.equalTo, .notEqualTo].contains(comparison)
    {
      isComparedWithNil = true
      defer { isComparedWithNil = false }
      return resolve(operand: side)
    }
    return resolve(operand: side)
  }

  /// Returns the source of a value's elements. Elements of a computed value are values themselves, so their keys are only
  /// known at run time.
  static func source(_ expression: ResolvedExpression, _ elementType: inout ValueType) -> ResolvedCollection.Source {
    if case .path(let path) = expression.kind { return .path(path) }
    if elementType.hasKeys { elementType = .any }
    return .value(expression)
  }

  /// Returns the elements that ANY, ALL or a reduction ranges over, and the value of each.
  mutating func collection(
    of expression: ResolvedExpression, for name: String, isReduced: Bool = false
  ) -> (collection: ResolvedCollection, leaf: ResolvedExpression) {
    if case .elements(let collection, let leaf) = expression.kind, !leaf.isDynamic { return (collection, leaf) }
    var expression = expression
    // As in a call, a literal of many digits is a constant like the others.
    let hasDecimal = expression.constant?.elements?.contains {
      if case .decimal(let number) = $0.nanAsNil { !number.isLiteral } else { false }
    }
    if isReduced, hasDecimal == true { expression = asDecimalOperand(expression) }
    var elementType = expression.type.element
    if expression.type == .record || !expression.type.mayHaveElements {
      report(.notACollection(of: name, found: expression.type.description), at: expression.range)
    }
    let scope = scopes.count
    let source = Self.source(expression, &elementType)
    let collection = ResolvedCollection(
      identifier: newIdentifier(), sources: [source], scope: scope, elementType: elementType, name: name,
      isReduced: isReduced, range: expression.range)
    let leaf = ResolvedExpression(
      .path(ResolvedPath(scope: scope, steps: [], isConstant: expression.constant != nil)), type: elementType,
      isNullable: true, range: expression.range)
    return (collection, leaf)
  }
}
