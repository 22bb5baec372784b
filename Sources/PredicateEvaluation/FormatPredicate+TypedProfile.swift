import PredicateSemantics
import PredicateSyntax

extension PredicateProfile {
  /// Returns a copy of the profile that permits the given keys for objects of a type, wherever a predicate reaches them:
  /// `PredicateProfile.untrusted.permitting(keys: ["text", "length"], of: Word.self)`. Permissions for other types do not change.
  /// The key `SELF` is the whole object.
  public func permitting<T>(keys: [String], of type: T.Type) -> PredicateProfile {
    permitting(keys: keys, of: SwiftType.of(type).valueType.nameInProfiles)
  }
}

extension PredicateFetchRequest {
  /// Returns the request if a profile permits all of it for objects of a type, and if it fits the type. Use this method if the
  /// profile permits keys by type. Its list of key paths is then ignored.
  ///
  /// - Throws: The errors of `validated(by:of:)`, and those of keys that the type does not have.
  public func validated<T>(
    by profile: PredicateProfile, for type: T.Type, functions: PredicateFunctions = .none
  ) throws(FormatError) -> PredicateFetchRequest {
    try validated(by: profile, for: SwiftType.of(type), functions, isShared: false)
  }

  func validated(
    by profile: PredicateProfile, for type: SwiftType, _ functions: PredicateFunctions, isShared: Bool
  ) throws(FormatError) -> PredicateFetchRequest {
    if let reason = type.unreadableReason {
      throw FormatError(.notEvaluated("a request over \(type.name)", reason: reason))
    }
    let keys = SwiftKeySource(for: type, isShared: isShared)
    return try validated(by: profile, root: type.valueType, keys: keys, functions: functions)
  }
}

extension FormatPredicate {
  /// Parses a format string for objects of a type and checks it against a profile. Use this initializer if the profile permits
  /// keys by type: a format string with a key that the profile does not permit never becomes a predicate.
  ///
  /// - Parameters:
  ///   - format: The format string.
  ///   - profile: What the format string may use. Its limits apply to parsing.
  ///   - type: The type of the objects.
  ///   - validator: Rules of the program in addition to those of the profile.
  ///   - functions: The functions that the predicate may call in addition to the built-in ones.
  ///   - arguments: One argument for each conversion.
  /// - Throws: `FormatError` with the errors of the format string, everything that the profile does not permit or that does not
  ///   fit the type, and everything that the validator rejects.
  public init<T>(
    _ format: String, profile: PredicateProfile, for type: T.Type, validator: (any PredicateValidator)? = nil,
    functions: PredicateFunctions = .none, arguments: [(any FormatArgument)?] = []
  ) throws(FormatError) {
    try self.init(format, profile, for: SwiftType.of(type), validator, functions, arguments, isShared: false)
  }

  init(
    _ format: String, _ profile: PredicateProfile, for type: SwiftType, _ validator: (any PredicateValidator)?,
    _ functions: PredicateFunctions, _ arguments: [(any FormatArgument)?], isShared: Bool
  ) throws(FormatError) {
    self = try Self.parsed(format, in: profile, arguments) { predicate in
      predicate.findings(functions: functions)
        + predicate.findings(in: profile, for: type, functions, isShared: isShared)
        + (validator.map(predicate.findings) ?? [])
    }
  }

  /// Returns what the profile does not permit and what does not fit the type, in source order.
  ///
  /// If the profile permits keys by type, its list of key paths is ignored.
  public func findings<T>(
    in profile: PredicateProfile, for type: T.Type, functions: PredicateFunctions = .none
  ) -> [FormatDiagnostic] {
    findings(in: profile, for: SwiftType.of(type), functions, isShared: false)
  }

  func findings(
    in profile: PredicateProfile, for type: SwiftType, _ functions: PredicateFunctions, isShared: Bool
  ) -> [FormatDiagnostic] {
    if let reason = type.unreadableReason {
      return [FormatDiagnostic(.notEvaluated("a predicate over \(type.name)", reason: reason), at: .none)]
    }
    let keys = SwiftKeySource(for: type, isShared: isShared)
    return findings(in: profile, root: type.valueType, keys: keys, functions: functions)
  }
}
