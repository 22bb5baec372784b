import PredicateSemantics
import PredicateSyntax

/// A key source for a data model. The identifier of an object's type is the index of its entity.
package final class ModelKeySource: KeySource, Sendable {
  let model: PredicateModel

  package init(_ model: PredicateModel) { self.model = model }

  /// Returns the type of an entity's objects.
  package func type(ofEntity index: Int) -> ValueType {
    .object(ObjectType(name: model.entities[index].name, identifier: index))
  }

  package func key(_ name: String, of type: ObjectType) -> KeyLookup {
    guard model.entities.indices.contains(type.identifier) else { return .absent(known: []) }
    let entity = model.entities[type.identifier]
    switch model.key(name, ofEntity: type.identifier) {
    case .primaryKey: return .found(type: entity.primaryKeyType.valueType, isNullable: false)
    case .attribute(let index):
      let attribute = entity.attributes[index]
      // NaN reads as nil.
      let mayBeNaN = attribute.mayBeNaN && attribute.type.valueType.isDouble
      return .found(type: attribute.type.valueType, isNullable: attribute.isNullable || mayBeNaN)
    case .relationship(let index):
      let relationship = entity.relationships[index]
      guard let destination = model.index(ofEntity: relationship.destination) else { return .absent(known: []) }
      let object = self.type(ofEntity: destination)
      // A declared collection is never nil.
      guard case .toOne(_, let isNullable, let isEnforced) = relationship.kind else {
        return .found(type: .set(object), isNullable: false)
      }
      return .found(type: object, isNullable: isNullable || !isEnforced)
    case nil:
      return .absent(known: entity.keyNames)
    }
  }
}

extension PredicateModel {
  /// The entities with their keys and types.
  package var keyModel: KeyModel { KeyModel(entities: entities.map { $0.name }, keys: ModelKeySource(self)) }
}

extension FormatPredicate {
  /// Checks the predicate for objects of an entity: reports unknown keys with the nearest known ones, and type mismatches.
  ///
  /// - Returns: The warnings.
  /// - Throws: `FormatError` with every error.
  @discardableResult
  public func check(
    against model: PredicateModel, entity: String, functions: PredicateFunctions = .none
  ) throws(FormatError) -> [FormatDiagnostic] {
    try model.keyModel.check(self, entity: entity, functions: functions)
  }

  /// Returns what a profile does not permit for an entity, and what does not match the model, in source order.
  ///
  /// If the profile permits keys by type, its list of key paths is ignored.
  ///
  /// - Throws: `FormatError` if the model has no such entity.
  public func findings(
    in profile: PredicateProfile, model: PredicateModel, entity: String, functions: PredicateFunctions = .none
  ) throws(FormatError) -> [FormatDiagnostic] {
    try model.keyModel.findings(about: self, in: profile, entity: entity, functions: functions)
  }
}

extension PredicateFetchRequest {
  /// Returns the request for an entity if a profile permits all of it, and if it fits the model. If the profile permits keys by
  /// type, its list of key paths is ignored.
  ///
  /// - Throws: The errors of `validated(by:of:)`, and those of keys that the entity does not have.
  public func validated(
    by profile: PredicateProfile, model: PredicateModel, entity: String, functions: PredicateFunctions = .none
  ) throws(FormatError) -> PredicateFetchRequest {
    let index = try model.requiredIndex(ofEntity: entity)
    let keys = ModelKeySource(model)
    return try validated(
      by: profile, of: entity, root: keys.type(ofEntity: index), keys: keys, functions: functions)
  }
}

extension PredicateModel {
  /// Returns the index of an entity. Throws an error with the nearest known name if there is none.
  package func requiredIndex(ofEntity name: String, source: WrittenText = "") throws(FormatError) -> Int {
    if let index = index(ofEntity: name) { return index }
    let nearest = nearestWord(to: name, among: entities.map { $0.name })
    throw FormatError(.unknownEntity(name, nearest: nearest), source: source)
  }
}
