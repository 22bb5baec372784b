import PredicateSemantics
import PredicateSyntax

extension Compiler {
  /// Returns a node for a value that is compared, computed with or returned: structs become records, numbers doubles, and a part
  /// that cannot be read, or is nested too deep, is an error. `value` makes no such check, because keys may be read from its result.
  ///
  /// - Parameters:
  ///   - isCompared: Whether numbers keep their precision, because constants next to them are read in it.
  ///   - keepsRange: Whether a range is not a record of its bounds, because a value is sought in it.
  @inline(never)
  mutating func readable(
    _ expression: ResolvedExpression, isDeep: Bool = true, isCompared: Bool = false, keepsRange: Bool = false
  ) -> ValueNode {
    let node = value(expression)
    guard mayBeUnreadable(expression) else { return node }
    let range = expression.range
    return ValueNode { run, block, lane in
      let read = node.read(run, block, lane)
      if keepsRange, case .object(let object) = read, (object.object as? BoxedStructure)?.rangeShape != nil {
        return read
      }
      if isDeep, read.isNestedTooDeep {
        run.fail(.nestedTooDeep, at: range, lane: lane)
        return .null
      }
      let value = read.opened(isDeep: isDeep, isCompared: isCompared)
      guard let error = value.readingError(isDeep: isDeep) else { return value }
      run.fail(error, at: range, lane: lane)
      return value.withoutUnreadable
    }
  }

  /// Returns the node for the value that an aggregate takes from each element. Counting does not read the value.
  mutating func reducible(_ leaf: ResolvedExpression, _ reduction: Reduction) -> ValueNode {
    reduction.kind == .count ? value(leaf) : readable(leaf)
  }

  /// Returns whether boxing may meet a part that cannot be read, or a number that must be widened.
  ///
  /// It is mutating only because `readable` recurses: see `compile(_:)`.
  @inline(never)
  private mutating func mayBeUnreadable(_ expression: ResolvedExpression) -> Bool {
    switch expression.kind {
    case .path(let path): return mayBeUnreadable(path)
    case .dynamicPath(let base, let keys):
      guard case .path(let path) = base.kind, !keys.contains(where: { $0.isOfNarrowNumber }) else { return true }
      return mayBeUnreadable(path)
    case .elements, .list, .index, .conditional: return true
    // These are computed from readable values.
    case .constant, .number, .reduce, .reduceWhole, .reduceDynamic, .function, .registered, .cast, .setOperation,
      .distinct:
      return false
    }
  }

  private func mayBeUnreadable(_ path: ResolvedPath) -> Bool {
    let access = access(path, at: .none)
    if access.endsInLength || access.endsAtObject { return false }
    return access.type.mayBeUnreadable
  }
}

extension SwiftType {
  /// Whether a value of the type may contain a part that cannot be read, or a number that must be widened. A `FormatValue` may be
  /// nested too deep.
  fileprivate var mayBeUnreadable: Bool {
    switch kind {
    case .float, .any, .structure, .read, .unreadable, .formatValue: true
    case .optional(let inner), .array(let inner), .set(let inner), .dictionary(let inner, _): inner.mayBeUnreadable
    case .bool, .integer, .double, .decimal, .string, .substring, .date, .data, .uuid, .url, .object: false
    }
  }
}
