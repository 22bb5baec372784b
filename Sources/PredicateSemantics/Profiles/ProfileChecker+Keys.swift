import PredicateSyntax

extension ProfileChecker {
  mutating func check(_ steps: [FormatExpression.KeyStep], of expression: FormatExpression) {
    var keys: [String] = []
    for step in steps {
      switch step.kind {
      case .key(.collectionOperator(let op)): expect(op.rawValue, .collectionOperators, at: expression.range)
      // It may be a key that a list of keys cannot name.
      case .key(.unknownOperator(let name)):
        expect(name, .collectionOperators, at: expression.range)
        if profile.permitted[.keys] != nil { refuseUnknownKey(at: expression.range) }
      case .key(.named(let key)):
        keys.append(key)
        if profile.keyNames == .ascii, !isASCIIName(key) { refuseKeyName(key, at: expression.range) }
      case .variable(let name):
        expect(variable: name, at: expression.range)
        if profile.permitted[.keys] != nil { refuseUnknownKey(at: expression.range) }
      case .placeholder(let conversion): expect(conversion.text, .conversions, at: expression.range)
      }
    }
    expect(keys.count, atMost: .keySteps, at: expression.range)
    expect(collectionOperators(in: steps), atMost: .collectionsPerKeyPath, at: expression.range)
    // A path that starts with an operator, such as `@count`, applies to the object itself.
    if expression.kind.root == nil, case .key(let first)? = steps.first?.kind, first.isOperator {
      expect("SELF", .keys, at: expression.range)
    }
    if !keys.isEmpty, !beginsWithRefusedVariable(expression) {
      expectPermitted(roots(of: expression), at: expression.range)
    }
    if expression.kind.root == nil, !keys.isEmpty { checkName(keys.joined(separator: "."), at: expression.range) }
  }

  /// Checks an index. A string index reads a key, like a dot. A list of keys excludes an index that is only known at run
  /// time.
  mutating func checkElement(_ index: FormatExpression, of base: FormatExpression, at range: FormatRange) {
    guard profile.permitted[.keys] != nil else { return }
    switch index.kind {
    case .constant(.string(let key)): expectPermitted(roots(of: base).appending([key]), at: range)
    case .constant, .placeholder: break
    default: refuseUnknownKey(at: range)
    }
  }

  /// Returns the key paths that a value may come from, which only matter for a list of keys.
  func roots(of expression: FormatExpression) -> KeyRoots {
    profile.permitted[.keys] == nil ? .unknown : scopes.roots(of: expression)
  }

  private mutating func expectPermitted(_ roots: KeyRoots, at range: FormatRange) {
    guard let keys = profile.permitted[.keys] else { return }
    switch roots {
    case .paths(let paths):
      for path in paths.inByteOrder { expect(keys.listed(path) ?? path, .keys, at: range) }
    case .unknown: refuseUnknownKey(at: range)
    }
  }

  /// Whether an expression begins with a variable that the profile does not permit, which is reported.
  private func beginsWithRefusedVariable(_ expression: FormatExpression) -> Bool {
    guard case .variable(let name)? = expression.kind.root?.kind else { return false }
    return scopes[name] == nil && !profile.permits(name, .variables)
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
