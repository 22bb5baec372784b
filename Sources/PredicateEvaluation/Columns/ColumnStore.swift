import PredicateModel
import PredicateSyntax

/// The columns of a collection by key path, each created on first use.
final class ColumnStore: Sendable {
  /// The result for each path; `nil` if it has no column.
  private let columns = Lock<[String: Column?]>([:])

  /// The existing columns, by key path.
  var all: [(key: String, column: Column)] {
    let columns = columns.withLock { $0 }
    return columns.compactMap { key, column in column.map { (key, $0) } }.sorted { $0.key < $1.key }
  }

  /// Returns the column of a path, which is created from the `count` objects at `base` on first use.
  func column(_ key: String, _ path: AccessPath, base: UnsafeRawPointer, count: Int) -> Column? {
    if let known = columns.withLock({ $0[key] }) { return known }
    if path.hasGetters {
      // Registered keys run code of the program, which may use these columns, so the lock must be free.
      let made = ColumnExtraction(path, base: base, count: count).column()
      return columns.withLock { columns in
        if let known = columns[key] { return known }
        columns[key] = .some(made)
        return made
      }
    }
    return columns.withLock { columns in
      if let known = columns[key] { return known }
      let made = ColumnExtraction(path, base: base, count: count).column()
      columns[key] = .some(made)
      return made
    }
  }
}

/// The columns that a predicate is compiled for, and their objects.
struct ColumnSource {
  let store: ColumnStore
  let base: UnsafeRawPointer
  let count: Int

  /// Returns the column of a path. The caller has checked that its values belong to a family that columns exist for.
  func column(_ path: ResolvedPath, _ access: AccessPath) -> Column? {
    let keys = path.keyNames
    return store.column(keys.isEmpty ? "SELF" : keys.joined(separator: "."), access, base: base, count: count)
  }
}
