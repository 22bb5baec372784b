import PredicateSemantics
import PredicateSyntax

/// Why rows match a predicate or do not: counts for each part, the rows that almost match, and changes that find more rows.
package struct WhyAnswer {
  /// A part of the predicate, and how many rows it matches by itself.
  package struct Part {
    package var predicate: FormatPredicate
    package var tally = Tally()
    /// The number of rows that match this part of an AND and all parts before it.
    package var left: Int?
    /// Whether this is the part of an AND that leaves no row.
    var leavesNone = false
    /// What explains the number.
    package var reasons: [String] = []
    package var parts: [Part] = []
    /// The number of parts that are not shown.
    package var omitted = 0

    /// Creates the tree of a predicate, without counts.
    package init(_ predicate: FormatPredicate, depth: Int = 0) {
      self.predicate = predicate
      let all: [FormatPredicate] =
        switch predicate.kind {
        case .and(let parts), .or(let parts): parts
        case .not(let part): [part]
        case .comparison, .constant, .invalid: []
        }
      let shown = depth < Explanation.maximumDepth ? all.prefix(Explanation.maximumParts) : []
      parts = shown.map { Part($0, depth: depth + 1) }
      omitted = all.count - shown.count
    }
  }

  /// The rows that fail in one part of an AND only.
  package struct NearRows {
    package var part: FormatPredicate
    package var count: Int
    /// The first of these rows.
    package var rows: [WhyRow]
    /// For each of the rows, the operands of the part and their values.
    package var operands: [[Explanation.Node]]
  }

  /// The number of all rows.
  package let total: Int
  package let root: Part
  package let warnings: [FormatDiagnostic]
  package let near: [NearRows]
  package let changes: [Change]

  /// The maximum number of parts of an AND of which near rows are shown, and the maximum number of rows for each.
  private static let nearParts = 3
  private static let nearRows = 2

  /// Counts the rows.
  ///
  /// - Throws: The error of a limit that ends the evaluation of the predicate or one of its parts. Near rows and changes that
  ///   exceed a limit are omitted.
  package init(_ predicate: FormatPredicate, of rows: any WhyRows) throws(FormatError) {
    total = try rows.tally(of: FormatPredicate(true)).matching
    var root = Part(predicate)
    try Self.count(&root, of: rows)
    self.root = root
    warnings = try rows.warnings(of: predicate)
    near = (try? Self.near(predicate, of: rows, total)) ?? []
    changes = (try? Change.all(of: predicate, warnings, rows)) ?? []
  }

  // MARK: Counts

  private static func count(_ part: inout Part, of rows: any WhyRows) throws(FormatError) {
    part.tally = try rows.tally(of: part.predicate)
    for index in part.parts.indices { try count(&part.parts[index], of: rows) }
    switch part.predicate.kind {
    case .and(let parts): try countLeft(parts, in: &part, of: rows)
    case .comparison(let comparison): part.reasons = try reasons(of: comparison, part.tally, rows)
    case .or, .not, .constant, .invalid: break
    }
  }

  /// Counts the rows that match the first parts of an AND, until no row is left.
  private static func countLeft(_ parts: [FormatPredicate], in whole: inout Part, of rows: any WhyRows)
    throws(FormatError)
  {
    for index in whole.parts.indices {
      let left = try rows.tally(of: FormatPredicate(.and(Array(parts[...index])))).matching
      whole.parts[index].left = left
      if left == 0 {
        whole.parts[index].leavesNone = true
        return
      }
    }
  }

  /// Returns on how many rows a comparison cannot be evaluated, and on how many a key path in it is nil.
  private static func reasons(
    of comparison: FormatPredicate.Comparison, _ tally: Tally, _ rows: any WhyRows
  ) throws(FormatError) -> [String] {
    var reasons: [String] = []
    if let reason = tally.reason {
      reasons.append(tally.failing > 0 ? "fails \(on(tally.failing)): \(reason)" : reason)
    }
    // `key == nil` says itself how many rows have no value.
    let sides = [comparison.left, comparison.right]
    if sides.contains(where: { $0.kind == .constant(.null) }) { return reasons }
    var known: Set<FormatExpression> = []
    for side in sides {
      var before = 0
      for prefix in side.keyPathPrefixes where known.insert(prefix).inserted {
        let count = try rows.tally(of: prefix.nilTest).matching
        if count > before { reasons.append("\(prefix.format) is nil \(on(count - before))") }
        before = max(before, count)
      }
    }
    return reasons
  }

  private static func on(_ count: Int) -> String { "on \(counted(count, "row"))" }

  // MARK: Near rows

  private static func near(
    _ predicate: FormatPredicate, of rows: any WhyRows, _ total: Int
  ) throws(FormatError) -> [NearRows] {
    let parts = predicate.conjuncts
    guard parts.count > 1, parts.count <= Explanation.maximumParts else { return [] }
    var near: [NearRows] = []
    for index in parts.indices {
      var needed = parts
      needed[index] = !parts[index]
      let condition = FormatPredicate(.and(needed))
      let count = try rows.tally(of: condition).matching
      // If only one part excludes rows, the counts say so.
      if count == 0 || count == total { continue }
      let first = rows.rows(matching: condition, skipping: 0, limit: nearRows)
      let operands = first.map { row in
        Explanation(of: parts[index], on: row, of: rows).nodes.filter { $0.depth == 1 }
      }
      near.append(NearRows(part: parts[index], count: count, rows: first, operands: operands))
    }
    return Array(near.sorted { $0.count < $1.count }.prefix(nearParts))
  }
}

extension FormatPredicate {
  /// The parts of an AND and of the ANDs among them. A predicate that is not an AND is its only part.
  fileprivate var conjuncts: [FormatPredicate] {
    guard case .and(let parts) = kind else { return [self] }
    return parts.flatMap(\.conjuncts)
  }
}
