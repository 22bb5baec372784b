import PredicateModel
import PredicateSyntax

/// An expression bound to a Swift type, ready to be computed of any number of objects.
public struct CompiledExpression<Root>: @unchecked Sendable {
  // As in `CompiledPredicate`, all of the program is immutable.
  private let node: ValueNode
  private let shape: ProgramShape
  private let store: NeedleStore
  private let offsets: OffsetCheck
  private let source: String
  /// The steps that one object takes.
  private let weight: Int
  /// The type of the values, as far as it is known.
  let type: ValueType
  /// Whether the value is of a single object, and not only of all of them together as `max:(key)` is.
  let asksForOneObject: Bool

  /// Checks and compiles an expression for objects of type `Root`.
  ///
  /// - Parameters:
  ///   - expression: the expression, every conversion filled.
  ///   - variables: values for `$NAME` variables, by name without the dollar sign.
  ///   - functions: the functions of the program that it may call.
  ///   - limits: what each use may cost; nil for the limits that the tree carries.
  /// - Throws: `FormatError` with every wrong key and impossible operation.
  public init(
    _ expression: FormatExpression, for _: Root.Type = Root.self, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, limits: Limits? = nil
  ) throws(FormatError) {
    try self.init(expression, isShared: false, variables, functions, limits)
  }

  /// - Parameter isShared: whether other threads may have the objects.
  init(
    _ expression: FormatExpression, isShared: Bool, _ variables: [String: (any FormatArgument)?],
    _ functions: PredicateFunctions, _ limits: Limits?
  ) throws(FormatError) {
    let root = SwiftType.of(Root.self)
    if case .unreadable(let reason) = root.kind {
      throw FormatError(
        [Diagnostic(.notEvaluated("an expression over \(root.name)", reason: reason), at: .none)], source: "")
    }
    let bound = variables.isEmpty ? expression : expression.substituting(variables)
    let limits = try limits.inForce(for: bound)
    source = bound.source
    let keys = SwiftKeySource(isShared: isShared)
    let resolved = try Checker.resolve(bound, root: root.valueType, keys: keys, functions: functions)
    offsets = OffsetCheck(of: root, keys.asked, isShared: isShared)
    type = resolved.type
    weight = resolved.steps
    asksForOneObject = resolved.asksForOneObject
    var compiler = Compiler(root: root, limits: limits)
    compiler.isShared = isShared
    node = compiler.readable(resolved)
    if !compiler.faults.isEmpty { throw FormatError(compiler.faults, source: source) }
    shape = compiler.shape.running(at: keys.place)
    store = compiler.store
  }

  /// The value of the expression of one object. `max:(key)` ranges over this one object.
  ///
  /// - Throws: `FormatError` where it cannot be computed.
  public func value(of object: Root) throws(FormatError) -> FormatValue { try value(of: object, onFault: .throw) }

  /// The value of the expression of one object. `max:(key)` ranges over this one object.
  ///
  /// - Throws: `FormatError` where it cannot be computed and `onFault` is `.throw`.
  public func value(of object: Root, onFault: FaultHandling) throws(FormatError) -> FormatValue {
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

  /// The value of an aggregate such as `average:(length)` over all the objects together. An expression that asks for one
  /// object is that of the first; nil where there is none.
  ///
  /// - Throws: as `value(of:onFault:)`. `min:`, `max:` and `average:` of no objects are faults.
  public func value(over objects: [Root], onFault: FaultHandling = .throw) throws(FormatError) -> FormatValue {
    guard objects.isEmpty else {
      return try values(of: objects, reading: objects.indices.prefix(1), onFault, isOverAll: true).first ?? .null
    }
    if asksForOneObject { return .null }
    // Nothing is read of the objects, since there are none; the address only has to be one.
    let result = withUnsafePointer(to: UInt8(0)) { nowhere in
      Result { () throws(FormatError) in
        try values(UnsafeRawPointer(nowhere), count: 0, reading: 0..<1, onFault, isOverAll: true)
      }
    }
    return try result.get().first ?? .null
  }

  private func values(
    of objects: [Root], reading range: Range<Int>, _ onFault: FaultHandling, isOverAll: Bool = false
  ) throws(FormatError) -> [FormatValue] {
    let result = objects.withUnsafeBufferPointer { buffer -> Result<[FormatValue], FormatError> in
      guard let base = buffer.baseAddress else { return .success([]) }
      return Result { () throws(FormatError) in
        try values(UnsafeRawPointer(base), count: buffer.count, reading: range, onFault, isOverAll: isOverAll)
      }
    }
    return try result.get()
  }

  private func values(
    _ base: UnsafeRawPointer, count: Int, reading range: Range<Int>, _ onFault: FaultHandling, isOverAll: Bool = false
  ) throws(FormatError) -> [FormatValue] {
    try shape.expect(rows: count, source)
    if let fault = offsets.fault(base, count: count) { throw FormatError([fault], source: source) }
    let run = Run(shape, base: base, count: count, onFault: onFault, isOverAll: isOverAll)
    var values: [FormatValue] = []
    values.reserveCapacity(range.count)
    for index in range {
      if run.spend(weight) { values.append(node.read(run, Block(base: base, first: index), 0)) }
      if let fault = run.stop ?? run.faults.lowest { throw FormatError([fault], source: source) }
    }
    withExtendedLifetime(store) {}
    return values
  }
}

extension CompiledExpression where Root: Sendable {
  /// Checks and compiles an expression for objects that other threads may have: as for any other, but that a stored `var` of
  /// a class is a key only where it is named in `predicateKeys`.
  ///
  /// - Throws: as for objects that are not `Sendable`.
  public init(
    _ expression: FormatExpression, for _: Root.Type = Root.self, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, limits: Limits? = nil
  ) throws(FormatError) {
    try self.init(expression, isShared: true, variables, functions, limits)
  }
}
