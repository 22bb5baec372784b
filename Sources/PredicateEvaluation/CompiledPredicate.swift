import PredicateModel
import PredicateSyntax

/// A predicate bound to a Swift type: keys found, constants prepared, ready to run over any number of objects.
///
/// It never changes, and may be used on several threads at once. `filtered(by:)` makes one for each call; make your own to use
/// it many times.
///
/// What stored keys hold must not change while a call runs, not by the closure of a registered key either (which may fill
/// the `lazy` property that it reads).
public struct CompiledPredicate<Root>: Sendable {
  let program: Program
  /// What a checked predicate is worth knowing about, such as a comparison that is never true.
  public var warnings: [Diagnostic] { program.warnings }

  /// Checks and compiles a predicate for objects of type `Root`.
  ///
  /// - Parameters:
  ///   - predicate: the predicate, every conversion filled.
  ///   - variables: values for `$NAME` variables, by name without the dollar sign.
  ///   - functions: the functions of the program that it may call.
  ///   - limits: what each use may cost; nil for the limits that the tree carries.
  /// - Throws: `FormatError` with every wrong key, impossible comparison, unbound variable and bad pattern.
  public init(
    _ predicate: FormatPredicate, for _: Root.Type = Root.self, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, limits: Limits? = nil
  ) throws(FormatError) {
    try self.init(
      predicate, as: SwiftType.of(Root.self), isShared: false, variables: variables, functions: functions,
      limits: limits)
  }

  /// Checks and compiles a predicate for objects that are read as `type`, whose values are stored as those of `Root`.
  ///
  /// - Parameters:
  ///   - isShared: whether other threads may have the objects.
  ///   - takesShortcuts: false where a test wants the answers of the slow ways.
  package init(
    _ predicate: FormatPredicate, as type: SwiftType, isShared: Bool = false,
    variables: [String: (any FormatArgument)?] = [:], functions: PredicateFunctions = .none, limits: Limits? = nil,
    takesShortcuts: Bool = true
  ) throws(FormatError) {
    program = try Program(
      predicate, for: type, isShared: isShared, variables: variables, functions: functions, limits: limits,
      takesShortcuts: takesShortcuts)
  }

  /// Whether the predicate is true of an object. `max:(key)` ranges over this one object.
  ///
  /// It is a function of one parameter, so that `words.filter(compiled.evaluate(with:))` says it too.
  ///
  /// - Throws: `FormatError` where a value cannot be computed.
  @inlinable
  public func evaluate(with object: Root) throws(FormatError) -> Bool {
    try withUnsafePointer(to: object) { (place) throws(FormatError) in try isTrue(at: UnsafeRawPointer(place), .throw) }
  }

  /// Whether the predicate is true of an object. `max:(key)` ranges over this one object.
  ///
  /// - Throws: `FormatError` where a value cannot be computed and `onFault` is `.throw`.
  @inlinable
  public func evaluate(with object: Root, onFault: FaultHandling) throws(FormatError) -> Bool {
    try withUnsafePointer(to: object) { (place) throws(FormatError) in try isTrue(at: UnsafeRawPointer(place), onFault)
    }
  }

  /// Whether the predicate is true of the object at a place. What is inlined where it is called knows the type of the object,
  /// and so where it stands, without copying it.
  @usableFromInline
  func isTrue(at place: UnsafeRawPointer, _ onFault: FaultHandling) throws(FormatError) -> Bool {
    try program.isTrue(of: place, onFault)
  }

  /// The elements of which the predicate is true, in order.
  ///
  /// - Throws: `FormatError` with the fault of the first element that has one, where `onFault` is `.throw`.
  public func filter(_ elements: [Root], onFault: FaultHandling = .throw) throws(FormatError) -> [Root] {
    ChosenElements(try masks(of: elements, onFault)).copy(of: elements)
  }

  /// The positions of the elements of which the predicate is true, in order.
  ///
  /// - Throws: as `filter(_:onFault:)`.
  public func indices(of elements: [Root], onFault: FaultHandling = .throw) throws(FormatError) -> [Int] {
    Self.positions(try masks(of: elements, onFault))
  }

  /// How many of the elements the predicate is true of.
  ///
  /// - Throws: as `filter(_:onFault:)`.
  public func count(of elements: [Root], onFault: FaultHandling = .throw) throws(FormatError) -> Int {
    try masks(of: elements, onFault).reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// The first element of which the predicate is true; those behind it are not asked.
  ///
  /// - Throws: `FormatError` with the fault of the first element that has one, where none before it is true and `onFault`
  ///   is `.throw`.
  public func first(of elements: [Root], onFault: FaultHandling = .throw) throws(FormatError) -> Root? {
    try elements.withUnsafeBufferPointer { (buffer) throws(FormatError) -> Root? in
      guard let base = buffer.baseAddress else { return nil }
      return try program.first(UnsafeRawPointer(base), count: buffer.count, onFault).map { buffer[$0] }
    }
  }

  /// The positions of the elements of a part, which begins at a multiple of 64, of which the predicate is true, in order.
  ///
  /// - Parameter wholeValues: what the call for the part before has found out about all elements; nothing at first.
  func indices(
    of elements: [Root], in part: Range<Int>, _ wholeValues: inout [Run.WholeValue?], _ onFault: FaultHandling
  ) throws(FormatError) -> [Int] {
    let masks = try elements.withUnsafeBufferPointer { (buffer) throws(FormatError) -> [UInt64] in
      guard let base = buffer.baseAddress else { return [] }
      return try program.run(UnsafeRawPointer(base), count: buffer.count, part, &wholeValues, onFault)
    }
    var result: [Int] = []
    for (block, mask) in masks.enumerated() { forEachLane(mask) { result.append(part.lowerBound + block * 64 + $0) } }
    return result
  }

  /// One mask for each 64 elements.
  func masks(
    of elements: [Root], _ onFault: FaultHandling, threads: Int = 1
  ) throws(FormatError) -> [UInt64] {
    try elements.withUnsafeBufferPointer { (buffer) throws(FormatError) -> [UInt64] in
      guard let base = buffer.baseAddress else { return [] }
      return try program.run(UnsafeRawPointer(base), count: buffer.count, onFault, threads: threads)
    }
  }

  /// The positions of the bits that are set.
  static func positions(_ masks: [UInt64]) -> [Int] {
    var result: [Int] = []
    for (block, mask) in masks.enumerated() { forEachLane(mask) { result.append(block * 64 + $0) } }
    return result
  }

  /// The test of blocks of the elements, where it can stand behind another that costs `cost`.
  func test(
    of elements: UnsafeBufferPointer<Root>, _ onFault: FaultHandling, ifDearerThan cost: Int
  ) throws(FormatError) -> BlockTest? {
    guard let base = elements.baseAddress else { return nil }
    return try program.test(UnsafeRawPointer(base), count: elements.count, onFault, ifDearerThan: cost)
  }
}

// The parallel form of each. Elements are read on several threads, so they must be `Sendable`: the closure of a registered
// key may do anything with the object that it is handed, such as computing a lazy property of it.
extension CompiledPredicate where Root: Sendable {
  /// Checks and compiles a predicate for objects that other threads may have: as for any other, but that a stored `var` of a
  /// class is a key only where it is named in `predicateKeys`.
  ///
  /// - Throws: as for objects that are not `Sendable`.
  public init(
    _ predicate: FormatPredicate, for _: Root.Type = Root.self, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, limits: Limits? = nil
  ) throws(FormatError) {
    try self.init(
      predicate, as: SwiftType.of(Root.self), isShared: true, variables: variables, functions: functions,
      limits: limits)
  }

  /// The elements of which the predicate is true, in order; the same as with one thread.
  ///
  /// - Parameter threads: how many threads may work on it; 0 and less mean 1. Each takes a part of the elements; where there
  ///   is little work, fewer threads take part.
  /// - Throws: `FormatError` with the fault of the first element that has one, where `onFault` is `.throw`.
  public func filter(
    _ elements: [Root], onFault: FaultHandling = .throw, threads: Int
  ) throws(FormatError) -> [Root] {
    ChosenElements(try masks(of: elements, onFault, threads: threads), threads: threads).copy(of: elements)
  }

  /// The positions of the elements of which the predicate is true, in order, found by up to `threads` threads.
  ///
  /// - Throws: as `filter(_:onFault:threads:)`.
  public func indices(
    of elements: [Root], onFault: FaultHandling = .throw, threads: Int
  ) throws(FormatError) -> [Int] {
    Self.positions(try masks(of: elements, onFault, threads: threads))
  }

  /// How many of the elements the predicate is true of, counted by up to `threads` threads.
  ///
  /// - Throws: as `filter(_:onFault:threads:)`.
  public func count(
    of elements: [Root], onFault: FaultHandling = .throw, threads: Int
  ) throws(FormatError) -> Int {
    try masks(of: elements, onFault, threads: threads).reduce(0) { $0 + $1.nonzeroBitCount }
  }
}
