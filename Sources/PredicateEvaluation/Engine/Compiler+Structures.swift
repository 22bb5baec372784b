import PredicateSemantics
import PredicateSyntax

// Safety: By their `SwiftType`, both addresses have a value of the type whose `==` is called.
extension Compiler {
  /// Returns the leaf of a comparison of structs, or `nil` for other comparisons.
  ///
  /// Two structs are compared with the `==` of their type, because some of their properties may not be readable keys.
  /// For any other comparison of structs, the function records an error.
  mutating func structureLeaf(_ comparison: ResolvedComparison) -> PredicateNode? {
    let (left, right) = (comparison.left, comparison.right)
    // An operand of unknown type is compared as a value.
    guard comparison.operator == .equal || comparison.operator == .contains,
      let structure = left.type.structure ?? right.type.structure,
      left.type.family != .unknown, right.type.family != .unknown
    else { return nil }
    if comparison.operator == .equal, left.type == right.type, let type = structure.type as? any Equatable.Type,
      let leftAddress = unsafe address(of: left), let rightAddress = unsafe address(of: right)
    {
      return unsafe Self.equalityLeaf(type, leftAddress, rightAddress)
    }
    let reason = "only two keys of one Equatable type are compared; \(structure.name) is a struct"
    note(FormatDiagnostic(.notEvaluated("this comparison", reason: reason), at: comparison.range))
    return .never
  }

  /// Passes the address of the struct of one lane to the last argument, or `nil` if the struct is nil.
  private typealias AddressReading = (Run, Block, Int, (UnsafeRawPointer?) -> Void) -> Void

  private static func equalityLeaf(
    _ type: any Equatable.Type, _ left: @escaping AddressReading, _ right: @escaping AddressReading
  ) -> PredicateNode {
    PredicateNode(cost: PredicateNode.structureCost) { run, block, live in
      var result: UInt64 = 0
      forEachLane(live) { lane in
        unsafe left(run, block, lane) { left in
          unsafe right(run, block, lane) { right in if unsafe areEqual(type, left, right) { result |= bit(lane) } }
        }
      }
      return result
    }
  }

  /// Returns the function that finds the address of a struct at a path.
  private mutating func address(of expression: ResolvedExpression) -> AddressReading? {
    guard case .path(let path) = expression.kind, case .object = expression.type else { return nil }
    let access = access(path, at: expression.range)
    let outer = path.scope == current ? nil : path.scope
    let type = access.type
    return { run, block, lane, body in
      // The object of an outer scope is the same for all lanes.
      let (block, lane) = outer.map { unsafe (run.scopes[$0], 0) } ?? (block, lane)
      unsafe access.withAddresses(run, block, bit(lane)) { addresses, mask in
        let isNil = unsafe mask == 0 || (type.isNullable && type.isNil(addresses[lane]))
        unsafe body(isNil ? nil : addresses[lane])
      }
    }
  }
}

/// Returns whether the values of a type at two addresses are equal. The address of nil is `nil`. Both paths end at this
/// type, as `structureLeaf` checks.
private func areEqual(_ type: any Equatable.Type, _ left: UnsafeRawPointer?, _ right: UnsafeRawPointer?) -> Bool {
  func open<T: Equatable>(_: T.Type) -> Bool {
    guard let left = unsafe left, let right = unsafe right else { return unsafe left == nil && right == nil }
    return unsafe left.assumingMemoryBound(to: T.self).pointee == right.assumingMemoryBound(to: T.self).pointee
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
