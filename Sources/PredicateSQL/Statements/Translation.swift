import PredicateModel
import PredicateSyntax

/// A predicate on its way into a statement: its condition, the query with the joins that it needs, and what is left.
struct Translation {
  var lowering: Lowering
  /// TRUE for the objects of which the translated part of the predicate is true.
  var condition = SQLCondition.always
  /// The parts that the dialect cannot say exactly.
  var left: [FormatPredicate] = []

  /// Translates a predicate, conjunct by conjunct: those that are refused go into the residual where it is allowed.
  ///
  /// - Throws: `FormatError` with the findings of the check, or with every conjunct's refusal.
  init(
    _ predicate: FormatPredicate?, _ translator: SQLTranslator, allowsResidual: Bool
  ) throws(FormatError) {
    lowering = Lowering(translator)
    guard let predicate else { return }
    let keys = ModelKeySource(translator.model)
    let tree = try Checker.resolve(predicate, root: keys.type(ofEntity: translator.entityIndex), keys: keys).tree
    var conditions: [SQLCondition] = []
    var refusals: [Diagnostic] = []
    for conjunct in Conjunct.parts(of: tree, predicate) {
      let before = lowering
      do throws(Refusal) {
        lowering.isConjunct = true
        conditions.append(try lowering.condition(conjunct.tree, is: !conjunct.isNegated))
      } catch {
        // The joins of what was given up are given up too.
        let notes = before.notes
        lowering = before
        lowering.notes = notes
        lowering.note(.residual, error.finding.message, at: error.finding.range)
        refusals.append(error.finding)
        left.append(conjunct.predicate)
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

  /// The finished statement.
  func statement(
    _ text: SQLText, _ columns: [SQLColumn], source: String
  ) throws(FormatError) -> SQLStatement {
    var writer = SQLWriter(lowering.dialect)
    try Refusal.reported(in: source) { () throws(Refusal) in
      writer.write(try lowering.checked(text, at: .none))
      if let limit = lowering.table.greatestNesting, Self.nesting(of: writer.text) > limit {
        throw lowering.refusal("a condition nested so deeply", "its parser takes \(limit) levels", at: .none)
      }
    }
    return SQLStatement(
      text: writer.text, parameters: writer.parameters, columns: columns, residual: residual, notes: lowering.notes,
      requiredFunctions: Self.registeredFunctions(in: writer.text))
  }

  /// How deep parentheses nest; a subselect counts for more, as it does to SQLite's parser.
  private static func nesting(of text: String) -> Int {
    var depth = 0
    var deepest = 0
    var opened: [Int] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "(") {
        let weight = rest.first == UInt8(ascii: "S") ? 8 : 1
        opened.append(weight)
        depth += weight
        deepest = max(deepest, depth)
      } else if byte == UInt8(ascii: ")"), let weight = opened.popLast() {
        depth -= weight
      }
    }
    return deepest
  }

  /// The functions of the connection that a text calls, each once, in order.
  private static func registeredFunctions(in text: String) -> [String] {
    let mark = Array("predicate_".utf8)
    var names: Set<String> = []
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "p")) {
      rest = rest[start...]
      if rest.starts(with: mark), let end = rest.firstIndex(of: UInt8(ascii: "(")) {
        let name = String(decoding: rest[..<end], as: UTF8.self)
        if name.utf8.allSatisfy({ $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) {
          names.insert(name)
        }
      }
      rest = rest.dropFirst()
    }
    return names.sorted()
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
