import PredicateSyntax

/// The key paths that a value may come from: `kids` for the variable of `SUBQUERY(kids, $k, …)`.
enum KeyRoots {
  /// The given key paths. The empty path is SELF. The set is empty for a value without keys, such as a constant.
  case paths(Set<String>)
  /// More key paths than the maximum, or paths that are only known at run time.
  case unknown

  /// Returns whether a call is equivalent to `a[i]`.
  static func isElementFunction(_ selector: String, _ arguments: [FormatExpression]) -> Bool {
    guard case .index? = PredefinedFunction.named(selector)?.definition else { return false }
    return arguments.count == 2
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
    let tail = keys.map(ListedKey.name).joined(separator: ".")
    return .paths(Set(paths.map { $0.isEmpty ? tail : $0 + "." + tail }))
  }
}

extension String {
  /// Whether a step of a key path is a known collection operator. Other names with `@`, such as `@allKeys` and `@allValues`
  /// of a record, are keys that a list cannot name.
  var namesKnownOperator: Bool {
    CollectionOperator(rawValue: self) != nil
  }
}

/// The variables of the enclosing SUBQUERYs, and the key paths of their elements.
struct KeyScopes {
  private var variables: [(name: String, roots: KeyRoots)] = []

  /// The number of enclosing SUBQUERYs.
  var depth: Int { variables.count }

  /// Returns whether an enclosing SUBQUERY declares the variable.
  func declares(_ variable: String) -> Bool { variables.contains { $0.name == variable } }

  /// Enters the predicate of a SUBQUERY.
  mutating func enter(_ variable: String, elementsOf roots: KeyRoots) { variables.append((variable, roots)) }

  /// Leaves the predicate of a SUBQUERY.
  mutating func leave() { variables.removeLast() }

  /// Returns the key paths that a value may come from. A computed value may come from any of its operands.
  func roots(of expression: FormatExpression) -> KeyRoots {
    switch expression.kind {
    case .constant, .placeholder: return .paths([])
    case .evaluatedObject, .anyKey, .invalid: return .own
    case .variable: return rootsOfVariable(expression)
    case .keyPath, .keys: return rootsOfKeyPath(expression)
    case .index: return rootsOfIndex(expression)
    case .function, .targetFunction: return rootsOfFunction(expression)
    default: return rootsOfParts(expression)
    }
  }

  /// Returns the key paths of a variable, which are unknown without a SUBQUERY, because it may be assigned any value.
  private func rootsOfVariable(_ expression: FormatExpression) -> KeyRoots {
    guard case .variable(let name) = expression.kind else { return .unknown }
    return variables.last { $0.name == name }?.roots ?? .unknown
  }

  private func rootsOfKeyPath(_ expression: FormatExpression) -> KeyRoots {
    guard let steps = expression.kind.steps else { return .own }
    let keys: [String] = steps.compactMap { step in
      guard case .key(let key) = step, !key.namesCollectionOperator else { return nil }
      // A dot inside a key does not separate keys, so it is listed as it prints. (`@status(a.b)` prints unchanged.)
      return key.utf8.first == UInt8(ascii: "@")
        ? key : key.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\u002e")
    }
    return (expression.kind.root.map(roots) ?? .own).appending(keys)
  }

  private func rootsOfIndex(_ expression: FormatExpression) -> KeyRoots {
    guard case .index(let base, let index) = expression.kind else { return .own }
    guard case .value(let value) = index else { return roots(of: base) }
    return element(value, of: base)
  }

  /// Returns the key paths of an index, which is an element of the same path or the value of a key.
  private func element(_ index: FormatExpression, of base: FormatExpression) -> KeyRoots {
    switch index.kind {
    case .constant(.string(let key)): roots(of: base).appending([key])
    case .constant, .placeholder: roots(of: base)
    default: .unknown
    }
  }

  /// Returns the key paths of a call. If no operand has keys, the result may be any object, so its keys count as those of
  /// SELF.
  private func rootsOfFunction(_ expression: FormatExpression) -> KeyRoots {
    if case .function(let selector, let arguments) = expression.kind, KeyRoots.isElementFunction(selector, arguments) {
      return element(arguments[1], of: arguments[0])
    }
    let parts = rootsOfParts(expression)
    if case .paths(let paths) = parts, paths.isEmpty { return .own }
    return parts
  }

  private func rootsOfParts(_ expression: FormatExpression) -> KeyRoots {
    expression.kind.parts.reduce(.paths([])) { $0.union(roots(of: $1)) }
  }
}
