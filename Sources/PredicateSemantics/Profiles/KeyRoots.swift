import PredicateSyntax

/// The key paths that a value may come from: `kids` for the variable of `SUBQUERY(kids, $k, …)`.
enum KeyRoots {
  /// The given key paths. The empty path is SELF. The set is empty for a value without keys, such as a constant.
  case paths(Set<String>)
  /// More key paths than the maximum, or paths that are only known at run time.
  case unknown

  /// Returns whether a call is equivalent to `a[i]`.
  static func isElementFunction(_ call: FormatExpression.Call) -> Bool {
    guard case .index? = PredefinedFunction.named(call.selector)?.definition else { return false }
    return call.arguments.count == 2
  }

  /// The maximum number of paths. SUBQUERYs over lists of variables could double them at each level.
  private static let maximum = 64

  static let own = KeyRoots.paths([""])

  /// Returns the paths of both.
  func union(_ other: KeyRoots) -> KeyRoots {
    guard case .paths(let left) = self, case .paths(let right) = other else { return .unknown }
    let paths = left.union(right)
    return paths.count > Self.maximum ? .unknown : .paths(paths)
  }

  /// Returns the paths with keys appended.
  func appending(_ keys: [String]) -> KeyRoots {
    guard case .paths(let paths) = self, !keys.isEmpty else { return self }
    let tail = keys.map { $0.listedKey }.joined(separator: ".")
    return .paths(Set(paths.map { $0.isEmpty ? tail : $0 + "." + tail }))
  }
}

/// The meaning of a variable is the key paths of the elements that it represents.
extension VariableScopes<KeyRoots> {
  /// Enters the predicate of a SUBQUERY.
  mutating func enter(_ subquery: FormatExpression.Subquery) {
    enter(subquery.variable, roots(of: subquery.collection))
  }

  /// Returns the key paths that a value may come from. A computed value may come from any of its operands.
  func roots(of expression: FormatExpression) -> KeyRoots {
    switch expression.kind {
    case .constant, .placeholder: return .paths([])
    case .evaluatedObject, .anyKey, .invalid: return .own
    // Without a SUBQUERY that declares it, a variable may be assigned any value.
    case .variable(let name): return self[name] ?? .unknown
    case .keyPath(let steps): return Self.roots(of: steps, after: .own)
    case .keys(let keys): return Self.roots(of: keys.steps, after: roots(of: keys.root))
    case .index(let element):
      guard case .value(let index) = element.index else { return roots(of: element.collection) }
      return rootsOfElement(index, of: element.collection)
    case .function(let call) where KeyRoots.isElementFunction(call):
      return rootsOfElement(call.arguments[1], of: call.arguments[0])
    case .function, .targetFunction: return rootsOfCall(expression)
    case .aggregate, .cast, .conditional, .subquery, .setOperation, .assignment: return rootsOfChildren(expression)
    }
  }

  /// Returns the key paths of keys after those of their root.
  static func roots(of steps: [FormatExpression.KeyStep], after root: KeyRoots) -> KeyRoots {
    let keys: [String] = steps.compactMap { step in
      guard case .key(.named(let key)) = step.kind else { return nil }
      // A dot inside a key does not separate keys, so it is listed as it prints. (`@status(a.b)` prints unchanged.)
      return key.utf8.first == UInt8(ascii: "@")
        ? key : key.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\u002e")
    }
    return root.appending(keys)
  }

  /// Returns the key paths of an index, which is an element of the same path or the value of a key.
  private func rootsOfElement(_ index: FormatExpression, of base: FormatExpression) -> KeyRoots {
    switch index.kind {
    case .constant(.string(let key)): roots(of: base).appending([key])
    case .constant, .placeholder: roots(of: base)
    default: .unknown
    }
  }

  /// Returns the key paths of a call. If no operand has keys, the result may be any object, so its keys count as those of
  /// SELF.
  private func rootsOfCall(_ call: FormatExpression) -> KeyRoots {
    let roots = rootsOfChildren(call)
    if case .paths(let paths) = roots, paths.isEmpty { return .own }
    return roots
  }

  private func rootsOfChildren(_ expression: FormatExpression) -> KeyRoots {
    expression.kind.children.reduce(.paths([])) { $0.union(roots(of: $1)) }
  }
}
