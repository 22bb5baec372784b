import PredicateModel
import PredicateSyntax

/// Turns predicates on the objects of an entity into statements of a dialect that find the same rows as evaluation in
/// memory does with faults as nil (`onFault: .yieldNil`).
///
/// Every method throws `FormatError` with the findings of the check against the model, and with `untranslatable` for what
/// the dialect cannot say exactly.
public struct SQLTranslator: Sendable {
  /// The dialect of the statements.
  public let dialect: SQLDialect
  /// Where the objects are kept.
  public let model: DataModel
  /// The entity of the objects that predicates speak of as SELF.
  public let entity: DataModel.Entity
  /// Whether `select` may leave what the dialect cannot say to a residual predicate.
  public var allowsResidual: Bool
  /// What a statement may cost: the limits given, or those of the dialect (`SQLDialect.limits`) where these are lower.
  public var limits: SQLLimits

  /// Wrong habits, for tests.
  package var habits: Set<NaiveHabit> = []

  let entityIndex: Int

  /// Makes a translator for an entity of a model.
  ///
  /// - Throws: `FormatError` where the model has no such entity, or an attribute is stored as the dialect cannot.
  public init(
    _ dialect: SQLDialect, model: DataModel, entity: String, allowsResidual: Bool = false, limits: SQLLimits = .default
  ) throws(FormatError) {
    entityIndex = try model.requiredIndex(ofEntity: entity)
    self.dialect = dialect
    self.model = model
    self.entity = model.entities[entityIndex]
    self.allowsResidual = allowsResidual
    self.limits = limits.stricter(dialect.limits)
    for entity in model.entities {
      for attribute in entity.attributes where !dialect.table.stores(attribute.type) {
        let what = "'\(attribute.name)' of \(entity.name)"
        let reason = "it has no type of its own for such values; the model must name another storage"
        throw FormatError(
          [Diagnostic(.untranslatable(what, dialect: dialect.name, reason: reason), at: .none)], source: "")
      }
    }
  }
}
