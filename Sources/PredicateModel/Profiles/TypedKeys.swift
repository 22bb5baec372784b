import PredicateSyntax

/// The keys that a profile permits by type. The checker uses them while it walks key paths.
package struct TypedKeys: Sendable {
  /// The name in `types` of a profile for records and for values whose type is only known at run time.
  package static let record = "record"

  private let types: [String: Set<String>]
  private let profile: String

  /// Creates the rules of a profile, or returns `nil` if it has no rules by type.
  package init?(_ profile: PredicateProfile) {
    guard let types = profile.types else { return nil }
    self.types = types
    self.profile = profile.name
  }

  /// Returns the name of a type in profiles.
  package static func name(of type: ValueType) -> String {
    switch type {
    case .object(let type): type.name
    case .list(let element), .set(let element): name(of: element)
    default: record
    }
  }

  /// Returns the error for a key that a type does not permit, or `nil` if it does.
  func refusal(of key: String, of type: ValueType) -> Message? {
    let name = Self.name(of: type)
    let permitted = types[name] ?? []
    if permitted.contains(key) { return nil }
    return refusal("the \(key == "SELF" ? "whole" : "key '\(key)'") of \(name)", permitted)
  }

  /// Returns the error for a key that is only known at run time.
  func refusalOfUnknownKey() -> Message { refusal("a key that is known only at run time", types[Self.record] ?? []) }

  private func refusal(_ what: String, _ permitted: Set<String>) -> Message {
    let listed = permitted.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return .notPermitted(.keyNotPermitted, what, profile: profile, permitted: listed, nearest: nil)
  }
}

extension Checker {
  /// Reports a key that the profile does not permit for a type. Returns whether it is permitted.
  mutating func permits(_ key: String, of base: ResolvedExpression, at range: FormatRange) -> Bool {
    // Keys of constants are permitted. (The placeholder for an error is also a constant, but of unknown type.)
    if base.constant != nil, base.type != .any { return true }
    if let typedKeys, key.namesCollectionOperator {
      if !key.namesKnownOperator { report(typedKeys.refusalOfUnknownKey(), at: range) }
      return key.namesKnownOperator
    }
    guard let refusal = typedKeys?.refusal(of: key, of: base.type) else { return true }
    report(refusal, at: range)
    return false
  }

  /// Reports an index that may read a key that the profile does not permit. A string index reads a key, like a dot.
  mutating func expectPermitted(_ index: ResolvedExpression, of base: ResolvedExpression, at range: FormatRange) {
    guard let typedKeys, base.constant == nil || base.type == .any else { return }
    if case .list = base.type { return }
    if case .string(let key)? = index.constant {
      _ = permits(key, of: base, at: range)
    } else if index.type.family != .number {
      report(typedKeys.refusalOfUnknownKey(), at: range)
    }
  }
}

extension PredicateProfile {
  /// Returns a copy with the permitted keys for the objects of a type, wherever a predicate reaches them. The keys of other
  /// types remain. The key `SELF` is the entire object.
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
  /// Returns what a profile does not permit for an entity, and what does not match the model, in source order.
  ///
  /// If the profile permits keys by type, its list of key paths is ignored.
  public func findings(
    in profile: PredicateProfile, model: DataModel, entity: String, functions: PredicateFunctions = .none
  ) throws(FormatError) -> [FormatDiagnostic] {
    let index = try model.requiredIndex(ofEntity: entity, source: source)
    let keys = ModelKeySource(model)
    return findings(in: profile, root: keys.type(ofEntity: index), keys: keys, functions: functions)
  }

  /// Returns what a profile does not permit for a type, and what does not match the type.
  package func findings(
    in profile: PredicateProfile, root: ValueType, keys: some KeySource, functions: PredicateFunctions
  ) -> [FormatDiagnostic] {
    var untyped = profile
    if profile.types != nil {
      untyped.types = nil
      untyped.permitted[.keys] = nil
    }
    var findings = findings(in: untyped)
    do throws(FormatError) {
      _ = try Checker.resolve(self, root: root, keys: keys, functions: functions, typedKeys: TypedKeys(profile))
    } catch {
      // A variable gets its value later.
      findings += error.diagnostics.filter { $0.severity == .error && $0.code != .unboundVariable }
    }
    return findings.sorted { $0.range.start < $1.range.start }
  }
}
