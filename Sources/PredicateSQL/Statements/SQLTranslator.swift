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
  /// What a statement may cost.
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
    self.limits = limits
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

/// What a statement may cost. Every limit has a diagnostic of its own.
public struct SQLLimits: Sendable, Hashable {
  /// The longest text of a condition, in bytes (`statement-too-long`).
  public var length: Int
  /// The most values of IN that are written as places of their own; a longer list is one parameter.
  public var places: Int

  /// Makes limits; each has a default that all the engines stay within.
  public init(length: Int = 1_000_000, places: Int = 100) {
    self.length = length
    self.places = places
  }

  /// The limits in force where none are given.
  public static let `default` = SQLLimits()
}
