import PredicateSemantics
import PredicateSyntax

// Safety: Its closures are immutable, and each call has a run of its own.
/// An expression compiled for a Swift type. It can be evaluated for any number of objects.
public struct CompiledExpression<Root>: @unchecked Sendable {
  // As in `CompiledPredicate`, the whole program is immutable.
  private let node: ValueNode
  private let shape: ProgramShape
  private let store: KernelMemory
  private let offsets: OffsetCheck
  private let source: WrittenText
  /// The number of steps for one object.
  private let weight: Int
  /// Whether the value depends on a single object. An aggregate such as `max:(key)` depends only on all objects together.
  let dependsOnOneObject: Bool

  /// Checks and compiles an expression for objects of type `Root`.
  ///
  /// - Parameters:
  ///   - expression: The expression. All its conversions must have arguments.
  ///   - options: The options for each evaluation.
  /// - Throws: `FormatError` with all unknown keys and impossible operations.
  public init(
    _ expression: FormatExpression, for _: Root.Type = Root.self, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) {
    try self.init(expression, isShared: false, options)
  }

  /// - Parameter isShared: Whether other threads may access the objects.
  init(_ expression: FormatExpression, isShared: Bool, _ options: EvaluationOptions) throws(FormatError) {
    let root = SwiftType.of(Root.self)
    if let reason = root.unreadableReason {
      throw FormatError(.notEvaluated("an expression over \(root.name)", reason: reason))
    }
    let bound = expression.withVariables(options.variables).located
    let limits = try options.limits.inForce(for: bound)
    source = bound.writtenText
    let keys = SwiftKeySource(for: root, isShared: isShared)
    let resolved = try Checker.resolve(
      bound, root: root.valueType, keys: keys, functions: options.functions, isResult: true)
    offsets = OffsetCheck(keys)
    weight = resolved.steps
    dependsOnOneObject = resolved.dependsOnOneObject
    var compiler = unsafe Compiler(keys, limits: limits, onError: options.onError)
    node = compiler.readable(resolved)
    if !compiler.errors.isEmpty { throw FormatError(compiler.errors, source: source) }
    shape = compiler.shape.reading(keys)
    store = compiler.store
  }

  /// Returns the value of the expression for one object. `max:(key)` ranges over this one object.
  ///
  /// - Throws: `FormatError` if the value cannot be computed.
  public func value(of object: Root) throws(FormatError) -> FormatValue {
    let result = unsafe withUnsafePointer(to: object) { pointer in
      Result { () throws(FormatError) in
        try unsafe values(UnsafeRawPointer(pointer), count: 1, reading: 0..<1)
      }
    }
    return try result.get().first ?? .null
  }

  /// Returns the value of the expression for each object, in order.
  ///
  /// - Throws: The error of `value(of:)` for the first object whose evaluation fails.
  public func values(of objects: [Root]) throws(FormatError) -> [FormatValue] {
    try values(of: objects, reading: objects.indices)
  }

  /// Returns the value of an aggregate such as `average:(length)` over all objects together. If the expression depends on a single
  /// object, returns its value for the first object, or `nil` if there are no objects.
  ///
  /// - Throws: The errors of `value(of:)`. `min:`, `max:` and `average:` of no objects are errors.
  public func value(over objects: [Root]) throws(FormatError) -> FormatValue {
    guard objects.isEmpty else {
      return try values(of: objects, reading: objects.indices.prefix(1), isOverAll: true).first ?? .null
    }
    if dependsOnOneObject { return .null }
    // There are no objects to read. The call only needs a valid address.
    let result = unsafe withUnsafePointer(to: UInt8(0)) { anyAddress in
      Result { () throws(FormatError) in
        try unsafe values(UnsafeRawPointer(anyAddress), count: 0, reading: 0..<1, isOverAll: true)
      }
    }
    return try result.get().first ?? .null
  }

  private func values(
    of objects: [Root], reading range: Range<Int>, isOverAll: Bool = false
  ) throws(FormatError) -> [FormatValue] {
    let result = unsafe objects.withUnsafeBufferPointer { buffer -> Result<[FormatValue], FormatError> in
      guard let base = buffer.baseAddress else { return .success([]) }
      return Result { () throws(FormatError) in
        try unsafe values(UnsafeRawPointer(base), count: buffer.count, reading: range, isOverAll: isOverAll)
      }
    }
    return try result.get()
  }

  private func values(
    _ base: UnsafeRawPointer, count: Int, reading range: Range<Int>, isOverAll: Bool = false
  ) throws(FormatError) -> [FormatValue] {
    try shape.expect(rows: count, source)
    if let error = unsafe offsets.error(base, count: count) { throw FormatError([error], source: source) }
    let run = unsafe Run(shape, base: base, count: count, isOverAll: isOverAll)
    var values: [FormatValue] = []
    values.reserveCapacity(range.count)
    for index in range {
      if run.spend(weight) { unsafe values.append(node.read(run, Block(base: base, first: index), 0).nanAsNil) }
      if let error = run.stop ?? run.lowestError { throw FormatError([error], source: source) }
    }
    withExtendedLifetime(store) {}
    return values
  }
}
