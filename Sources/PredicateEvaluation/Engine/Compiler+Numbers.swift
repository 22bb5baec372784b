import PredicateModel
import PredicateSyntax

extension Compiler {
  // MARK: Integers

  /// Returns a typed node for an expression whose value is always a 64-bit integer or nil, or `nil` if there is none.
  mutating func integer(_ expression: ResolvedExpression) -> IntegerNode? {
    if let outer = broadcastInteger(expression) { return outer }
    let range = expression.range
    switch expression.kind {
    case .constant(.integer(let value)):
      return IntegerNode(fill: { _, _, live, out in
        forEachLane(live) { out[$0] = value }
        return live
      })
    case .path: return ColumnPath(expression, in: self)?.integers ?? field(expression)?.integerNode
    case .reduce(let reduction, let collection, let leaf):
      return integerReduction(reduction, collection, leaf, at: range)
    case .reduceWhole(let reduction, let leaf)
    where expression.type == .integer && reduction.hasIntegerNode:
      guard reduction.kind == .count || integer(leaf) != nil else { return nil }
      let value = wholeValue(reduction, leaf, at: range)
      return IntegerNode(
        fill: { run, block, live, out in
          guard case .integer(let value) = value.read(run, block, live.trailingZeroBitCount) else { return 0 }
          forEachLane(live) { out[$0] = value }
          return live
        }, mayFault: true)
    case .function(let function, let operands) where expression.type == .integer && operands.count == 2:
      guard let operation = IntegerOperation(function.operation), let left = integer(operands[0]),
        let right = integer(operands[1])
      else { return nil }
      return Self.combined(left, right, operation, at: range)
    default: return nil
    }
  }

  private mutating func integerReduction(
    _ reduction: Reduction, _ collection: ResolvedCollection, _ leaf: ResolvedExpression, at range: SourceRange
  ) -> IntegerNode? {
    guard reduction.hasIntegerNode else { return nil }
    let elements = compile(collection)
    // Functions skip nil, so they must read the values; `@count` need not.
    if reduction.kind == .count && reduction.isCollectionOperator {
      return reduceIntegers(reduction, elements, nil, at: range)
    }
    guard let node = overElements(of: collection.scope, elements.layout, { $0.integer(leaf) }) else { return nil }
    return reduceIntegers(reduction, elements, node, at: range)
  }

  /// The operations that have nodes for integers.
  enum IntegerOperation {
    case add, subtract, multiply

    init?(_ operation: ValueFunction.Operation?) {
      switch operation {
      case .add: self = .add
      case .subtract: self = .subtract
      case .multiply: self = .multiply
      case .divide, .modulus, .bitAnd, .bitOr, .bitXor, .bitNot, .shiftLeft, .shiftRight, .squareRoot, .floor, .ceiling,
        .truncate, .absolute, .now, .length, .operand, nil:
        return nil
      }
    }
  }

  private static func combined(
    _ left: IntegerNode, _ right: IntegerNode, _ operation: IntegerOperation, at range: SourceRange
  ) -> IntegerNode {
    IntegerNode(
      fill: { run, block, live, out in
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: 64) { buffer in
          let other = buffer.baseAddress.unsafelyUnwrapped  // a buffer of 64 has an address
          let present = left.fill(run, block, live, out) & right.fill(run, block, live, other)
          var result = present
          forEachLane(live & ~run.faults.lanes) { lane in
            guard present & bit(lane) != 0 else {
              return run.fail(EvaluationFault(.nilOperand(of: operation.noun)), at: range, lane: lane)
            }
            let (value, overflow) = operation.apply(out[lane], other[lane])
            out[lane] = value
            if overflow {
              run.fail(EvaluationFault(.overflow(of: operation.noun)), at: range, lane: lane)
              result &= ~bit(lane)
            }
          }
          return result
        }
      }, mayFault: true)
  }

  // MARK: Doubles

  /// Returns a typed node for an expression whose value is always a double or nil, or `nil` if there is none.
  mutating func double(_ expression: ResolvedExpression) -> DoubleNode? {
    if let outer = broadcastDouble(expression) { return outer }
    switch expression.kind {
    case .constant(.double(let value)), .number(let value, _):
      return DoubleNode(fill: { _, _, live, out in
        forEachLane(live) { out[$0] = value }
        return live
      })
    case .path(let path): return AccessPath(path, from: layout(of: path.scope))?.doubleNode
    case .reduce(let reduction, let collection, let leaf) where reduction.kind == .average:
      let elements = compile(collection)
      guard let node = overElements(of: collection.scope, elements.layout, { $0.integer(leaf) }) else { return nil }
      return averageOfIntegers(reduction, elements, node, at: expression.range)
    default: return nil
    }
  }
}

extension Reduction {
  /// Whether the reduction of integers is an integer.
  var hasIntegerNode: Bool { [.count, .sum, .minimum, .maximum].contains(kind) }
}

extension Compiler.IntegerOperation {
  /// The name of the operation in messages.
  var noun: String {
    switch self {
    case .add: "addition"
    case .subtract: "subtraction"
    case .multiply: "multiplication"
    }
  }

  @inline(__always)
  func apply(_ left: Int64, _ right: Int64) -> (Int64, Bool) {
    switch self {
    case .add: left.addingReportingOverflow(right)
    case .subtract: left.subtractingReportingOverflow(right)
    case .multiply: left.multipliedReportingOverflow(by: right)
    }
  }
}

extension AccessPath {
  /// The node for the path if it ends at an integer that fits in `Int64`.
  var integerNode: IntegerNode? {
    if endsInLength { return lengthNode }
    if case .optional(let payload) = type.kind, case .integer(let kind) = payload.kind {
      switch kind {
      case .int8: return optionalFill(Int8.self)
      case .int16: return optionalFill(Int16.self)
      case .int32: return optionalFill(Int32.self)
      case .int64: return optionalFill(Int64.self)
      case .uint8: return optionalFill(UInt8.self)
      case .uint16: return optionalFill(UInt16.self)
      case .uint32: return optionalFill(UInt32.self)
      case .uint64: return nil
      }
    }
    guard case .integer(let kind) = type.kind else { return nil }
    switch kind {
    case .int8: return fill(Int8.self)
    case .int16: return fill(Int16.self)
    case .int32: return fill(Int32.self)
    case .int64: return fill(Int64.self)
    case .uint8: return fill(UInt8.self)
    case .uint16: return fill(UInt16.self)
    case .uint32: return fill(UInt32.self)
    case .uint64: return nil
    }
  }

  @inline(__always)
  private func fill<T: FixedWidthInteger>(_: T.Type) -> IntegerNode {
    let path = self
    let stride = layout.stride
    switch shape {
    case .valueField(let offset):
      return IntegerNode(
        fill: { _, block, live, out in
          let start = block.base + (block.first &* stride &+ offset)
          everyLane(live) {
            out[$0] = Int64(truncatingIfNeeded: (start + $0 &* stride).assumingMemoryBound(to: T.self).pointee)
          }
          return live
        },
        fold: T.bitWidth > 32
          ? nil
          : IntegerFold { block, live, total in
            let start = block.base + (block.first &* stride &+ offset)
            total.add(live) { (start + $0 &* stride).assumingMemoryBound(to: T.self).pointee }
          })
    case .objectField(let offset):
      return IntegerNode(
        fill: { _, block, live, out in
          let objects = block.references
          everyLane(live) {
            out[$0] = Int64(truncatingIfNeeded: (objects[$0] + offset).assumingMemoryBound(to: T.self).pointee)
          }
          return live
        },
        fold: T.bitWidth > 32
          ? nil
          : IntegerFold { block, live, total in
            let objects = block.references
            total.add(live) { (objects[$0] + offset).assumingMemoryBound(to: T.self).pointee }
          })
    case .general:
      return IntegerNode(fill: { run, block, live, out in
        path.withPlaces(run, block, live) { places, mask in
          everyLane(mask) {
            out[$0] = Int64(truncatingIfNeeded: places[$0].assumingMemoryBound(to: T.self).pointee)
          }
          return mask
        }
      })
    }
  }

  @inline(__always)
  private func optionalFill<T: FixedWidthInteger>(_: T.Type) -> IntegerNode {
    let path = self
    return IntegerNode(fill: { run, block, live, out in
      path.withPlaces(run, block, live) { places, mask in
        var present = mask
        forEachLane(mask) {
          if let value = places[$0].assumingMemoryBound(to: T?.self).pointee {
            out[$0] = Int64(truncatingIfNeeded: value)
          } else {
            present &= ~bit($0)
          }
        }
        return present
      }
    })
  }

  private var lengthNode: IntegerNode {
    let path = self
    return IntegerNode(fill: { run, block, live, out in
      path.withPlaces(run, block, live) { places, mask in
        var present = mask
        forEachLane(mask) {
          if let length = path.length(at: places[$0]) { out[$0] = Int64(length) } else { present &= ~bit($0) }
        }
        return present
      }
    })
  }

  /// The node for the path if it ends at a double. NaN reads as nil.
  var doubleNode: DoubleNode? {
    guard case .double = type.kind, !endsInLength else { return nil }
    let path = self
    return DoubleNode(fill: { run, block, live, out in
      path.withPlaces(run, block, live) { places, mask in
        var present = mask
        forEachLane(mask) {
          let value = places[$0].assumingMemoryBound(to: Double.self).pointee
          out[$0] = value
          if value.isNaN { present &= ~bit($0) }
        }
        return present
      }
    })
  }
}
