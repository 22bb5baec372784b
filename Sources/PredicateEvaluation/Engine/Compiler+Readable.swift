import PredicateModel
import PredicateSyntax

extension Compiler {
  /// A node for a value that is compared, computed with or handed out: structs are records, and what of it cannot be read is a
  /// fault. (`value` gives nodes that keys are read of, too.)
  @inline(never)
  mutating func readable(_ expression: ResolvedExpression, isDeep: Bool = true) -> ValueNode {
    let node = value(expression)
    guard mayBeUnreadable(expression) else { return node }
    let range = expression.range
    return ValueNode { run, block, lane in
      let value = node.read(run, block, lane).openingStructures(isDeep: isDeep)
      guard let fault = value.readingFault(isDeep: isDeep) else { return value }
      run.fail(fault, at: range, lane: lane)
      return value.withoutUnreadable
    }
  }

  /// The same for what an aggregate takes of each element: to be counted, a value need not be read.
  mutating func reducible(_ leaf: ResolvedExpression, _ reduction: Reduction) -> ValueNode {
    reduction.kind == .count ? value(leaf) : readable(leaf)
  }

  /// Whether boxing may meet something that cannot be read.
  @inline(never)
  private func mayBeUnreadable(_ expression: ResolvedExpression) -> Bool {
    switch expression.kind {
    case .path(let path): return mayBeUnreadable(path)
    case .dynamicPath(let base, _):
      guard case .path(let path) = base.kind else { return true }
      return mayBeUnreadable(path)
    case .elements, .list, .index, .conditional: return true
    // Computed of values that were readable.
    default: return false
    }
  }

  private func mayBeUnreadable(_ path: ResolvedPath) -> Bool {
    guard let access = AccessPath(path, from: layout(of: path.scope)) else { return true }
    if access.endsInLength || access.endsAtObject { return false }
    return access.type.mayBeUnreadable(isBoxed: path.scope > 0)
  }
}

extension SwiftType {
  /// Whether a value of the type may hold something that cannot be read.
  ///
  /// - Parameter isBoxed: whether a `FormatValue` may be what another value was boxed to, and not the program's own.
  fileprivate func mayBeUnreadable(isBoxed: Bool) -> Bool {
    switch kind {
    case .any, .structure, .read, .unreadable: true
    case .formatValue: isBoxed
    case .optional(let inner), .array(let inner), .set(let inner), .dictionary(let inner):
      inner.mayBeUnreadable(isBoxed: isBoxed)
    default: false
    }
  }
}
