import PredicateModel
import PredicateSyntax

/// A predicate bound to a Swift type: keys found, constants prepared, ready to run over any number of objects.
///
/// It never changes, and may be used on several threads at once. `filtered(by:)` and `evaluate(with:)` make one for each
/// call; make your own to use it many times.
public struct CompiledPredicate<Root>: @unchecked Sendable {
  // The program is closures over immutable values; the constants that they point into are kept by `store`.
  private let node: PredicateNode
  private let shape: ProgramShape
  private let store: NeedleStore
  private let type: SwiftType
  private let source: String
  /// What a checked predicate is worth knowing about, such as a comparison that is never true.
  public let warnings: [Diagnostic]

  /// Checks and compiles a predicate for objects of type `Root`.
  ///
  /// - Parameters:
  ///   - predicate: the predicate, every conversion filled.
  ///   - variables: values for `$NAME` variables, by name without the dollar sign.
  /// - Throws: `FormatError` with every wrong key, impossible comparison, unbound variable and bad pattern.
  public init(
    _ predicate: FormatPredicate, for _: Root.Type = Root.self, variables: [String: (any FormatArgument)?] = [:]
  ) throws(FormatError) {
    type = SwiftType.of(Root.self)
    source = predicate.source
    if case .unreadable(let reason) = type.kind {
      throw FormatError(
        [Diagnostic(.notEvaluated("a predicate over \(type.name)", reason: reason), at: .none)], source: source)
    }
    let bound = variables.isEmpty ? predicate : predicate.substituting(variables)
    let resolved = try Checker.resolve(bound, root: type.valueType, keys: SwiftKeySource())
    let patterns = PatternCheck.faults(in: bound)
    if !patterns.isEmpty { throw FormatError(patterns, source: source) }
    var compiler = Compiler(root: type)
    node = compiler.compile(resolved.tree)
    shape = compiler.shape
    store = compiler.store
    warnings = resolved.warnings
  }

  /// Whether the predicate is true of an object. `max:(key)` ranges over this one object.
  ///
  /// - Throws: `FormatError` where a value cannot be computed and `onFault` is `.throw`.
  public func evaluate(with object: Root, onFault: FaultHandling = .throw) throws(FormatError) -> Bool {
    let result = withUnsafePointer(to: object) { pointer in
      Result { () throws(FormatError) in try run(UnsafeRawPointer(pointer), count: 1, onFault) }
    }
    return try result.get().first == 1
  }

  /// The elements of which the predicate is true, in order.
  ///
  /// - Throws: `FormatError` with the fault of the first element that has one, where `onFault` is `.throw`.
  public func filter(_ elements: [Root], onFault: FaultHandling = .throw) throws(FormatError) -> [Root] {
    let masks = try masks(of: elements, onFault)
    let count = masks.reduce(0) { $0 + $1.nonzeroBitCount }
    // The result's size is known: no array grows, and nothing here is compiled for `Root`.
    return elements.withUnsafeBufferPointer { source in
      Array(unsafeUninitializedCapacity: count) { buffer, filled in
        for (block, mask) in masks.enumerated() {
          forEachLane(mask) { lane in
            buffer.initializeElement(at: filled, to: source[block * 64 + lane])
            filled += 1
          }
        }
      }
    }
  }

  /// The positions of the elements of which the predicate is true, in order.
  ///
  /// - Throws: as `filter(_:onFault:)`.
  public func indices(of elements: [Root], onFault: FaultHandling = .throw) throws(FormatError) -> [Int] {
    var result: [Int] = []
    for (block, mask) in try masks(of: elements, onFault).enumerated() {
      forEachLane(mask) { result.append(block * 64 + $0) }
    }
    return result
  }

  /// How many of the elements the predicate is true of.
  ///
  /// - Throws: as `filter(_:onFault:)`.
  public func count(of elements: [Root], onFault: FaultHandling = .throw) throws(FormatError) -> Int {
    try masks(of: elements, onFault).reduce(0) { $0 + $1.nonzeroBitCount }
  }

  private func masks(of elements: [Root], _ onFault: FaultHandling) throws(FormatError) -> [UInt64] {
    let result = elements.withUnsafeBufferPointer { buffer -> Result<[UInt64], FormatError> in
      guard let base = buffer.baseAddress else { return .success([]) }
      return Result { () throws(FormatError) in try run(UnsafeRawPointer(base), count: buffer.count, onFault) }
    }
    return try result.get()
  }

  /// Runs the program over `count` objects from `base`; one mask for each 64.
  private func run(_ base: UnsafeRawPointer, count: Int, _ onFault: FaultHandling) throws(FormatError) -> [UInt64] {
    guard count > 0 else { return [] }
    try verifyFields(base)
    let run = Run(shape, base: base, count: count, onFault: onFault)
    var masks: [UInt64] = []
    masks.reserveCapacity((count + 63) / 64)
    var fault: Diagnostic?
    Block.forEach(base, count) { block, live in
      masks.append(node.lanes(run, block, live) & ~run.faults.lanes)
      fault = run.faults.lowest
      return fault == nil
    }
    withExtendedLifetime(store) {}
    if let fault { throw FormatError([fault], source: source) }
    return masks
  }

  /// Tries the offsets of the type's fields on the first object that is ever evaluated.
  private func verifyFields(_ base: UnsafeRawPointer) throws(FormatError) {
    var object: UnsafeRawPointer? = base
    if type.isReference { object = base.load(as: UnsafeRawPointer?.self) } else if type.isNil(base) { object = nil }
    guard let object else { return }
    let failed = type.unwrapped.verify(object: object)
    guard let key = failed.first else { return }
    let reason = "where it is stored could not be confirmed; name it in predicateKeys"
    throw FormatError(
      [Diagnostic(.unreadableKey(key, type: type.name, reason: reason), at: .none)], source: source)
  }
}

/// Finds constant patterns of MATCHES that are no regular expressions.
private struct PatternCheck: TreeRewriter {
  private(set) var faults: [Diagnostic] = []

  static func faults(in predicate: FormatPredicate) -> [Diagnostic] {
    var check = PatternCheck()
    check.visit(predicate)
    return check.faults
  }

  mutating func visit(_ predicate: FormatPredicate) {
    switch predicate.kind {
    case .and(let parts), .or(let parts): for part in parts { visit(part) }
    case .not(let part): visit(part)
    case .comparison(let comparison):
      if comparison.comparison == .matches, case .constant(.string(let text)) = comparison.right.kind {
        do throws(EvaluationFault) { _ = try Pattern(text, comparison.options) } catch {
          faults.append(Diagnostic(error.message, at: comparison.right.range))
        }
      }
      _ = rewrite(comparison.left)
      _ = rewrite(comparison.right)
    case .constant, .invalid: break
    }
  }

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    if let predicate = expression.kind.predicatePart { visit(predicate) }
    return nil
  }
}
