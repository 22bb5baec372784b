import PredicateSyntax

/// The entities of a model with their keys and types: all that a check needs to know of it.
package struct KeyModel: Sendable {
  /// The names of the entities. The identifier of an object's type is the index of its entity.
  package let entities: [String]
  private let keys: any KeySource & Sendable

  package init(entities: [String], keys: any KeySource & Sendable) { (self.entities, self.keys) = (entities, keys) }

  /// Returns the type of an entity's objects.
  ///
  /// - Throws: `FormatError` with the nearest known name if there is no such entity.
  private func type(of entity: String, source: WrittenText) throws(FormatError) -> ValueType {
    if let index = entities.firstIndex(of: entity) { return .object(ObjectType(name: entity, identifier: index)) }
    let nearest = nearestWord(to: entity, among: entities)
    throw FormatError(.unknownEntity(entity, nearest: nearest), source: source)
  }

  /// Checks a predicate for objects of an entity, and returns the warnings.
  ///
  /// - Throws: `FormatError` with every error.
  package func check(
    _ predicate: FormatPredicate, entity: String, functions: PredicateFunctions = .none
  ) throws(FormatError) -> [FormatDiagnostic] {
    let root = try type(of: entity, source: predicate.writtenText)
    return try Checker.resolve(predicate.located, root: root, keys: keys, functions: functions).warnings
  }

  /// Returns what a profile does not permit for an entity, and what does not match the model, in source order.
  ///
  /// - Throws: `FormatError` if there is no such entity.
  package func findings(
    about predicate: FormatPredicate, in profile: PredicateProfile, entity: String,
    functions: PredicateFunctions = .none
  ) throws(FormatError) -> [FormatDiagnostic] {
    let root = try type(of: entity, source: predicate.writtenText)
    return predicate.findings(in: profile, root: root, keys: keys, functions: functions)
  }
}
