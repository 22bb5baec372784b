import PredicateSemantics
import PredicateSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Safety: The address has a value of its `SwiftType`, which selects the node. A lane is below 64.
extension Compiler {
  // MARK: Integers

  /// Returns a typed node for an expression whose value is always a 64-bit integer or nil, or `nil` if there is none.
  mutating func integer(_ expression: ResolvedExpression) -> NumberNode<Int64>? {
    if let outer = broadcast(expression, { $0.integer(expression) }) { return outer }
    let range = expression.range
    switch expression.kind {
    case .constant(.integer(let value)):
      return unsafe NumberNode(fill: { _, _, live, out in
        forEachLane(live) { unsafe out[$0] = value }
        return live
      })
    case .path: return ColumnPath(expression, in: self)?.integers ?? field(expression)?.integerNode
    case .reduce(let reduction, let collection, let leaf):
      return integerReduction(reduction, collection, leaf, at: range)
    case .reduceWhole(let reduction, let leaf)
    where expression.type == .integer && reduction.hasIntegerNode:
      guard reduction.kind == .count || integer(leaf) != nil else { return nil }
      let value = wholeValue(reduction, leaf, at: range)
      return unsafe NumberNode(
        fill: { run, block, live, out in
          guard case .integer(let value) = value.read(run, block, live.trailingZeroBitCount) else { return 0 }
          forEachLane(live) { unsafe out[$0] = value }
          return live
        }, mayFail: true)
    case .function(let function, let operands) where expression.type == .integer && operands.count == 2:
      guard let combined = Self.arithmetic(function.operation, at: range), let left = integer(operands[0]),
        let right = integer(operands[1])
      else { return nil }
      return combined(left, right)
    default: return nil
    }
  }

  private mutating func integerReduction(
    _ reduction: Reduction, _ collection: ResolvedCollection, _ leaf: ResolvedExpression, at range: FormatRange
  ) -> NumberNode<Int64>? {
    guard reduction.hasIntegerNode else { return nil }
    let elements = compile(collection)
    // Functions skip nil, so they must read the values; `@count` need not.
    if reduction.kind == .count && reduction.isCollectionOperator {
      return reduceIntegers(reduction, elements, nil, at: range)
    }
    guard let node = within(collection.scope, elements.layout, { $0.integer(leaf) }) else { return nil }
    return reduceIntegers(reduction, elements, node, at: range)
  }

  /// Returns the function that makes the node of an operation from the nodes of its operands, or `nil` if the operation has no node
  /// for integers.
  private static func arithmetic(
    _ operation: ValueFunction.Operation?, at range: FormatRange
  ) -> ((NumberNode<Int64>, NumberNode<Int64>) -> NumberNode<Int64>)? {
    switch operation {
    case .add: { combined($0, $1, "addition", at: range) { $0.addingReportingOverflow($1) } }
    case .subtract: { combined($0, $1, "subtraction", at: range) { $0.subtractingReportingOverflow($1) } }
    case .multiply: { combined($0, $1, "multiplication", at: range) { $0.multipliedReportingOverflow(by: $1) } }
    case .divide, .modulus, .bitAnd, .bitOr, .bitXor, .bitNot, .shiftLeft, .shiftRight, .squareRoot, .floor, .ceiling,
      .truncate, .absolute, .now, .length, .calendar, .operand, nil:
      nil
    }
  }

  /// Returns the node of an operation, whose name is used in messages.
  @inline(__always)
  private static func combined(
    _ left: NumberNode<Int64>, _ right: NumberNode<Int64>, _ name: String, at range: FormatRange,
    _ compute: @escaping (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) -> NumberNode<Int64> {
    unsafe NumberNode(
      fill: { run, block, live, out in
        unsafe withLanes(of: Int64.self) { other in
          let present = unsafe left.fill(run, block, live, out) & right.fill(run, block, live, other)
          var result = present
          unsafe forEachLane(live & ~run.errors.lanes) { lane in
            guard present & bit(lane) != 0 else {
              return run.fail(EvaluationError(.nilOperand(of: name)), at: range, lane: lane)
            }
            let (value, overflow) = unsafe compute(out[lane], other[lane])
            unsafe out[lane] = value
            if overflow {
              run.fail(EvaluationError(.overflow(of: name)), at: range, lane: lane)
              result &= ~bit(lane)
            }
          }
          return result
        }
      }, mayFail: true)
  }

  // MARK: Doubles

  /// Returns a typed node for an expression whose value is always a double or nil, or `nil` if there is none.
  mutating func double(_ expression: ResolvedExpression) -> NumberNode<Double>? {
    if let outer = broadcast(expression, { $0.double(expression) }) { return outer }
    switch expression.kind {
    case .constant(.double(let value)), .number(let value, _):
      return unsafe NumberNode(fill: { _, _, live, out in
        forEachLane(live) { unsafe out[$0] = value }
        return live
      })
    case .path(let path): return access(path, at: expression.range).doubleNode
    case .reduce(let reduction, let collection, let leaf) where reduction.kind == .average:
      let elements = compile(collection)
      guard let node = within(collection.scope, elements.layout, { $0.integer(leaf) }) else { return nil }
      return averageOfIntegers(reduction, elements, node, at: expression.range)
    default: return nil
    }
  }
}

extension Reduction {
  /// Whether the reduction of integers is an integer.
  var hasIntegerNode: Bool { [.count, .sum, .minimum, .maximum].contains(kind) }
}

extension AccessPath {
  /// The node for the path if it ends at an integer that fits in `Int64`.
  var integerNode: NumberNode<Int64>? {
    if endsInLength { return lengthNode }
    guard case .integer(let integer) = type.payload.kind, integer != UInt64.self else { return nil }
    return node(integer)
  }

  /// Returns the node for the integers of the path, whose type is given. Those of `UInt64` are reinterpreted as `Int64`.
  func node(_ integer: any StoredInteger.Type) -> NumberNode<Int64> {
    let reader = AddressReader(self)
    return unsafe NumberNode(
      fill: { run, block, live, out in
        reader.withAddresses(run, block, live) { addresses, present in
          unsafe integer.fill(addresses, present, out)
          return present
        }
      },
      fold: integer.bitWidth > 32
        ? nil
        : { run, block, live, total in
          reader.withAddresses(run, block, live) { addresses, present in
            integer.add(addresses, present, to: &total)
            return present
          }
        })
  }

  private var lengthNode: NumberNode<Int64> {
    let path = self
    return unsafe NumberNode(fill: { run, block, live, out in
      unsafe path.withAddresses(run, block, live) { addresses, mask in
        var present = mask
        forEachLane(mask) {
          if let length = unsafe path.length(at: addresses[$0]) {
            unsafe out[$0] = Int64(length)
          } else {
            present &= ~bit($0)
          }
        }
        return present
      }
    })
  }

  /// The node for the path if it ends at a double, optional or not. NaN reads as nil.
  var doubleNode: NumberNode<Double>? { if case .double = type.payload.kind { realNode } else { nil } }

  /// The node for the path if it ends at a double or a float, optional or not. NaN reads as nil.
  var floatingNode: NumberNode<Double>? { if case .float = type.payload.kind { realNode } else { doubleNode } }

  /// The node for the path if it ends at a value that compares as a double, optional or not. NaN reads as nil.
  var realNode: NumberNode<Double>? {
    if endsInLength { return nil }
    return switch type.payload.kind {
    case .double: reals(Double.self)
    case .float: reals(Float.self)
    case .bool: reals(Bool.self)
    case .date: reals(Date.self)
    case .integer, .decimal, .string, .substring, .data, .uuid, .url, .formatValue, .any, .optional, .array, .set,
      .dictionary, .read, .structure, .object, .unreadable:
      nil
    }
  }

  private func reals<Value: RealValue>(_: Value.Type) -> NumberNode<Double> {
    let reader = AddressReader(self)
    return unsafe NumberNode(fill: { run, block, live, out in
      reader.withAddresses(run, block, live) { addresses, mask in
        var present = mask
        forEachLane(mask) {
          let value = unsafe addresses[$0].assumingMemoryBound(to: Value.self).pointee.real
          unsafe out[$0] = value
          if value.isNaN { present &= ~bit($0) }
        }
        return present
      }
    })
  }
}

extension StoredInteger {
  static func fill(_ addresses: LaneAddresses, _ live: UInt64, _ out: UnsafeMutablePointer<Int64>) {
    unsafe addresses.forEach(live) {
      unsafe out[$0] = Int64(truncatingIfNeeded: $1.assumingMemoryBound(to: Self.self).pointee)
    }
  }

  static func add(_ addresses: LaneAddresses, _ live: UInt64, to total: inout IntegerTotal) {
    total.add(addresses, live, of: Self.self)
  }
}
