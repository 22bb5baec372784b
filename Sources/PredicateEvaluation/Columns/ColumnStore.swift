import PredicateSemantics
import PredicateSyntax

/// The columns of a collection by key path, each created on first use.
///
/// Safety: `withUnsafeBufferPointer` keeps the address of the caller's array valid, and lanes are below its count.
package final class ColumnStore: Sendable {
  /// The result for the keys of each path, with the memory of the column; `nil` if it has no column. The names of keys may contain
  /// dots, so the text of a path is not unique.
  private let columns = Lock<[[String]: (column: Column, memory: KernelMemory)?]>([:])

  /// The existing columns with their key paths, in no order.
  var all: [(keys: [String], column: Column, memory: KernelMemory)] {
    columns.withLock { $0 }.compactMap { keys, made in made.map { (keys, $0.column, $0.memory) } }
  }

  /// Returns the column of a path, which is created from the `count` objects at `base` on first use. The caller has checked that
  /// the values belong to a family that columns exist for.
  func column(_ keys: [String], _ path: AccessPath, base: UnsafeRawPointer, count: Int) -> Column? {
    if let known = columns.withLock({ $0[keys] }) { return known?.column }
    if path.hasGetters {
      // Registered keys run code of the program, which may use these columns, so the lock must be free.
      let made = unsafe ColumnExtraction(path, base: base, count: count).column()
      return columns.withLock { columns in
        if let known = columns[keys] { return known?.column }
        columns[keys] = .some(made)
        return made?.column
      }
    }
    return columns.withLock { columns in
      if let known = columns[keys] { return known?.column }
      let made = unsafe ColumnExtraction(path, base: base, count: count).column()
      columns[keys] = .some(made)
      return made?.column
    }
  }
}

/// The columns that a predicate is compiled for, and their objects.
package typealias ColumnSource = (store: ColumnStore, base: UnsafeRawPointer, count: Int)
