import PredicateModel
import PredicateSyntax

/// A predicate on its way into a statement: its condition, the query with the joins that it needs, and what is left.
struct Translation {
  var lowering: Lowering
  /// TRUE for the objects of which the translated part of the predicate is true.
  var condition = SQLCondition.always
  /// The parts that the dialect cannot say exactly.
  var left: [FormatPredicate] = []
  /// The place of the whole predicate.
  private var range = SourceRange.none
  private let limits: SQLLimits
  /// The limits that the predicate carries.
  private var carried = Limits.default

  /// Translates a predicate, conjunct by conjunct: those that are refused go into the residual where it is allowed.
  ///
  /// - Throws: `FormatError` with the findings of the check, or with every conjunct's refusal.
  init(
    _ predicate: FormatPredicate?, _ translator: SQLTranslator, allowsResidual: Bool
  ) throws(FormatError) {
    lowering = Lowering(translator)
    limits = translator.limits
    guard let predicate else { return }
    range = predicate.range
    // What is left keeps to the limits of the whole.
    carried = try Limits?.none.inForce(for: predicate)
    let keys = ModelKeySource(translator.model)
    let tree = try Checker.resolve(predicate, root: keys.type(ofEntity: translator.entityIndex), keys: keys).tree
    var conditions: [SQLCondition] = []
    var refusals: [Diagnostic] = []
    for conjunct in Conjunct.parts(of: tree, predicate) {
      // The joins of what is given up are given up too. (Kept only where it matters: a copy makes what follows dearer.)
      let before = allowsResidual ? lowering : nil
      do throws(Refusal) {
        lowering.isConjunct = true
        conditions.append(try lowering.condition(conjunct.tree, is: !conjunct.isNegated))
      } catch {
        if let before { lowering = before }
        lowering.note(.residual, error.finding.message, at: error.finding.range)
        refusals.append(error.finding)
        left.append(carried == .default ? conjunct.predicate : conjunct.predicate.limited(to: carried))
      }
    }
    guard refusals.isEmpty || allowsResidual else { throw FormatError(refusals, source: predicate.source) }
    condition = .all(of: conditions)
    // An assignment may stand in one part and be read in another, so then nothing is taken out.
    if !left.isEmpty, predicate.format.contains(":=") { left = [predicate] }
  }

  /// The residual predicate.
  var residual: FormatPredicate? { left.count > 1 ? FormatPredicate(.and(left)) : left.first }

  /// `FROM … WHERE …`.
  var source: SQLText { lowering.frames[0].sql(lowering.table, where: condition) }

  /// The finished statement; what is refused of it is told with the text of its source.
  func statement(
    _ text: SQLText, _ columns: [SQLColumn], source: String
  ) throws(FormatError) -> SQLStatement {
    try Refusal.reported(in: source) { () throws(Refusal) in try statement(text, columns) }
  }

  /// The finished statement, unless it is more than the engine takes.
  func statement(_ text: SQLText, _ columns: [SQLColumn]) throws(Refusal) -> SQLStatement {
    var writer = SQLWriter(lowering.dialect)
    try lowering.checkJoins(lowering.frames[0], at: .none)
    writer.write(try lowering.checked(text, at: range))
    if writer.text.utf8.count > limits.length {
      throw Refusal(finding: Diagnostic(.statementTooLong(limit: limits.length), at: range))
    }
    if writer.parameters.count > limits.parameters {
      let message = Message.tooManyParameters(writer.parameters.count, limit: limits.parameters)
      throw Refusal(finding: Diagnostic(message, at: range))
    }
    if columns.count > limits.columns {
      throw lowering.refusal("a result of \(columns.count) columns", "it has at most \(limits.columns)", at: .none)
    }
    if let limit = lowering.table.parserStack,
      writer.text.withUTF8({ ParserDepth(of: $0).deepest }) > limit
    {
      throw lowering.refusal("a condition nested so deeply", "its parser has no room for it", at: .none)
    }
    // Only the one dialect has functions of its own.
    let functions = lowering.table.spellings[.fold] == nil ? [] : Self.registeredFunctions(in: &writer.text)
    return SQLStatement(
      text: writer.text, parameters: writer.parameters, columns: columns, residual: residual, notes: lowering.notes,
      requiredFunctions: functions, limits: carried)
  }

  /// The functions of the connection that a text calls, each once, in order.
  private static func registeredFunctions(in text: inout String) -> [String] {
    let mark = Array("predicate_".utf8)
    return text.withUTF8 { bytes in
      var names: Set<String> = []
      for index in bytes.indices where bytes[index] == mark[0] && bytes[index...].starts(with: mark) {
        let name = bytes[index...].prefix { $0 == UInt8(ascii: "_") || $0 &- UInt8(ascii: "a") < 26 }
        guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "(") else { continue }
        names.insert(String(decoding: name, as: UTF8.self))
      }
      return names.sorted()
    }
  }
}

/// A part of a predicate that must hold by itself: AND, and NOT of OR, are taken apart.
private struct Conjunct {
  var tree: ResolvedPredicate
  /// Whether the tree must be false.
  var isNegated: Bool
  /// What must be true.
  var predicate: FormatPredicate

  static func parts(of tree: ResolvedPredicate, _ predicate: FormatPredicate) -> [Conjunct] {
    var result: [Conjunct] = []
    collect(tree, predicate, isNegated: false, &result)
    return result
  }

  private static func collect(
    _ tree: ResolvedPredicate, _ predicate: FormatPredicate, isNegated: Bool, _ result: inout [Conjunct]
  ) {
    switch (tree, predicate.kind) {
    case (.and(let trees), .and(let predicates)) where !isNegated && trees.count == predicates.count,
      (.or(let trees), .or(let predicates)) where isNegated && trees.count == predicates.count:
      for (tree, predicate) in zip(trees, predicates) { collect(tree, predicate, isNegated: isNegated, &result) }
    case (.not(let tree), .not(let predicate)): collect(tree, predicate, isNegated: !isNegated, &result)
    default:
      result.append(
        Conjunct(
          tree: tree, isNegated: isNegated,
          predicate: isNegated ? FormatPredicate(.not(predicate), range: predicate.range) : predicate))
    }
  }
}
