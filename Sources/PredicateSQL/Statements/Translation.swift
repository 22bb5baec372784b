import PredicateSemantics
import PredicateSyntax

/// The translation of a predicate into SQL: its condition, the query with the required joins, and the residual.
struct Translation {
  var lowering: Lowering
  /// TRUE for the objects that match the translated part of the predicate.
  var condition = SQLCondition.always
  /// The parts that the dialect cannot express exactly.
  private var untranslated: [FormatPredicate] = []
  /// The range of the whole predicate.
  private var range = FormatRange.none
  private let limits: SQLLimits
  private let passes: [Pass]
  /// The limits of the whole request or change.
  let evaluationLimits: PredicateLimits

  /// Translates a predicate conjunct by conjunct. If a residual is allowed, refused conjuncts go into it, and the statement has the
  /// weaker condition that can be translated.
  ///
  /// - Parameter evaluationLimits: The limits of the whole request or change.
  /// - Throws: `FormatError` with the errors of the check, or with the refusal of every conjunct.
  init(
    _ predicate: FormatPredicate?, _ translator: SQLTranslator, _ evaluationLimits: PredicateLimits,
    allowsResidual: Bool
  ) throws(FormatError) {
    lowering = Lowering(translator)
    limits = translator.limits
    passes = translator.passes
    self.evaluationLimits = evaluationLimits
    guard let predicate else { return }
    range = predicate.range
    let keys = ModelKeySource(translator.model)
    let tree = try Checker.resolve(predicate, root: keys.type(ofEntity: translator.entityIndex), keys: keys).tree
    lowering.work.permit(nodes: ResolvedNode.predicate(tree).nodeCount)
    var conditions: [SQLCondition] = []
    var refusals: [FormatDiagnostic] = []
    let conjuncts = Conjunct.merged(Conjunct.parts(of: tree, predicate))
    for conjunct in conjuncts {
      // Discards the joins of a refused conjunct. Copies only if needed, because a second reference makes later mutations copy.
      let before = allowsResidual ? lowering : nil
      do throws(Refusal) {
        let condition = try lowering.condition(conjunct.tree, is: !conjunct.isNegated)
        conditions.append(condition)
        if let predicate = conjunct.predicate {
          lowering.noteIfNever(condition, predicate, isAlone: conjuncts.count == 1)
        }
      } catch {
        if let before { lowering = before }
        guard let predicate = conjunct.predicate else { continue }
        lowering.note(.residual, error.finding.message, at: error.finding.range)
        refusals.append(error.finding)
        untranslated.append(predicate)
        if allowsResidual, let weaker = lowering.weakerCondition(conjunct.tree, is: !conjunct.isNegated) {
          conditions.append(weaker)
        }
      }
    }
    guard refusals.isEmpty || allowsResidual else { throw FormatError(refusals, source: predicate.writtenText) }
    condition = .all(of: conditions)
    // One conjunct can read a variable that another assigns, so the whole predicate becomes the residual.
    if !untranslated.isEmpty, predicate.format.contains(":=") { untranslated = [predicate] }
  }

  /// The residual predicate, with the limits of the whole.
  var residual: FormatPredicate? {
    let residual = untranslated.count > 1 ? FormatPredicate(.and(untranslated)) : untranslated.first
    return evaluationLimits == .default ? residual : residual?.limited(to: evaluationLimits)
  }

  /// The columns of the primary key of the objects.
  var keys: [SQL] {
    guard case .row(let row)? = lowering.scopes.first else { return [] }
    return row.keys
  }

  /// Returns the query of the matching objects.
  func query(_ columns: [SQL]) -> Query {
    var query = lowering.frames[0].query(columns, where: condition)
    query.keys = keys
    query.ofEntity = .all(of: lowering.frames[0].conditions)
    return query
  }

  /// Returns a query as the source of another one.
  mutating func source(_ query: Query, as alias: String) -> Query.Source { .named(lowering.queries.add(query), alias) }

  /// Returns the finished statement. A refusal is reported with the text of its source.
  func statement(
    _ query: Query?, _ columns: [SQLResultColumn], source: WrittenText, as kind: Statement.Kind = .select
  ) throws(FormatError) -> TranslatedStatement {
    try Refusal.reported(in: source) { () throws(Refusal) in try statement(query, columns, as: kind) }
  }

  /// Returns the finished statement, or throws if it exceeds a limit of the engine.
  func statement(
    _ query: Query?, _ columns: [SQLResultColumn], as kind: Statement.Kind = .select
  ) throws(Refusal) -> TranslatedStatement {
    var queries = lowering.queries
    let outermost = query.map { queries.add($0) }
    var statement = Statement(
      kind: kind, queries: queries, outermost: outermost, pageOrder: lowering.pageOrder, notes: lowering.notes)
    try lowering.checkJoins(lowering.frames[0], at: .none)
    try lowering.checkLength(statement.length, at: range)
    for pass in passes { pass.apply(&statement, lowering.table) }
    var writer = SQLWriter(lowering.dialect, statement)
    writer.write()
    if writer.text.utf8.count > limits.length {
      throw Refusal(finding: FormatDiagnostic(.statementTooLong(limit: limits.length), at: range))
    }
    if writer.parameters.count > limits.parameters {
      let message = Message.tooManyParameters(writer.parameters.count, limit: limits.parameters)
      throw Refusal(finding: FormatDiagnostic(message, at: range))
    }
    if columns.count > limits.columns {
      throw lowering.refusal("a result of \(columns.count) columns", "the limit is \(limits.columns)", at: .none)
    }
    if writer.deepest > limits.depth {
      throw lowering.refusal("such a deeply nested condition", "it exceeds the stack of its parser", at: .none)
    }
    return TranslatedStatement(
      text: writer.text, parameters: writer.parameters, columns: columns, residual: residual,
      notes: statement.notes,
      requiredFunctions: writer.functions.inByteOrder, limits: evaluationLimits,
      statement: statement)
  }
}

extension SQLTranslator {
  /// Returns the limits that a predicate and expressions carry.
  ///
  /// - Throws: `FormatError` if they exceed these limits.
  func evaluationLimits(
    of predicate: FormatPredicate?, _ expressions: [FormatExpression] = []
  ) throws(FormatError) -> PredicateLimits {
    if let predicate, expressions.isEmpty { return try PredicateLimits?.none.inForce(for: predicate) }
    let size = TreeSize(predicate.map { [$0] } ?? [], expressions)
    return try PredicateLimits?.none.inForce(size, predicate?.writtenText ?? "")
  }
}

/// A part of a predicate that must be true (or false) independently. AND and negated OR are split into such parts.
private struct Conjunct {
  var tree: ResolvedPredicate
  /// Whether the tree must be false.
  var isNegated: Bool
  /// The predicate that must be true; nil if other conjuncts imply it.
  var predicate: FormatPredicate?

  static func parts(
    of tree: ResolvedPredicate, _ predicate: FormatPredicate, isNegated: Bool = false
  ) -> [Conjunct] {
    var result: [Conjunct] = []
    switch (tree, predicate.kind) {
    case (.and(let trees), .and(let predicates)) where !isNegated && trees.count == predicates.count,
      (.or(let trees), .or(let predicates)) where isNegated && trees.count == predicates.count:
      for (tree, predicate) in zip(trees, predicates) { result += parts(of: tree, predicate, isNegated: isNegated) }
    case (.not(let tree), .not(let predicate)): result = parts(of: tree, predicate, isNegated: !isNegated)
    default:
      let positive = isNegated ? FormatPredicate(.not(predicate), range: predicate.range) : predicate
      result = [Conjunct(tree: tree, isNegated: isNegated, predicate: positive)]
    }
    return result
  }

  /// The bounds of keys that the conjunct implies if it is an OR.
  private var impliedBounds: [Conjunct] {
    isNegated ? [] : tree.impliedBounds.map { Conjunct(tree: $0, isNegated: false) }
  }

  /// Returns the conjuncts, and before each OR the bounds that it implies, by which an index finds the first row of a page. Those
  /// that test one key are merged. The predicate of such a conjunct is that of all its parts.
  static func merged(_ conjuncts: [Conjunct]) -> [Conjunct] {
    let conjuncts = conjuncts.flatMap { $0.impliedBounds + [$0] }
    let parts = conjuncts.indices.map {
      MergedPart(conjuncts[$0].tree, isNegated: conjuncts[$0].isNegated, sources: [$0])
    }
    return ResolvedPredicate.mergedConjuncts(parts).map { part in
      let predicates = part.sources.compactMap { conjuncts[$0].predicate }
      let predicate =
        predicates.count > 1 ? FormatPredicate(.and(predicates), range: predicates[0].range) : predicates.first
      return Conjunct(tree: part.predicate, isNegated: part.isNegated, predicate: predicate)
    }
  }
}
