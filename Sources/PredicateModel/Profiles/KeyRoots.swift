import PredicateSyntax

/// The key paths that a value may have been read by: `kids` for the variable of `SUBQUERY(kids, $k, …)`.
enum KeyRoots {
  /// These; the empty path is SELF. None for what has no keys, such as a constant.
  case paths(Set<String>)
  /// More than are followed, or such as only a value tells.
  case unknown

  /// Whether a call is what `a[i]` is short for.
  static func isElementFunction(_ selector: String, _ arguments: [FormatExpression]) -> Bool {
    (selector == "objectFrom:withIndex:" || selector == "indexed:by:") && arguments.count == 2
  }

  /// How many are followed: SUBQUERYs over lists of variables could double them at each level.
  private static let maximum = 64

  static let own = KeyRoots.paths([""])

  /// The paths of both.
  func union(_ other: KeyRoots) -> KeyRoots {
    guard case .paths(let left) = self, case .paths(let right) = other else { return .unknown }
    let paths = left.union(right)
    return paths.count > Self.maximum ? .unknown : .paths(paths)
  }

  /// The paths with keys after them.
  func appending(_ keys: [String]) -> KeyRoots {
    guard case .paths(let paths) = self, !keys.isEmpty else { return self }
    let tail = keys.map(ListedKey.name).joined(separator: ".")
    return .paths(Set(paths.map { $0.isEmpty ? tail : $0 + "." + tail }))
  }
}

extension String {
  /// Whether a step of a key path is an operator over values that other keys read. Of a record `@allKeys` and `@allValues` are
  /// keys that nobody has named, and so is any other key that begins with `@`.
  var namesKnownOperator: Bool {
    Reduction.collectionOperators[self] != nil || CollectionUnion.operators[self] != nil
  }
}

/// The variables that SUBQUERYs around a place declare, and the key paths whose elements each stands for.
struct KeyScopes {
  private var variables: [(name: String, roots: KeyRoots)] = []

  /// How many SUBQUERYs lie around the place.
  var depth: Int { variables.count }

  /// Whether a SUBQUERY around the place declares the variable.
  func declares(_ variable: String) -> Bool { variables.contains { $0.name == variable } }

  /// Enters the predicate of a SUBQUERY.
  mutating func enter(_ variable: String, elementsOf roots: KeyRoots) { variables.append((variable, roots)) }

  /// Leaves it.
  mutating func leave() { variables.removeLast() }

  /// The key paths that a value may have been read by. A computed value may be any of what it is computed of.
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

  /// What a variable that no SUBQUERY declares stands for is not known: it may be assigned any value.
  private func rootsOfVariable(_ expression: FormatExpression) -> KeyRoots {
    guard case .variable(let name) = expression.kind else { return .unknown }
    return variables.last { $0.name == name }?.roots ?? .unknown
  }

  private func rootsOfKeyPath(_ expression: FormatExpression) -> KeyRoots {
    guard let steps = expression.kind.steps else { return .own }
    let keys: [String] = steps.compactMap { step in
      guard case .key(let key) = step, !key.namesCollectionOperator else { return nil }
      // A dot within a key is none between keys; it is listed as it prints. (`@status(a.b)` prints as it is.)
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

  /// What an index of a value may be: an element of the same path, or what a key gives.
  private func element(_ index: FormatExpression, of base: FormatExpression) -> KeyRoots {
    switch index.kind {
    case .constant(.string(let key)): roots(of: base).appending([key])
    case .constant, .placeholder: roots(of: base)
    default: .unknown
    }
  }

  /// What a function of the program gives out of nothing may be any object; its keys are held to be SELF's.
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
