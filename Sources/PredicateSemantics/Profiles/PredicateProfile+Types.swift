import PredicateSyntax

// The keys that a profile permits by type. The checker uses them while it walks key paths.

extension ValueType {
  /// The name of the type in `types` of a profile. `record` is for records and for values whose type is only known at run time.
  package var nameInProfiles: String { objectType?.name ?? "record" }
}

extension Checker {
  /// Reports a key that the profile does not permit for a type. Returns whether it is permitted.
  mutating func permits(_ key: FormatExpression.Key, of base: ResolvedExpression, at range: FormatRange) -> Bool {
    // Keys of constants are permitted. (The placeholder for an error is also a constant, but of unknown type.)
    guard let permittedKeys, base.constant == nil || base.type == .any else { return true }
    switch key {
    case .collectionOperator: return true
    case .unknownOperator:
      reportUnknownKey(at: range)
      return false
    case .named(let key):
      let name = base.type.nameInProfiles
      if permittedKeys[name]?.contains(key) ?? false { return true }
      report(refusal("the \(key == "SELF" ? "whole" : "key '\(key)'") of \(name)", of: base.type), at: range)
      return false
    }
  }

  /// Reports a key that is only known at run time.
  private mutating func reportUnknownKey(at range: FormatRange) {
    report(refusal("a key that is known only at run time", of: .record), at: range)
  }

  private func refusal(_ what: String, of type: ValueType) -> Message {
    let name = type.nameInProfiles
    let permitted = permittedKeys?[name]?.inByteOrder ?? []
    return .notPermitted(.keyNotPermitted, what, profile: profileName, permitted: permitted, ofType: name, nearest: nil)
  }

  /// Reports an index that may read a key that the profile does not permit. A string index reads a key, like a dot.
  mutating func expectPermitted(_ index: ResolvedExpression, of base: ResolvedExpression, at range: FormatRange) {
    guard permittedKeys != nil, base.constant == nil || base.type == .any else { return }
    if case .list = base.type { return }
    if case .string(let key)? = index.constant {
      _ = permits(.named(key), of: base, at: range)
    } else if index.type.family != .number {
      reportUnknownKey(at: range)
    }
  }
}

extension PredicateProfile {
  /// Returns a copy with the permitted keys for the objects of a type, wherever a predicate reaches them. The keys of other
  /// types remain. The key `SELF` is the entire object. A key path such as `maker.SELF` is not a key. To permit whole
  /// records, list `SELF` for the type `record`.
  ///
  /// - Parameter type: The name of a Swift type without its module, or of an entity of a data model. `record` is the name for
  ///   values without a type of their own, such as dictionaries.
  public func permitting(keys: [String], of type: String) -> PredicateProfile {
    var copy = self
    copy.types = types ?? [:]
    copy.types?[type] = Set(keys)
    return copy
  }
}

extension FormatPredicate {
  /// Returns what a profile does not permit for a type, and what does not match the type.
  ///
  /// - Parameter operatorsRangeOverAll: Whether the predicate belongs to a fetch request.
  package func findings(
    in profile: PredicateProfile, root: ValueType, keys: any KeySource, functions: PredicateFunctions,
    operatorsRangeOverAll: Bool = false
  ) -> [FormatDiagnostic] {
    typedFindings(in: profile) { tree throws(FormatError) in
      _ = try Checker.resolve(
        tree, root: root, keys: keys, functions: functions, operatorsRangeOverAll: operatorsRangeOverAll,
        profile: profile)
    }
  }
}

extension FormatExpression {
  /// Returns what a profile does not permit for a type, and what does not match the type, in an expression of a fetch request.
  func findings(
    in profile: PredicateProfile, root: ValueType, keys: any KeySource, functions: PredicateFunctions
  ) -> [FormatDiagnostic] {
    typedFindings(in: profile) { tree throws(FormatError) in
      _ = try Checker.resolve(
        tree, root: root, keys: keys, functions: functions, operatorsRangeOverAll: true, profile: profile)
    }
  }
}

extension FormatTree {
  /// Returns the findings of a profile, and those of a check that knows the types.
  fileprivate func typedFindings(
    in profile: PredicateProfile, check: (Self) throws(FormatError) -> Void
  ) -> [FormatDiagnostic] {
    var untyped = profile
    untyped.keyTypes = [:]
    if profile.types != nil {
      untyped.types = nil
      untyped.permitted[.keys] = nil
    }
    let tree = located(keepingTexts: false)
    var findings = tree.profileFindings(untyped)
    // The check of the types knows the names of all keys, and would suggest one that the profile hides.
    if findings.contains(where: { $0.code == .keyNotPermitted }) { return findings.inSourceOrder }
    do throws(FormatError) { try check(tree) } catch {
      // A variable gets its value later.
      findings += error.diagnostics.filter { $0.severity == .error && $0.code != .unboundVariable }
    }
    return findings.inSourceOrder
  }
}
