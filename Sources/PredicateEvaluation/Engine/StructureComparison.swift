import PredicateSemantics
import PredicateSyntax

extension Compiler {
  /// Returns a leaf that compares two structs with the type's own `==`, because their readable keys may not be all of their
  /// state, or `nil` if no structs are compared. Records an error for any other comparison of structs.
  mutating func structureLeaf(_ comparison: ResolvedComparison) -> PredicateNode? {
    guard comparison.operator == .equal || comparison.operator == .contains,
      let structure = comparison.left.type.structure ?? comparison.right.type.structure,
      comparison.left.type.family != .unknown, comparison.right.type.family != .unknown
    else { return nil }
    if comparison.operator == .equal, comparison.left.type == comparison.right.type,
      let type = structure.type as? any Equatable.Type, let left = address(of: comparison.left),
      let right = address(of: comparison.right)
    {
      return PredicateNode(cost: PredicateNode.structureCost) { run, block, live in
        var result: UInt64 = 0
        forEachLane(live) { lane in
          left(run, block, lane) { leftAddress in
            right(run, block, lane) { rightAddress in
              let isEqual =
                if let leftAddress, let rightAddress { areEqual(type, leftAddress, rightAddress) } else {
                  leftAddress == nil && rightAddress == nil
                }
              if isEqual { result |= bit(lane) }
            }
          }
        }
        return result
      }
    }
    let reason = "only two keys of one Equatable type are compared; \(structure.name) is a struct"
    let error = FormatDiagnostic(.notEvaluated("this comparison", reason: reason), at: comparison.range)
    if errors.last != error { note(error) }
    return PredicateNode(cost: 0) { _, _, _ in 0 }
  }

  private typealias AddressReading = (Run, Block, Int, (UnsafeRawPointer?) -> Void) -> Void

  /// Returns the function that finds the address of a struct at a path, in this scope or an outer one; `nil` for nil.
  private mutating func address(of expression: ResolvedExpression) -> AddressReading? {
    guard case .path(let path) = expression.kind, case .object = expression.type,
      let access = access(path, at: expression.range)
    else { return nil }
    let outer = path.scope == current ? nil : path.scope
    let type = access.type
    return { run, block, lane, body in
      let (block, lane) = outer.map { (run.scopes[$0], 0) } ?? (block, lane)
      access.withAddresses(run, block, bit(lane)) { addresses, mask in
        body(mask == 0 || type.isNullable && type.isNil(addresses[lane]) ? nil : addresses[lane])
      }
    }
  }
}

/// Returns whether the values of a type at two addresses are equal.
private func areEqual(_ type: any Equatable.Type, _ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
  func open<T: Equatable>(_: T.Type) -> Bool {
    left.assumingMemoryBound(to: T.self).pointee == right.assumingMemoryBound(to: T.self).pointee
  }
  return open(type)
}

extension ValueType {
  /// The struct type of the values, or of the elements if they are collections.
  fileprivate var structure: SwiftType? {
    switch self {
    case .object(let type):
      guard let type = SwiftType.with(identifier: type.identifier), case .structure = type.kind else { return nil }
      return type
    case .list(let element), .set(let element): return element.structure
    case .any, .null, .bool, .integer, .double, .decimal, .string, .date, .uuid, .data, .record: return nil
    }
  }
}
