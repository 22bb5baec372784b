import PredicateModel
import PredicateSyntax

extension FormatPredicate {
  /// Returns the findings of `findings(for:functions:)` for the type of the rows. If the rows are dictionaries or records, whose
  /// missing keys are `nil`, also returns a warning for each key that no row contains.
  ///
  /// The method reads all rows. It is meant for tools and tests. Filtering does not depend on its result.
  public func findings<Row>(for rows: [Row], functions: PredicateFunctions = .none) -> [FormatDiagnostic] {
    let known = findings(for: Row.self, functions: functions)
    if known.contains(where: { $0.severity == .error }) { return known }
    return absentKeys(in: rows).reduce(into: known) { $0.add($1) }
  }

  /// Returns a warning for each key that no row contains.
  fileprivate func absentKeys<Row>(in rows: [Row]) -> [FormatDiagnostic] {
    let type = SwiftType.of(Row.self)
    var census = KeyPathCensus()
    census.walk(self)
    if census.paths.isEmpty { return [] }
    let values = rows.map { row in withUnsafePointer(to: row) { type.value(at: UnsafeRawPointer($0)) } }
    return census.paths.compactMap { path in
      guard let (key, others) = Self.absentKey(of: path.keys, in: values) else { return nil }
      return FormatDiagnostic(.absentKey(key, nearest: nearestWord(to: key, among: others)), at: path.range)
    }
  }

  /// Returns the first key of a path that no record on the path contains, and the keys that those records contain. Returns `nil`
  /// if every key occurs, if the path reaches no record, or if it reaches a scalar or an object without the key.
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

extension CompiledPredicate {
  /// Tells a handler of warnings the keys that no row has, if the rows are dictionaries or records, and returns this predicate.
  func reportingAbsentKeys(of predicate: FormatPredicate, in rows: [Root]) -> CompiledPredicate {
    guard PredicateWarnings.handler != nil else { return self }
    let type = SwiftType.of(Root.self).valueType
    if type == .any || type == .record { PredicateWarnings.report(predicate.absentKeys(in: rows), of: predicate) }
    return self
  }
}

/// Collects the key paths of SELF, each up to its first collection operator.
private struct KeyPathCensus: TreeWalker {
  private(set) var paths: [(keys: [String], range: FormatRange)] = []

  mutating func enter(_ expression: FormatExpression) {
    guard case .keyPath(let steps) = expression.kind else { return }
    var keys: [String] = []
    for case .key(let key) in steps {
      if key.namesCollectionOperator { break }
      keys.append(key)
    }
    paths.append((keys, expression.range))
  }
}
