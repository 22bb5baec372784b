import PredicateModel
import PredicateSyntax

/// A collection prepared for many predicates: the values of its keys are copied into columns, side by side in memory, which
/// a predicate then runs over many times faster than over the objects.
///
///     let columns = PredicateColumns(words)
///     let long = try columns.filtered(by: FormatPredicate("length > 20 AND text ENDSWITH 'ing'"))
///
/// Every predicate is answered, as the array answers it, faults and all. Comparisons of a key path with a constant read the
/// column of the path, where its values are numbers, dates, booleans or texts; `category.firstLetter` is a column of the
/// words. All else reads the elements.
///
/// A column is made when a predicate first asks for it, or at once for the keys that are named, and kept. So **what the
/// elements hold must not change** while the value is used: values cannot, for it holds a copy of the array; with objects it
/// is the program's part, and what an object shows after a change is not seen. Keys of `predicateKeys` are read once too.
///
/// It may be used on several threads at once.
public struct PredicateColumns<Element> {
  /// The elements, in their order.
  public let elements: [Element]
  private let store = ColumnStore()
  /// Whether other threads may have the elements.
  private let isShared: Bool

  private init(_ elements: [Element], isShared: Bool) {
    self.elements = elements
    self.isShared = isShared
  }

  /// Prepares a collection; columns are made as predicates ask for them.
  public init(_ elements: [Element]) { self.init(elements, isShared: false) }

  /// Prepares a collection, and makes the columns of some key paths at once.
  ///
  /// - Parameter keys: key paths as a format string spells them: `length`, `category.firstLetter`. Where there is no
  ///   column of the values of one, as of a collection, it is read from the elements later.
  /// - Throws: `FormatError` with a key that the elements do not have.
  public init(_ elements: [Element], keys: [String]) throws(FormatError) {
    self.init(elements, isShared: false)
    try prepare(keys)
  }

  /// Makes the columns of key paths.
  private func prepare(_ keys: [String]) throws(FormatError) {
    for key in keys {
      // Asks of each element whether the key is nil.
      _ = try program(FormatPredicate("%K == nil", key), variables: [:], functions: .none)
    }
  }

  /// The elements of which the predicate is true, in order.
  ///
  /// - Throws: `FormatError` with a wrong key or impossible comparison, or with the fault of the first element that has one.
  public func filtered(
    by predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> [Element] {
    ChosenElements(try masks(predicate, variables, functions, onFault)).copy(of: elements)
  }

  /// How many of the elements the predicate is true of.
  ///
  /// - Throws: as `filtered(by:variables:functions:onFault:)`.
  public func count(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Int {
    try masks(predicate, variables, functions, onFault).reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// The positions of the elements of which the predicate is true, in order.
  ///
  /// - Throws: as `filtered(by:variables:functions:onFault:)`.
  public func indices(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> [Int] {
    CompiledPredicate<Element>.positions(try masks(predicate, variables, functions, onFault))
  }

  /// The first element of which the predicate is true; nil where there is none. Those behind it are not asked, and their
  /// faults are not thrown.
  ///
  /// - Throws: as `filtered(by:variables:functions:onFault:)`.
  public func first(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Element? {
    let program = try program(predicate, variables: variables, functions: functions)
    return try elements.withUnsafeBufferPointer { (buffer) throws(FormatError) -> Element? in
      guard let base = buffer.baseAddress else { return nil }
      return try program.first(UnsafeRawPointer(base), count: buffer.count, onFault).map { buffer[$0] }
    }
  }

  /// The bytes that the columns take, beside the elements.
  public var memory: Int { store.all.reduce(0) { $0 + $1.column.memory.byteCount } }

  // MARK: Running

  /// The predicate, compiled for the columns; makes those that are not there yet.
  private func program(
    _ predicate: FormatPredicate, variables: [String: (any FormatArgument)?], functions: PredicateFunctions
  ) throws(FormatError) -> Program {
    try elements.withUnsafeBufferPointer { (buffer) throws(FormatError) in
      // Nothing is read of no elements.
      let base = buffer.isEmpty ? nil : buffer.baseAddress
      return try Program(
        predicate, for: SwiftType.of(Element.self), isShared: isShared, variables: variables, functions: functions,
        limits: nil,
        columns: base.map { ColumnSource(store: store, base: $0, count: buffer.count) })
    }
  }

  /// One mask for each 64 elements.
  private func masks(
    _ predicate: FormatPredicate, _ variables: [String: (any FormatArgument)?], _ functions: PredicateFunctions,
    _ onFault: FaultHandling, threads: Int = 1
  ) throws(FormatError) -> [UInt64] {
    let program = try program(predicate, variables: variables, functions: functions)
    return try elements.withUnsafeBufferPointer { (buffer) throws(FormatError) -> [UInt64] in
      guard let base = buffer.baseAddress else { return [] }
      return try program.run(UnsafeRawPointer(base), count: buffer.count, onFault, threads: threads)
    }
  }
}

// The parallel form of each; see `CompiledPredicate`.
extension PredicateColumns where Element: Sendable {
  /// Prepares a collection of elements that other threads may have; a stored `var` of a class is a key only where it is named
  /// in `predicateKeys`.
  public init(_ elements: [Element]) { self.init(elements, isShared: true) }

  /// The same, and makes the columns of some key paths at once.
  ///
  /// - Throws: `FormatError` with a key that the elements do not have.
  public init(_ elements: [Element], keys: [String]) throws(FormatError) {
    self.init(elements, isShared: true)
    try prepare(keys)
  }

  /// The elements of which the predicate is true, in order, found by several threads; the same as with one.
  ///
  /// - Parameter threads: how many threads may work on it; 0 and less mean 1. Where there is little work, fewer take part.
  /// - Throws: as `filtered(by:variables:functions:onFault:)`.
  public func filtered(
    by predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw, threads: Int
  ) throws(FormatError) -> [Element] {
    let masks = try masks(predicate, variables, functions, onFault, threads: threads)
    return ChosenElements(masks, threads: threads).copy(of: elements)
  }

  /// How many of the elements the predicate is true of, counted by up to `threads` threads.
  ///
  /// - Throws: as `filtered(by:variables:functions:onFault:)`.
  public func count(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw, threads: Int
  ) throws(FormatError) -> Int {
    try masks(predicate, variables, functions, onFault, threads: threads).reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// The positions of the elements of which the predicate is true, in order, found by up to `threads` threads.
  ///
  /// - Throws: as `filtered(by:variables:functions:onFault:)`.
  public func indices(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw, threads: Int
  ) throws(FormatError) -> [Int] {
    CompiledPredicate<Element>.positions(try masks(predicate, variables, functions, onFault, threads: threads))
  }
}

// The columns are only read once they are made, and made under a lock.
extension PredicateColumns: Sendable where Element: Sendable {}

extension PredicateColumns: CustomStringConvertible {
  /// The columns that there are, with what they hold and the bytes that they take.
  public var description: String {
    let columns = store.all.map { "\($0.key): \($0.column.description), \($0.column.memory.byteCount) bytes" }
    return (["\(elements.count) elements, \(columns.count) columns, \(memory) bytes"] + columns)
      .joined(separator: "\n  ")
  }
}
