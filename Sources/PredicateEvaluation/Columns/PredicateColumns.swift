import PredicateSemantics
import PredicateSyntax

// Safety: `withUnsafeBufferPointer` keeps the address of the caller's array valid, and lanes are below its count.
/// A collection prepared for many predicates. The values of its keys are copied into contiguous columns, and a predicate
/// runs over the columns many times faster than over the objects.
///
///     let columns = PredicateColumns(words)
///     let long = try columns.filtered(by: FormatPredicate("length > 20 AND text ENDSWITH 'ing'"))
///
/// Every predicate gives the same results and errors as on the array. A comparison of a key path with a constant reads the
/// column of the path if its values are numbers, dates, booleans or texts; a key path such as `category.firstLetter` is one
/// column. Everything else reads the elements.
///
/// A column is created when a predicate first uses it, or at once for the keys you name, and then kept. So **the contents
/// of the elements must not change** while you use the collection. Elements that are values cannot change, because the
/// collection contains a copy of the array. If they are objects, your program must ensure it; later changes are not
/// observed. Keys of `predicateKeys` are also read only once.
///
/// Several threads can use a collection at once.
public struct PredicateColumns<Element> {
  /// The elements, in their original order.
  public let elements: [Element]
  private let store = ColumnStore()
  /// Whether other threads can access the elements.
  private let isShared: Bool

  init(_ elements: [Element], isShared: Bool) {
    self.elements = elements
    self.isShared = isShared
  }

  /// Prepares a collection; columns are created as predicates use them.
  public init(_ elements: [Element]) { self.init(elements, isShared: false) }

  /// Prepares a collection, and creates the columns of some key paths at once.
  ///
  /// - Parameter keys: Key paths as a format string spells them: `length`, `category.firstLetter`. If the values of a key
  ///   path have no column, because they are collections, for example, they are read from the elements later.
  /// - Throws: `FormatError` if the elements do not have one of the keys.
  public init(_ elements: [Element], keys: [String]) throws(FormatError) {
    self.init(elements, isShared: false)
    try prepare(keys)
  }

  /// Creates the columns of key paths.
  func prepare(_ keys: [String]) throws(FormatError) {
    for key in keys {
      // Compiling a comparison with the key creates the column.
      _ = try program(FormatPredicate("%K == nil", key), EvaluationOptions())
    }
  }

  /// Returns the elements for which the predicate is true, in order.
  ///
  /// - Throws: `FormatError` for a wrong key, an impossible comparison, or the error of the first element that has one.
  public func filtered(
    by predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> [Element] {
    ChosenElements(try masks(predicate, options), threads: isShared ? options.threads : 1).copy(of: elements)
  }

  /// Returns the number of elements for which the predicate is true.
  ///
  /// - Throws: The same errors as `filtered(by:options:)`.
  public func count(
    matching predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Int {
    try masks(predicate, options).reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// Returns the positions of the elements for which the predicate is true, in order.
  ///
  /// - Throws: The same errors as `filtered(by:options:)`.
  public func indices(
    matching predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> [Int] {
    CompiledPredicate<Element>.positions(try masks(predicate, options))
  }

  /// Returns the first element for which the predicate is true, or `nil` if there is none. Errors of later elements are not
  /// thrown.
  ///
  /// - Throws: The same errors as `filtered(by:options:)`.
  public func first(
    matching predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Element? {
    let program = try program(predicate, options)
    return try unsafe elements.withUnsafeBufferPointer { (buffer) throws(FormatError) -> Element? in
      guard let base = buffer.baseAddress else { return nil }
      let first = try unsafe program.first(UnsafeRawPointer(base), count: buffer.count)
      return first.map { unsafe buffer[$0] }
    }
  }

  /// The number of bytes that the columns take, in addition to the elements.
  public var memory: Int { store.all.reduce(0) { $0 + $1.memory.byteCount } }

  // MARK: Running

  /// Compiles the predicate for the columns, and creates those that do not exist yet.
  private func program(_ predicate: FormatPredicate, _ options: EvaluationOptions) throws(FormatError) -> Program {
    try unsafe elements.withUnsafeBufferPointer { (buffer) throws(FormatError) in
      // Without elements, nothing is read.
      let base = buffer.isEmpty ? nil : buffer.baseAddress
      return try unsafe Program(
        predicate, for: SwiftType.of(Element.self), isShared: isShared, options,
        columns: base.map { unsafe (store, UnsafeRawPointer($0), buffer.count) })
    }
  }

  /// Returns one mask for each 64 elements.
  private func masks(_ predicate: FormatPredicate, _ options: EvaluationOptions) throws(FormatError) -> [UInt64] {
    let program = try program(predicate, options)
    return try unsafe elements.withUnsafeBufferPointer { (buffer) throws(FormatError) -> [UInt64] in
      guard let base = buffer.baseAddress else { return [] }
      return try unsafe program.run(
        UnsafeRawPointer(base), count: buffer.count, threads: isShared ? options.threads : 1)
    }
  }
}

// Columns are stored under a lock, and only read after that.
extension PredicateColumns: Sendable where Element: Sendable {}

extension PredicateColumns: CustomStringConvertible {
  /// The existing columns, with their contents and sizes in bytes.
  public var description: String {
    let columns = store.all.map { keys, column, memory in
      let path = keys.isEmpty ? "SELF" : keys.joined(separator: ".")
      return "\(path): \(column.description), \(memory.byteCount) bytes"
    }.inByteOrder
    return (["\(elements.count) elements, \(columns.count) columns, \(memory) bytes"] + columns)
      .joined(separator: "\n  ")
  }
}
