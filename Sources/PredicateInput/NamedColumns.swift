import PredicateSemantics
import PredicateSyntax

/// The columns of CSV files that a request names.
package struct NamedColumns: TreeWalker, Sendable {
  /// The names, or nil if the request may read any column, as `SELF` and `SELF[$name]` do.
  package private(set) var names: Set<String>? = []
  /// The names of `names` that a file need not have, because they may also be those of properties.
  private var properties: Set<String> = []
  /// The number of the next uses of `SELF` that read no other column: those of `SELF["name"]` and `count:(SELF)`.
  private var harmlessUses = 0

  /// Finds the columns that the parts of a request name.
  package init(_ request: PredicateFetchRequest) {
    if let predicate = request.predicate { walk(predicate) }
    for property in request.properties { walk(property.expression) }
    for key in request.groupKeys { walk(request.expression(ofGroupKey: key)) }
    let required = names ?? []
    // Sort keys and the having condition also name properties.
    for key in request.sortKeys { walk(.keyPath(key.keyPath)) }
    if let having = request.having { walk(having) }
    properties = Set(request.properties.map(\.name)).subtracting(required)
  }

  /// Creates the columns with the given names.
  init(_ names: Set<String>) { self.names = names }

  /// Returns the columns of a file that are read. These are all columns if the file lacks one that the request names, because messages
  /// then name similar columns.
  func columns(among all: Set<String>) -> Set<String> {
    guard let names, names.subtracting(properties).isSubset(of: all) else { return all }
    return names
  }

  package mutating func enter(_ expression: FormatExpression) {
    switch expression.kind {
    case .keyPath(let steps):
      // `@avg.price` reads the column after the operator.
      let first = steps.first { if case .key(let key) = $0.kind { !key.isOperator && !key.namesSelf } else { true } }
      switch first?.kind {
      case .key(.named(let name)): names?.insert(name)
      // `@count` is the number of rows.
      case nil where steps.count == 1 && steps[0].kind == .key(.collectionOperator(.count)): break
      default: names = nil
      }
    case .index:
      guard let column = CellPlan.column(of: expression) else { break }
      names?.insert(column)
      harmlessUses += 1
    case .function(let call):
      if case .reduction(.count) = PredefinedFunction.named(call.selector)?.definition,
        case .evaluatedObject? = call.arguments.first?.kind
      {
        harmlessUses += 1
      }
    case .evaluatedObject where harmlessUses > 0: harmlessUses -= 1
    case .evaluatedObject, .anyKey: names = nil
    default: break
    }
  }
}
