import PredicateSyntax

/// Translates predicates on the objects of an entity into statements of a dialect.
///
/// The statements find the same rows as evaluation in memory with errors as nil (`onError: .yieldNil`). Every method throws
/// `FormatError` with the errors of the check against the model, or with `untranslatable` if the dialect cannot express
/// something exactly.
///
///     let translator = try SQLTranslator(.sqlite, model: model, entity: "Book")
///     let page = try translator.select(["title", "author.name"], where: old, orderBy: [.ascending("year")], limit: 20)
///     let change = try translator.update(["year": FormatExpression("year + 1")], where: old)
public struct SQLTranslator: Sendable {
  /// The dialect of the statements.
  public let dialect: DatabaseDialect
  /// The model that describes where the objects are stored.
  public let model: PredicateModel
  /// The entity of the objects that predicates refer to as SELF.
  public let entity: PredicateModel.Entity
  /// Whether `select` may return a residual predicate for what the dialect cannot express.
  public var allowsResidual: Bool
  /// The limits of a statement: for each limit, the lower of the given one and the dialect's (`DatabaseDialect.limits`).
  public var limits: SQLLimits

  /// The passes that change the queries of a statement.
  package var passes = Pass.all

  let entityIndex: Int

  /// Creates a translator for an entity of a model.
  ///
  /// - Throws: `FormatError` if the model has no such entity.
  public init(
    _ dialect: DatabaseDialect, model: PredicateModel, entity: String, allowsResidual: Bool = false,
    limits: SQLLimits = .default
  ) throws(FormatError) {
    entityIndex = try model.requiredIndex(ofEntity: entity)
    self.dialect = dialect
    self.model = model
    self.entity = model.entities[entityIndex]
    self.allowsResidual = allowsResidual
    self.limits = limits.stricter(dialect.limits)
  }
}
