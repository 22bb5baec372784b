import PredicateModel
import PredicateSyntax

/// Lowers a resolved tree to SQL.
///
/// A predicate has two conditions: one that is TRUE exactly where the predicate is true, and one that is TRUE exactly
/// where it is false; `condition(_:is:)` makes either, and NOT only chooses. So NULL, which is neither, drops no row that
/// two-valued logic keeps. What a dialect cannot say exactly is thrown as a `Refusal`.
struct Lowering {
  let dialect: SQLDialect
  let table: DialectTable
  let model: DataModel
  let limits: SQLLimits
  let habits: Set<NaiveHabit>
  /// The queries around the place that is being lowered, the outermost first.
  var frames: [QueryFrame] = []
  /// What each scope of the resolved tree stands for.
  var scopes: [ScopeValue] = []
  var aliases = 0
  var notes: [SQLNote] = []
  /// Whether a comparison so far asks a declared index of the innermost query.
  var usesIndex = false
  /// The outermost frame whose rows have been spoken of so far.
  var outermostFrame = Int.max
  /// Whether one value of all rows is asked for: then aggregates range over the rows of the statement.
  var isGroup = false
  /// Whether the place stands directly under AND of the whole predicate, so that its condition alone decides.
  var isConjunct = false

  init(_ translator: SQLTranslator) {
    dialect = translator.dialect
    table = translator.dialect.table
    model = translator.model
    limits = translator.limits
    habits = translator.habits
    let (frame, row) = rootFrame(of: translator.entityIndex)
    frames = [frame]
    scopes = [.row(row)]
  }

  // MARK: Refusals and notes

  /// What is thrown for something that the dialect cannot say exactly.
  func refusal(_ what: String, _ reason: String, at range: SourceRange) -> Refusal {
    Refusal(finding: Diagnostic(.untranslatable(what, dialect: dialect.name, reason: reason), at: range))
  }

  /// An operation as the dialect spells it.
  func spell(
    _ operation: SQLOperation, _ operands: SQLText..., for what: @autoclosure () -> String, at range: SourceRange
  ) throws(Refusal) -> SQLText {
    guard let template = table.spellings[operation] else {
      throw refusal(what(), "it has no such operation", at: range)
    }
    return try checked(template(operands), at: range)
  }

  /// The text, unless it has grown too long: guards are written twice, so towers of arithmetic grow with their height.
  func checked(_ text: SQLText, at range: SourceRange) throws(Refusal) -> SQLText {
    if text.length > limits.length {
      throw Refusal(finding: Diagnostic(.statementTooLong(limit: limits.length), at: range))
    }
    return text
  }

  mutating func note(_ kind: SQLNote.Kind, _ message: String, at range: SourceRange) {
    let note = SQLNote(kind, message, at: range)
    if !notes.contains(note) { notes.append(note) }
  }

  // MARK: Predicates

  /// The condition that is TRUE exactly where the predicate has the value.
  mutating func condition(_ predicate: ResolvedPredicate, is value: Bool) throws(Refusal) -> SQLCondition {
    switch predicate {
    case .constant(let constant): return .constant(constant == value)
    case .and(let parts): return try joined(parts, is: value, isAll: value)
    case .or(let parts): return try joined(parts, is: value, isAll: !value)
    case .not(let part):
      if habits.contains(.wrappedNot), value { return .test("NOT (\(try condition(part, is: true).sql(table)))") }
      return try condition(part, is: !value)
    case .comparison(let comparison): return try condition(comparison, is: value)
    case .some(let collection, let test): return try exists(collection, where: test, is: true, !value)
    case .every(let collection, let test): return try exists(collection, where: test, is: false, value)
    }
  }

  private mutating func joined(
    _ parts: [ResolvedPredicate], is value: Bool, isAll: Bool
  ) throws(Refusal) -> SQLCondition {
    let wasConjunct = isConjunct
    if !isAll { isConjunct = false }
    defer { isConjunct = wasConjunct }
    var conditions: [SQLCondition] = []
    for part in parts { conditions.append(try condition(part, is: value)) }
    return isAll ? .all(of: conditions) : .any(of: conditions)
  }

  /// The condition that is TRUE where the one given is FALSE or NULL: for what has no better opposite. No index serves it.
  func notTrue(_ condition: SQLCondition) -> SQLCondition {
    if case .constant(let value) = condition { return .constant(!value) }
    return .test("(\(condition.sql(table))) IS NOT TRUE")
  }

  /// The condition where `value`, its opposite where not.
  /// (One that cannot be NULL is negated plainly, which engines hand down further.)
  func settled(_ condition: SQLCondition, is value: Bool, isNullable: Bool = true) -> SQLCondition {
    if value { return condition }
    if !isNullable, case .test(let text) = condition { return .test("NOT (\(text))") }
    return notTrue(condition)
  }

  /// A predicate as a value: 1 or 0, TRUE or FALSE.
  func truthValue(_ condition: SQLCondition) -> SQLText {
    "CASE WHEN \(condition.sql(table)) THEN \(sql: table.true) ELSE \(sql: table.false) END"
  }
}
