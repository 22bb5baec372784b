import PredicateSemantics
import PredicateSyntax

// Safety: `withUnsafeBufferPointer` keeps the address of the caller's array valid, and lanes are below its count.
/// A predicate compiled for a Swift type. It can be evaluated for any number of objects.
///
/// A compiled predicate is immutable, so several threads can use it at the same time. `filtered(by:)` compiles its predicate on
/// each call. Create a `CompiledPredicate` to compile once and evaluate often.
///
///     let compiled = try CompiledPredicate(FormatPredicate("year > 1965"), for: Book.self)
///     let recent = try compiled.filter(books)
///     let isRecent = try compiled.evaluate(with: books[0])
///
/// The values of stored keys must not change during a call. A closure of a registered key must not change them either, except
/// for the `lazy` property that it reads.
public struct CompiledPredicate<Root>: Sendable {
  package let program: Program
  /// The maximum number of threads. Always 1 if `Root` is not `Sendable`: the closure of a registered key may do anything with
  /// its object, such as computing a lazy property.
  private let threads: Int
  /// The warnings for the predicate: for example, that a comparison is never true.
  public var warnings: [FormatDiagnostic] { program.warnings }

  /// Checks and compiles a predicate for objects of type `Root`.
  ///
  /// - Parameters:
  ///   - predicate: The predicate. All its conversions must have arguments.
  ///   - options: The options for each evaluation.
  /// - Throws: `FormatError` with all unknown keys, impossible comparisons, unbound variables and invalid patterns.
  public init(
    _ predicate: FormatPredicate, for _: Root.Type = Root.self, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) {
    try self.init(predicate, isShared: false, options)
  }

  init(_ predicate: FormatPredicate, isShared: Bool, _ options: EvaluationOptions) throws(FormatError) {
    var options = options
    if !isShared { options.threads = 1 }
    try self.init(predicate, as: SwiftType.of(Root.self), isShared: isShared, options)
  }

  /// Checks and compiles a predicate for objects with the keys of `type` and the memory layout of `Root`.
  ///
  /// - Parameters:
  ///   - isShared: Whether other threads may access the objects.
  ///   - plan: The function that plans comparisons.
  package init(
    _ predicate: FormatPredicate, as type: SwiftType, isShared: Bool = false,
    _ options: EvaluationOptions = EvaluationOptions(),
    plan: @escaping PlannedComparison.Planner = PlannedComparison.init
  ) throws(FormatError) {
    program = try unsafe Program(predicate, for: type, isShared: isShared, options, plan: plan)
    threads = options.threads
  }

  /// Returns whether an object matches the predicate. `max:(key)` ranges over this one object.
  ///
  /// The method has one parameter, so you can write `words.filter(compiled.evaluate(with:))`.
  ///
  /// - Throws: `FormatError` if a value cannot be computed and `onError` is `.throw`.
  @inlinable
  public func evaluate(with object: Root) throws(FormatError) -> Bool {
    try unsafe withUnsafePointer(to: object) { (base) throws(FormatError) in
      try unsafe isTrue(at: UnsafeRawPointer(base))
    }
  }

  /// Returns whether the object at an address matches the predicate. The inlined caller knows the type of the object and passes
  /// its address without copying the object.
  @usableFromInline
  func isTrue(at address: UnsafeRawPointer) throws(FormatError) -> Bool {
    try unsafe program.isTrue(of: address)
  }

  /// Returns the elements that match the predicate, in order.
  ///
  /// - Throws: `FormatError` for the first element whose evaluation fails, unless errors yield nil.
  public func filter(_ elements: [Root]) throws(FormatError) -> [Root] {
    ChosenElements(try masks(of: elements), threads: threads).copy(of: elements)
  }

  /// Returns the positions of the elements that match the predicate, in order.
  ///
  /// - Throws: The errors of `filter(_:)`.
  public func indices(of elements: [Root]) throws(FormatError) -> [Int] {
    Self.positions(try masks(of: elements))
  }

  /// Returns the number of elements that match the predicate.
  ///
  /// - Throws: The errors of `filter(_:)`.
  public func count(of elements: [Root]) throws(FormatError) -> Int {
    try masks(of: elements).reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// Evaluates the predicate on the first elements of an array, as if there were no others.
  ///
  /// - Throws: The errors of `filter(_:)`.
  package func check(first count: Int, of elements: [Root]) throws(FormatError) {
    try unsafe elements.withUnsafeBufferPointer { (buffer) throws(FormatError) in
      guard let base = buffer.baseAddress else { return }
      _ = try unsafe program.run(UnsafeRawPointer(base), count: min(count, buffer.count))
    }
  }

  /// Returns the first element that matches the predicate, or `nil` if no element matches. If a later element
  /// cannot be evaluated, no error is thrown.
  ///
  /// - Throws: `FormatError` if an evaluation fails before a match is found.
  public func first(of elements: [Root]) throws(FormatError) -> Root? {
    try unsafe elements.withUnsafeBufferPointer { (buffer) throws(FormatError) -> Root? in
      guard let base = buffer.baseAddress else { return nil }
      return try unsafe program.first(UnsafeRawPointer(base), count: buffer.count).map { unsafe buffer[$0] }
    }
  }

  /// Returns the positions of the matching elements in a part of the array. The part must begin at a multiple of 64.
  ///
  /// - Parameters:
  ///   - wholeValues: The aggregates over all elements, as the call for the previous part left them. Initially empty.
  ///   - budget: The budget for all parts.
  package func indices(
    of elements: [Root], in part: Range<Int>, _ wholeValues: inout [Run.WholeValue?], _ budget: Budget
  ) throws(FormatError) -> [Int] {
    let masks = try unsafe elements.withUnsafeBufferPointer { (buffer) throws(FormatError) -> [UInt64] in
      guard let base = buffer.baseAddress else { return [] }
      return try unsafe program.run(UnsafeRawPointer(base), count: buffer.count, part, &wholeValues, budget)
    }
    var result: [Int] = []
    for (block, mask) in masks.enumerated() { forEachLane(mask) { result.append(part.lowerBound + block * 64 + $0) } }
    return result
  }

  /// Returns one mask for each 64 elements.
  package func masks(of elements: [Root]) throws(FormatError) -> [UInt64] {
    try unsafe elements.withUnsafeBufferPointer { (buffer) throws(FormatError) -> [UInt64] in
      guard let base = buffer.baseAddress else { return [] }
      return try unsafe program.run(UnsafeRawPointer(base), count: buffer.count, threads: threads)
    }
  }

  /// Returns the positions of the set bits.
  package static func positions(_ masks: [UInt64]) -> [Int] {
    var result: [Int] = []
    for (block, mask) in masks.enumerated() { forEachLane(mask) { result.append(block * 64 + $0) } }
    return result
  }

  /// Returns a test to run on selected elements only, or `nil` if the predicate may fail or does not cost more than `cost`.
  package func test(
    of elements: UnsafeBufferPointer<Root>, ifCostAbove cost: Int
  ) throws(FormatError) -> BlockTest? {
    guard let base = elements.baseAddress else { return nil }
    return try unsafe program.test(UnsafeRawPointer(base), count: elements.count, ifCostAbove: cost)
  }
}
