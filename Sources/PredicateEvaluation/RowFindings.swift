import PredicateModel
import PredicateSyntax

extension FormatPredicate {
  /// What is wrong with the predicate for these rows: as `findings(for:functions:)` of their type, and a warning for each key
  /// that none of them has where they are dictionaries or records, whose missing keys read as nil.
  ///
  /// It reads all of the rows for that, and is for tools and tests; filtering answers the same whatever it finds.
  public func findings<Row>(for rows: [Row], functions: PredicateFunctions = .none) -> [Diagnostic] {
    let known = findings(for: Row.self, functions: functions)
    if known.contains(where: { $0.severity == .error }) { return known }
    var census = KeyPathCensus()
    _ = census.rewrite(self)
    if census.paths.isEmpty { return known }
    let type = SwiftType.of(Row.self)
    let values = rows.map { row in withUnsafePointer(to: row) { type.value(at: UnsafeRawPointer($0)) } }
    return census.paths.reduce(into: known) { findings, path in
      guard let (key, others) = Self.absentKey(of: path.keys, in: values) else { return }
      findings.add(Diagnostic(.absentKey(key, nearest: nearestWord(to: key, among: others)), at: path.range))
    }
  }

  /// The first key of a path that no record has of those that the path comes to, and the keys that they have. nil where each
  /// is somewhere, where nothing tells, and where the type of an object tells.
  private static func absentKey(
    of path: [String], in rows: [FormatValue]
  ) -> (key: String, others: [String])? {
    var values = rows
    for key in path {
      var found: [FormatValue] = []
      var others: Set<String> = []
      var rest = values
      while let value = rest.popLast() {
        switch value {
        case .list(let elements), .set(let elements): rest += elements
        case .record(let fields):
          if let field = fields[key] { found.append(field) } else { others.formUnion(fields.keys) }
        case .object(let object):
          guard let field = try? SwiftType.readShared(object, key) else { return nil }
          found.append(field)
        case .null: break
        default: return nil
        }
      }
      if found.isEmpty, key != "self", key != "SELF" { return others.isEmpty ? nil : (key, others.sorted()) }
      if !found.isEmpty { values = found }
    }
    return nil
  }
}

/// Gathers the key paths of SELF, up to a collection operator.
private struct KeyPathCensus: TreeRewriter {
  private(set) var paths: [(keys: [String], range: SourceRange)] = []

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    guard case .keyPath(let steps) = expression.kind else { return nil }
    var keys: [String] = []
    for case .key(let key) in steps {
      if key.namesCollectionOperator { break }
      keys.append(key)
    }
    paths.append((keys, expression.range))
    return expression
  }
}
