import PredicateModel
import PredicateSyntax

extension PredicateProfile {
  /// The same profile with the keys that may be asked of the objects of a type, wherever a predicate reaches them:
  /// `PredicateProfile.untrusted.permitting(keys: ["text", "length"], of: Word.self)`. What it was told of other types stays.
  /// `SELF` among them is the whole object.
  public func permitting<T>(keys: [String], of type: T.Type) -> PredicateProfile {
    permitting(keys: keys, of: TypedKeys.name(of: SwiftType.of(type).valueType))
  }
}

extension FormatPredicate {
  /// Parses a format string for objects of a type, which must keep to a profile. Where the profile permits keys by type, this
  /// is what to use: what it does not permit never becomes a predicate.
  ///
  /// - Parameters:
  ///   - format: the text.
  ///   - profile: what it may use; its limits hold while parsing.
  ///   - type: what the predicate will be evaluated on.
  ///   - validator: the program's own rules, beside those of the profile.
  ///   - functions: the functions of the program that it may call.
  ///   - arguments: one for each conversion.
  /// - Throws: `FormatError` with every fault of the text, with all that the profile does not permit or that does not fit the
  ///   type, and with all that the validator refuses.
  public init<T>(
    _ format: String, profile: PredicateProfile, for type: T.Type, validator: (any PredicateValidator)? = nil,
    functions: PredicateFunctions = .none, arguments: [(any FormatArgument)?] = []
  ) throws(FormatError) {
    try self.init(format, profile: profile, arguments: arguments) { predicate in
      predicate.findings(functions: functions) + predicate.findings(in: profile, for: type, functions: functions)
        + (validator.map(predicate.findings) ?? [])
    }
  }

  /// What a profile does not permit of objects of a type, and what does not fit the type, in the order of the text.
  ///
  /// Where the profile permits keys by type, they decide, and its list of key paths is not asked.
  public func findings<T>(
    in profile: PredicateProfile, for type: T.Type, functions: PredicateFunctions = .none
  ) -> [Diagnostic] {
    findings(in: profile, for: SwiftType.of(type), functions, isShared: false)
  }

  private func findings(
    in profile: PredicateProfile, for type: SwiftType, _ functions: PredicateFunctions, isShared: Bool
  ) -> [Diagnostic] {
    if case .unreadable(let reason) = type.kind {
      return [Diagnostic(.notEvaluated("a predicate over \(type.name)", reason: reason), at: .none)]
    }
    return findings(in: profile, root: type.valueType, keys: SwiftKeySource(isShared: isShared), functions: functions)
  }

  /// The same for objects that other threads may have: a stored `var` of a class is a key only where it is named in
  /// `predicateKeys`.
  ///
  /// - Throws: as for objects that are not `Sendable`.
  public init<T: Sendable>(
    _ format: String, profile: PredicateProfile, for type: T.Type, validator: (any PredicateValidator)? = nil,
    functions: PredicateFunctions = .none, arguments: [(any FormatArgument)?] = []
  ) throws(FormatError) {
    try self.init(format, profile: profile, arguments: arguments) { predicate in
      predicate.findings(functions: functions) + predicate.findings(in: profile, for: type, functions: functions)
        + (validator.map(predicate.findings) ?? [])
    }
  }

  /// The same for objects that other threads may have.
  public func findings<T: Sendable>(
    in profile: PredicateProfile, for type: T.Type, functions: PredicateFunctions = .none
  ) -> [Diagnostic] {
    findings(in: profile, for: SwiftType.of(type), functions, isShared: true)
  }
}
