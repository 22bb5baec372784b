import PredicateSyntax

/// The keys that a profile permits by type, as the checker asks for them while it walks key paths.
package struct TypedKeys: Sendable {
  /// What `types` of a profile calls records, and all else whose type only the value tells.
  package static let record = "record"

  private let types: [String: Set<String>]
  private let profile: String

  /// The rules of a profile; nil where it has none by type.
  package init?(_ profile: PredicateProfile) {
    guard let types = profile.types else { return nil }
    self.types = types
    self.profile = profile.name
  }

  /// What a profile calls a type.
  package static func name(of type: ValueType) -> String {
    switch type {
    case .object(let type): type.name
    case .list(let element), .set(let element): name(of: element)
    default: record
    }
  }

  /// Why a key of a type may not be asked for; nil where it may.
  func refusal(of key: String, of type: ValueType) -> Message? {
    let name = Self.name(of: type)
    let permitted = types[name] ?? []
    if permitted.contains(key) { return nil }
    return refusal("the \(key == "SELF" ? "whole" : "key '\(key)'") of \(name)", permitted)
  }

  /// Why a key that only a value tells may not be asked for.
  func refusalOfUnknownKey() -> Message { refusal("a key that only a value tells", types[Self.record] ?? []) }

  private func refusal(_ what: String, _ permitted: Set<String>) -> Message {
    let listed = permitted.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return .notPermitted(.keyNotPermitted, what, profile: profile, permitted: listed, nearest: nil)
  }
}

extension Checker {
  /// Reports a key of a type that the profile does not permit. Whether it is permitted.
  mutating func permits(_ key: String, of base: ResolvedExpression, at range: SourceRange) -> Bool {
    // What is read of a constant is the asker's own. (What stands for a fault is a constant of no known type.)
    if base.constant != nil, base.type != .any { return true }
    if let typedKeys, key.namesCollectionOperator {
      if !key.namesKnownOperator { report(typedKeys.refusalOfUnknownKey(), at: range) }
      return key.namesKnownOperator
    }
    guard let refusal = typedKeys?.refusal(of: key, of: base.type) else { return true }
    report(refusal, at: range)
    return false
  }

  /// Reports an index that may read a key that the profile does not permit: a string reads a key, as a dot does.
  mutating func expectPermitted(_ index: ResolvedExpression, of base: ResolvedExpression, at range: SourceRange) {
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
  /// The same profile with the keys that may be asked of the objects of a type, wherever a predicate reaches them; what
  /// `permitting(keys:of:)` was told of other types stays. `SELF` among them is the whole object.
  ///
  /// - Parameter type: a Swift type by its name without the module, or an entity of a data model; `record` is all that has no
  ///   type of its own, such as dictionaries.
  public func permitting(keys: [String], of type: String) -> PredicateProfile {
    var copy = self
    copy.types = (types ?? [:]).merging([type: Set(keys)]) { _, new in new }
    return copy
  }
}

extension FormatPredicate {
  /// What a profile does not permit of the objects of an entity, and what does not fit the model, in the order of the text.
  ///
  /// Where the profile permits keys by type, they decide, and its list of key paths is not asked.
  public func findings(
    in profile: PredicateProfile, model: DataModel, entity: String, functions: PredicateFunctions = .none
  ) throws(FormatError) -> [Diagnostic] {
    let index = try model.requiredIndex(ofEntity: entity, source: source)
    let keys = ModelKeySource(model)
    return findings(in: profile, root: keys.type(ofEntity: index), keys: keys, functions: functions)
  }

  /// What a profile does not permit of objects of a type, and what does not fit the type.
  package func findings(
    in profile: PredicateProfile, root: ValueType, keys: some KeySource, functions: PredicateFunctions
  ) -> [Diagnostic] {
    var untyped = profile
    if profile.types != nil {
      untyped.types = nil
      untyped.permitted[.keys] = nil
    }
    var findings = findings(in: untyped)
    do throws(FormatError) {
      _ = try Checker.resolve(self, root: root, keys: keys, functions: functions, typedKeys: TypedKeys(profile))
    } catch {
      // A variable's value is the program's, and comes later.
      findings += error.diagnostics.filter { $0.severity == .error && $0.code != .unboundVariable }
    }
    return findings.sorted { $0.range.start < $1.range.start }
  }
}
