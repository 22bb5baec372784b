import PredicateModel
import PredicateSyntax

/// An expression bound to a Swift type, ready to be computed of any number of objects.
public struct CompiledExpression<Root>: @unchecked Sendable {
  // As in `CompiledPredicate`, all of the program is immutable.
  private let node: ValueNode
  private let shape: ProgramShape
  private let store: NeedleStore

  /// Checks and compiles an expression for objects of type `Root`.
  ///
  /// - Parameter variables: values for `$NAME` variables, by name without the dollar sign.
  /// - Throws: `FormatError` with every wrong key and impossible operation.
  public init(
    _ expression: FormatExpression, for _: Root.Type = Root.self, variables: [String: (any FormatArgument)?] = [:]
  ) throws(FormatError) {
    let type = SwiftType.of(Root.self)
    let bound = variables.isEmpty ? expression : expression.substituting(variables)
    let resolved = try Checker.resolve(bound, root: type.valueType, keys: SwiftKeySource())
    var compiler = Compiler(root: type)
    node = compiler.value(resolved)
    shape = compiler.shape
    store = compiler.store
  }

  /// The value of the expression of one object. `max:(key)` ranges over this one object.
  ///
  /// - Throws: `FormatError` where it cannot be computed and `onFault` is `.throw`.
  public func value(of object: Root, onFault: FaultHandling = .throw) throws(FormatError) -> FormatValue {
    let result = withUnsafePointer(to: object) { pointer in
      Result { () throws(FormatError) in
        try values(UnsafeRawPointer(pointer), count: 1, reading: 0..<1, onFault)
      }
    }
    return try result.get().first ?? .null
  }

  /// The values of the expression of each object, in order.
  ///
  /// - Throws: as `value(of:onFault:)`, for the first object that has a fault.
  public func values(of objects: [Root], onFault: FaultHandling = .throw) throws(FormatError) -> [FormatValue] {
    try values(of: objects, reading: objects.indices, onFault)
  }

  /// The value of an aggregate such as `average:(length)` over all the objects together; nil of no objects.
  ///
  /// - Throws: as `value(of:onFault:)`.
  public func value(over objects: [Root], onFault: FaultHandling = .throw) throws(FormatError) -> FormatValue {
    try values(of: objects, reading: objects.indices.prefix(1), onFault).first ?? .null
  }

  private func values(
    of objects: [Root], reading range: Range<Int>, _ onFault: FaultHandling
  ) throws(FormatError) -> [FormatValue] {
    let result = objects.withUnsafeBufferPointer { buffer -> Result<[FormatValue], FormatError> in
      guard let base = buffer.baseAddress else { return .success([]) }
      return Result { () throws(FormatError) in
        try values(UnsafeRawPointer(base), count: buffer.count, reading: range, onFault)
      }
    }
    return try result.get()
  }

  private func values(
    _ base: UnsafeRawPointer, count: Int, reading range: Range<Int>, _ onFault: FaultHandling
  ) throws(FormatError) -> [FormatValue] {
    let run = Run(shape, base: base, count: count, onFault: onFault)
    var values: [FormatValue] = []
    for index in range {
      values.append(node.read(run, Block(base: base, first: index), 0))
      if let fault = run.faults.lowest { throw FormatError([fault], source: "") }
    }
    withExtendedLifetime(store) {}
    return values
  }
}
