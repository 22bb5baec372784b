import PredicateSemantics
import PredicateSyntax

/// Lowers a resolved tree to SQL.
///
/// A predicate has two conditions: one is TRUE exactly if the predicate is true, the other exactly if it is false.
/// `condition(_:is:)` makes either, and NOT selects the other one. NULL, which is neither, therefore never drops a row that
/// two-valued logic keeps. If a dialect cannot express something exactly, methods throw a `Refusal`.
struct Lowering {
  let dialect: DatabaseDialect
  let table: DialectTable
  let model: PredicateModel
  /// The limits needed here. Only these are copied, because many stack frames contain a copy of this value.
  let length: Int
  let parametersPerList: Int
  /// The number of values that may still be lowered.
  var work = LoweringWork()
  /// The finished queries, each after those in its conditions and values.
  var queries: [Query] = []
  /// The queries around the expression being lowered, the outermost first.
  var frames: [QueryFrame] = []
  /// The SQL of each scope of the resolved tree.
  var scopes: [ScopeValue] = []
  /// The number of tables so far.
  var tables = 0
  /// The notes about everything but indexes.
  var notes: [SQLNote] = []
  /// The order of a page.
  var pageOrder: PageOrder?
  /// The outermost frame whose rows have been referenced so far.
  var outermostFrame = Int.max
  /// The columns of groups while values of groups are lowered; nil while values of objects are.
  var groups: GroupColumns?

  init(_ translator: SQLTranslator) {
    dialect = translator.dialect
    table = translator.dialect.table
    model = translator.model
    length = translator.limits.length
    parametersPerList = translator.limits.parametersPerList
    let (frame, row) = rootFrame(of: translator.entityIndex)
    frames = [frame]
    scopes = [.row(row)]
  }

  // MARK: Refusals and notes

  /// Returns the error for something that the dialect cannot express exactly.
  @inline(never)
  func refusal(_ what: String, _ reason: String, at range: FormatRange) -> Refusal {
    Refusal(finding: dialect.untranslatable(what, reason, at: range))
  }

  /// Returns an operation in the dialect's spelling.
  @inline(never)
  func spell(
    _ operation: SQLOperation, _ operands: SQL..., for what: @autoclosure () -> String, at range: FormatRange
  ) throws(Refusal) -> SQL {
    try written(template(of: operation, for: what(), at: range), operands, operation.operands, at: range)
  }

  /// Returns the dialect's spelling of an operation. Throws if it has none.
  @inline(never)
  func template(
    of operation: SQLOperation, for what: @autoclosure () -> String, at range: FormatRange
  ) throws(Refusal) -> SQLTemplate {
    if let template = dialect.spellings[operation] { return template }
    throw refusal(what(), "it has no such operation", at: range)
  }

  /// Returns the piece, or throws if it is too long.
  func checked(_ sql: SQL, at range: FormatRange) throws(Refusal) -> SQL {
    try checkLength(sql.length, at: range)
    return sql
  }

  /// Throws if a piece of the statement is longer than the statement may be.
  func checkLength(_ bytes: Int, at range: FormatRange) throws(Refusal) {
    if bytes > length { throw Refusal(finding: FormatDiagnostic(.statementTooLong(limit: length), at: range)) }
  }

  /// Throws if the query joins more tables than the engine permits.
  func checkJoins(_ frame: QueryFrame, at range: FormatRange) throws(Refusal) {
    guard let limit = table.greatestJoin, frame.joins.count >= limit else { return }
    throw refusal("such a long key path", "it joins at most \(limit) tables", at: range)
  }

  mutating func note(_ kind: SQLNote.Kind, _ message: String, at range: FormatRange) {
    notes.append(SQLNote(kind, message, at: range))
  }

  // MARK: Predicates

  /// Returns the condition that is TRUE exactly if the predicate is `wanted`: true or false.
  ///
  /// This function recurses, so it only hands each case to the function that does the work.
  @inline(never)
  mutating func condition(_ predicate: ResolvedPredicate, is wanted: Bool) throws(Refusal) -> SQLCondition {
    switch predicate {
    case .constant(let constant): return .constant(constant == wanted)
    // To be false, AND becomes OR of the negated parts, and OR becomes AND.
    case .and(let parts): return try joined(ResolvedPredicate.merged(parts, isAnd: true), is: wanted, isAll: wanted)
    case .or(let parts): return try joined(ResolvedPredicate.merged(parts, isAnd: false), is: wanted, isAll: !wanted)
    case .not(let part): return try condition(part, is: !wanted)
    case .comparison(let comparison): return try condition(comparison, is: wanted)
    case .some(let collection, let test): return try exists(collection, where: test, is: true, isNegated: !wanted)
    case .every(let collection, let test): return try exists(collection, where: test, is: false, isNegated: wanted)
    }
  }

  /// Returns AND of the conditions of all parts, or OR of them.
  mutating func joined(
    _ parts: [ResolvedPredicate], is wanted: Bool, isAll: Bool
  ) throws(Refusal) -> SQLCondition {
    var conditions: [SQLCondition] = []
    for part in parts { conditions.append(try condition(part, is: wanted)) }
    return isAll ? .all(of: conditions) : .any(of: conditions)
  }

  /// Returns the condition if `wanted` is true, else its opposite.
  func requiring(_ condition: SQLCondition, is wanted: Bool, isNullable: Bool = true) -> SQLCondition {
    wanted ? condition : condition.negated(isNullable: isNullable)
  }
}
