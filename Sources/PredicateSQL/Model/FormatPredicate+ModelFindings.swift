import PredicateSemantics
import PredicateSyntax

extension FormatPredicate {
  /// Returns what a profile does not permit for an entity, and what does not match the model, in source order.
  ///
  /// If the profile permits keys by type, its list of key paths is ignored.
  ///
  /// - Throws: `FormatError` if the model has no such entity.
  public func findings(
    in profile: PredicateProfile, model: DataModel, entity: String, functions: PredicateFunctions = .none
  ) throws(FormatError) -> [FormatDiagnostic] {
    let index = try model.requiredIndex(ofEntity: entity, source: source)
    let keys = ModelKeySource(model)
    return findings(in: profile, root: keys.type(ofEntity: index), keys: keys, functions: functions)
  }
}
