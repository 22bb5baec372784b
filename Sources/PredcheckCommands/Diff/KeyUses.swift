import PredcheckSupport
import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax

/// Collects the keys that predicates read, and the constants that they compare them with.
package struct KeyUses: TreeWalker {
  package private(set) var rows = RowMaker()
  /// The number of keys of the longest key path. Paths that are longer than rows are deep are not part of `rows`.
  package private(set) var longestPath = 0
  /// Whether keys have fewer constants than they are compared with.
  package private(set) var lackConstants = false
  /// The number of constants that keys may still get. Each key of a comparison gets all its constants, so those of a list of keys IN a
  /// list of constants would be multiplied.
  private var constantsLeft = 100_000
  /// The number of constants that each key gets in any case.
  private static let leastConstants = 4
  /// The key paths of the collections whose elements the variables are.
  private var variables = VariableScopes<[String]>()

  package init() {}

  /// The key path that an expression reads.
  fileprivate struct Path {
    var keys: [String]
    /// The number of keys to the object that the path starts from.
    var start = 0
    /// The numbers of keys to the collections that operators such as `@sum` reduce.
    var collections: [Int] = []
    var isCount = false
  }

  package mutating func enter(_ predicate: FormatPredicate) {
    guard case .comparison(let comparison) = predicate.kind else { return }
    let constants = constants(of: comparison)
    add(comparison.left, constants)
    add(comparison.right, constants)
    if comparison.modifier != .direct { addCollection(comparison.left) }
    if comparison.operator == .contains { addRole(.container, comparison.left) }
    if comparison.operator == .in { addRole(.container, comparison.right) }
  }

  package mutating func enterScope(of subquery: FormatExpression.Subquery) {
    variables.enter(subquery.variable, path(of: subquery.collection)?.keys ?? [])
  }

  package mutating func leaveScope(of subquery: FormatExpression.Subquery) { variables.leave() }

  // MARK: Keys

  /// Returns the constants that each key of a comparison gets.
  private mutating func constants(of comparison: FormatPredicate.Comparison) -> [FormatValue] {
    let constants = comparison.left.constants + comparison.right.constants
    let keys = comparison.left.keyCount + comparison.right.keyCount
    let most = max(Self.leastConstants, constantsLeft / max(keys, 1))
    if constants.count > most { lackConstants = true }
    constantsLeft = max(0, constantsLeft - min(constants.count, most) * keys)
    return Array(constants.prefix(most))
  }

  private mutating func add(_ expression: FormatExpression, _ constants: [FormatValue]) {
    if let path = path(of: expression) {
      addUse(of: path.keys[...], constants, path.isCount ? .count : .value)
      for count in path.collections { addUse(of: path.keys[..<count], [], .collection) }
    }
    switch expression.kind {
    case .keys(let keys): add(keys.root, [])
    case .subquery(let subquery):
      addRole(.collection, subquery.collection)
      add(subquery.collection, [])
    case .index(let element): addRole(.collection, element.collection)
    case .function(let call):
      let isReduction = PredefinedFunction.named(call.selector)?.isReduction ?? false
      for argument in call.arguments {
        add(argument, call.selector == "length:" ? constants.map(\.textOfLength) : constants)
        if isReduction { addCollection(argument) }
      }
    default: for child in expression.kind.children { add(child, constants) }
    }
  }

  private mutating func addUse(of keys: ArraySlice<String>, _ constants: [FormatValue], _ role: RowMaker.Role) {
    longestPath = max(longestPath, keys.count)
    if keys.count <= RowMaker.mostKeys { rows.add(keys, constants, role) }
  }

  private mutating func addRole(_ role: RowMaker.Role, _ expression: FormatExpression) {
    if let path = path(of: expression) { addUse(of: path.keys[...], [], role) }
  }

  /// Adds the collection that ANY or a reduction reads: the value of the first key. The elements have the other keys.
  private mutating func addCollection(_ expression: FormatExpression) {
    guard let path = path(of: expression), path.collections.isEmpty else { return }
    addUse(of: path.keys.prefix(path.start + 1), [], .collection)
  }

  private func path(of expression: FormatExpression) -> Path? {
    switch expression.kind {
    case .evaluatedObject: return Path(keys: [])
    case .variable(let name): return variables[name].map { Path(keys: $0, start: $0.count) }
    case .keyPath(let steps): return Path(keys: []).appending(steps)
    case .keys(let keys): return path(of: keys.root)?.appending(keys.steps)
    case .subquery(let subquery): return path(of: subquery.collection)
    case .index(let element): return path(of: element.collection)
    default: return nil
    }
  }
}

extension KeyUses.Path {
  fileprivate func appending(_ steps: [FormatExpression.KeyStep]) -> Self {
    var path = self
    for step in steps {
      guard case .key(let key) = step.kind else { continue }
      if key == .collectionOperator(.count) {
        path.isCount = true
        break
      }
      if key.isOperator { path.collections.append(path.keys.count) } else { path.keys.append(key.name) }
    }
    return path
  }
}

extension FormatExpression {
  /// The number of key paths in the expression.
  fileprivate var keyCount: Int { kind.children.reduce(kind.steps == nil ? 0 : 1) { $0 + $1.keyCount } }

  /// The constants of the expression, with the elements of lists and the results of CAST.
  fileprivate var constants: [FormatValue] {
    switch kind {
    case .constant(let value): [value] + (value.arrayValue ?? [])
    case .cast(let cast): [(try? value(with: FormatValue.null)) ?? .null] + cast.value.constants
    default: kind.children.flatMap(\.constants)
    }
  }
}

extension FormatValue {
  /// A text of the length that the value is, for `length:(key) > 3`.
  fileprivate var textOfLength: FormatValue {
    guard let length = intValue, (0...100).contains(length) else { return self }
    return .string(String(repeating: "a", count: length))
  }
}
