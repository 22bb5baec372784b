import PredicateSyntax

/// The key paths that a value may have been read by: `kids` for the variable of `SUBQUERY(kids, $k, …)`.
enum ProfileRoots {
  /// These; the empty path is SELF. None for what has no keys, such as a constant.
  case paths(Set<String>)
  /// More than are followed, or such as only a value tells.
  case unknown

  /// The function of `a[i]`.
  static let elementFunction = "objectFrom:withIndex:"
  /// How many are followed: SUBQUERYs over lists of variables could double them at each level.
  private static let maximum = 64

  static let own = ProfileRoots.paths([""])

  /// The paths of both.
  func union(_ other: ProfileRoots) -> ProfileRoots {
    guard case .paths(let left) = self, case .paths(let right) = other else { return .unknown }
    let paths = left.union(right)
    return paths.count > Self.maximum ? .unknown : .paths(paths)
  }

  /// The paths with keys after them.
  func appending(_ keys: [String]) -> ProfileRoots {
    guard case .paths(let paths) = self, !keys.isEmpty else { return self }
    let tail = keys.map(ListedKey.name).joined(separator: ".")
    return .paths(Set(paths.map { $0.isEmpty ? tail : $0 + "." + tail }))
  }
}

extension ProfileChecker {
  mutating func checkKeyPath(_ expression: FormatExpression) {
    guard let steps = expression.kind.steps else { return }
    if let root = expression.kind.root { check(root) }
    var keys: [String] = []
    for step in steps {
      switch step {
      case .key(let key) where key.namesCollectionOperator:
        expect(key, .collectionOperators, at: expression.range)
      case .key(let key):
        keys.append(key)
        if profile.keyNames == .ascii, !isASCIIName(key) { refuse(key, .keys, at: expression.range) }
      case .variable(let name):
        if !isDeclared(name) { expect(name, .variables, at: expression.range) }
        if profile.permitted[.keys] != nil { refuseUnknownKey(at: expression.range) }
      case .placeholder(let conversion): expect(conversion.text, .conversions, at: expression.range)
      }
    }
    expect(keys.count, atMost: .keySteps, at: expression.range)
    expect(collectionOperators(in: steps), atMost: .collectionsPerKeyPath, at: expression.range)
    if !keys.isEmpty { expectPermitted(roots(of: expression), at: expression.range) }
  }

  /// An index that is a string reads a key, as a dot does; what only a value tells cannot be held against a list.
  mutating func checkElement(_ index: FormatExpression, of base: FormatExpression, at range: SourceRange) {
    guard profile.permitted[.keys] != nil else { return }
    switch index.kind {
    case .constant(.string(let key)): expectPermitted(roots(of: base).appending([key]), at: range)
    case .constant, .placeholder: break
    default: refuseUnknownKey(at: range)
    }
  }

  private mutating func expectPermitted(_ roots: ProfileRoots, at range: SourceRange) {
    guard profile.permitted[.keys] != nil else { return }
    switch roots {
    case .paths(let paths):
      for path in paths.sorted() { expect(path, .keys, at: range) }
    case .unknown: refuseUnknownKey(at: range)
    }
  }

  /// The key paths that a value may have been read by. A computed value may be any of what it is computed of.
  func roots(of expression: FormatExpression) -> ProfileRoots {
    // Only a list of keys asks for them.
    guard profile.permitted[.keys] != nil else { return .unknown }
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

  private func rootsOfVariable(_ expression: FormatExpression) -> ProfileRoots {
    guard case .variable(let name) = expression.kind else { return .own }
    return scopes.last { $0.variable == name }?.roots ?? .own
  }

  private func rootsOfKeyPath(_ expression: FormatExpression) -> ProfileRoots {
    guard let steps = expression.kind.steps else { return .own }
    let keys: [String] = steps.compactMap { step in
      guard case .key(let key) = step, !key.namesCollectionOperator else { return nil }
      // A dot within a key is none between keys; it is listed as it prints. (`@status(a.b)` prints as it is.)
      return key.utf8.first == UInt8(ascii: "@")
        ? key : key.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\u002e")
    }
    return (expression.kind.root.map(roots) ?? .own).appending(keys)
  }

  private func rootsOfIndex(_ expression: FormatExpression) -> ProfileRoots {
    guard case .index(let base, let index) = expression.kind else { return .own }
    guard case .value(let value) = index else { return roots(of: base) }
    return element(value, of: base)
  }

  /// What an index of a value may be: an element of the same path, or what a key gives.
  private func element(_ index: FormatExpression, of base: FormatExpression) -> ProfileRoots {
    switch index.kind {
    case .constant(.string(let key)): roots(of: base).appending([key])
    case .constant, .placeholder: roots(of: base)
    default: .unknown
    }
  }

  /// What a function of the program gives out of nothing may be any object; its keys are held to be SELF's.
  private func rootsOfFunction(_ expression: FormatExpression) -> ProfileRoots {
    if case .function(ProfileRoots.elementFunction, let arguments) = expression.kind, arguments.count == 2 {
      return element(arguments[1], of: arguments[0])
    }
    let parts = rootsOfParts(expression)
    if case .paths(let paths) = parts, paths.isEmpty { return .own }
    return parts
  }

  private func rootsOfParts(_ expression: FormatExpression) -> ProfileRoots {
    expression.kind.parts.reduce(.paths([])) { $0.union(roots(of: $1)) }
  }

  private func isASCIIName(_ key: String) -> Bool {
    key.utf8.enumerated().allSatisfy { index, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): index > 0
      default: false
      }
    } && !key.isEmpty
  }
}
