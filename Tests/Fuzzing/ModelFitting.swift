import PredicateFormat
import PredicateSQL

/// A rewriter that replaces unknown keys with keys of an entity, so any format string is a database query.
struct ModelFitting: TreeRewriter {
  private let model: PredicateModel
  private let entity: PredicateModel.Entity
  /// The entities of the variables, and the entity that the last key path leads to.
  private var variables: [String: PredicateModel.Entity] = [:]
  private var destination: PredicateModel.Entity?

  init(_ model: PredicateModel, _ entity: PredicateModel.Entity) { (self.model, self.entity) = (model, entity) }

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    switch expression.kind {
    case .keyPath(let steps): return FormatExpression(.keyPath(fitted(steps, from: entity)), range: expression.range)
    case .keys(let keys):
      guard case .variable(let name) = keys.root.kind, let entity = variables[name] else { return nil }
      return FormatExpression(.keys(.init(of: keys.root, fitted(keys.steps, from: entity))), range: expression.range)
    default: return nil
    }
  }

  mutating func enterScope(of subquery: FormatExpression.Subquery) { variables[subquery.variable] = destination }
  mutating func leaveScope(of subquery: FormatExpression.Subquery) { variables[subquery.variable] = nil }

  private mutating func fitted(
    _ steps: [FormatExpression.KeyStep], from start: PredicateModel.Entity
  ) -> [FormatExpression.KeyStep] {
    var entity: PredicateModel.Entity? = start
    var result: [FormatExpression.KeyStep] = []
    for step in steps {
      guard case .key(.named(var name)) = step.kind, let current = entity else {
        result.append(step)
        continue
      }
      let keys = current.attributes.map(\.name) + current.relationships.map(\.name)
      if !keys.contains(name), name != "length", !keys.isEmpty { name = keys[name.place(below: keys.count)] }
      result.append(.key(.named(name)))
      entity = current.relationships.first { $0.name == name }.flatMap { model.entity($0.destination) }
    }
    destination = entity
    return result
  }
}
