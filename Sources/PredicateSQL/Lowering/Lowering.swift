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
  /// The limits that matter here, and no more: all that this holds lies on the stack again and again.
  let length: Int
  let places: Int
  let habits: Set<NaiveHabit>
  /// The queries around the place that is being lowered, the outermost first.
  var frames: [QueryFrame] = []
  /// What each scope of the resolved tree stands for.
  var scopes: [ScopeValue] = []
  var aliases = 0
  var notes: [SQLNote] = []
  /// The notes once more, to tell whether one is there already.
  private var noted: Set<SQLNote> = []
  /// Whether a comparison so far asks a declared index of the innermost query.
  var usesIndex = false
  /// The outermost frame whose rows have been spoken of so far.
  var outermostFrame = Int.max
  /// What is known of groups while values of groups are lowered; nil while those of objects are.
  var groups: GroupColumns?
  /// Whether the place stands directly under AND of the whole predicate, so that its condition alone decides.
  var isConjunct = false

  init(_ translator: SQLTranslator) {
    dialect = translator.dialect
    table = translator.dialect.table
    model = translator.model
    length = translator.limits.length
    places = translator.limits.places
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
    if text.length > length {
      throw Refusal(finding: Diagnostic(.statementTooLong(limit: length), at: range))
    }
    return text
  }

  /// Engines bound how many tables a query may join.
  func checkJoins(_ frame: QueryFrame, at range: SourceRange) throws(Refusal) {
    guard let limit = table.greatestJoin, frame.joins.count >= limit else { return }
    throw refusal("so long a key path", "it joins at most \(limit) tables", at: range)
  }

  mutating func note(_ kind: SQLNote.Kind, _ message: String, at range: SourceRange) {
    let note = SQLNote(kind, message, at: range)
    // Of few, comparing is quicker than hashing; of many it would take time in proportion to their square.
    if notes.count < 16 {
      if !notes.contains(note) { notes.append(note) }
      return
    }
    if noted.isEmpty { noted = Set(notes) }
    if noted.insert(note).inserted { notes.append(note) }
  }

  // MARK: Predicates

  /// The condition that is TRUE exactly where the predicate has the value.
  @inline(never)
  mutating func condition(_ predicate: ResolvedPredicate, is value: Bool) throws(Refusal) -> SQLCondition {
    switch predicate {
    case .comparison: try comparison(predicate, is: value)
    case .and, .or: try joined(predicate, is: value)
    case .not: try negated(predicate, is: value)
    default: try quantified(predicate, is: value)
    }
  }

  private mutating func comparison(_ predicate: ResolvedPredicate, is value: Bool) throws(Refusal) -> SQLCondition {
    guard case .comparison(let comparison) = predicate else { return .never }
    return try condition(comparison, is: value)
  }

  private mutating func negated(_ predicate: ResolvedPredicate, is value: Bool) throws(Refusal) -> SQLCondition {
    guard case .not(let part) = predicate else { return .never }
    if habits.contains(.wrappedNot), value { return .test("NOT (\(try condition(part, is: true).sql(table)))") }
    return try condition(part, is: !value)
  }

  private mutating func quantified(_ predicate: ResolvedPredicate, is value: Bool) throws(Refusal) -> SQLCondition {
    switch predicate {
    case .constant(let constant): return .constant(constant == value)
    case .some(let collection, let test): return try exists(collection, where: test, is: true, !value)
    case .every(let collection, let test): return try exists(collection, where: test, is: false, value)
    default: return .never
    }
  }

  /// AND and OR; where they are to be false, each is the other over what is false.
  private mutating func joined(_ predicate: ResolvedPredicate, is value: Bool) throws(Refusal) -> SQLCondition {
    switch predicate {
    case .and(let parts): try joined(parts, is: value, isAll: value)
    case .or(let parts): try joined(parts, is: value, isAll: !value)
    default: .never
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
}
