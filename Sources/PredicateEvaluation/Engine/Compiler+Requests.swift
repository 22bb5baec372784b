import PredicateSemantics
import PredicateSyntax

/// One aggregate of a group, computed from the values of its objects. It is a class because it is read for each object.
package final class GroupReduction {
  /// The name that identifies the aggregate, or `nil` if it does not aggregate the values of a key path.
  let name: String?
  package let reduction: Reduction
  package let value: ValueNode
  /// The type of the values.
  package let type: ValueType
  /// The input without boxed values, if there is one.
  package let typedInput: TypedInput?
  package let range: FormatRange
  /// The text that the range refers to.
  package let source: WrittenText

  init(
    name: String?, reduction: Reduction, value: ValueNode, type: ValueType, typedInput: TypedInput?, range: FormatRange,
    source: WrittenText
  ) {
    (self.name, self.reduction, self.value, self.type) = (name, reduction, value, type)
    (self.typedInput, self.range, self.source) = (typedInput, range, source)
  }
}

/// The input of an aggregate that counts objects or whose values are integers or doubles. `ReductionState` defines the results.
package enum TypedInput {
  /// Counts objects.
  case objects
  /// Counts objects whose value is not nil.
  case present(RankNode)
  case integers(NumberNode<Int64>)
  case doubles(NumberNode<Double>)
}

extension Compiler {
  /// Returns the typed input of an aggregate, or `nil` if it must be computed from boxed values.
  mutating func typedInput(_ reduction: Reduction, _ leaf: ResolvedExpression) -> TypedInput? {
    guard case .path(let path) = leaf.kind, path.scope == current else { return nil }
    switch reduction.kind {
    case .count:
      if reduction.isCollectionOperator { return .objects }
      return ranks(leaf).map { .present($0) }
    case .sum, .average, .minimum, .maximum:
      if let node = integer(leaf), !node.mayFail { return .integers(node) }
      return access(path, at: leaf.range).floatingNode.map { .doubles($0) }
    case .median, .mode, .standardDeviation: return nil
    }
  }

  /// Compiles a part of a request, whose positions refer to a text of its own.
  ///
  /// - Throws: `FormatError` with the errors of the part.
  package mutating func compilePart<Node>(
    _ source: WrittenText, _ compile: (inout Compiler) -> Node
  ) throws(FormatError) -> Node {
    self.source = source
    let node = compile(&self)
    if !errors.isEmpty { throw FormatError(errors, source: source) }
    return node
  }

  /// Compiles an expression that was checked separately from others. Its collections are numbered from 0.
  package mutating func compileSeparately(_ expression: ResolvedExpression) -> ValueNode {
    collections = []
    return readable(expression)
  }

  /// Compiles a predicate that was checked separately from others. Its collections are numbered from 0.
  package mutating func compileSeparately(_ predicate: ResolvedPredicate) -> PredicateNode {
    collections = []
    return compile(predicate)
  }
}
