import PredicateModel
import PredicateSyntax

/// The columns of a collection, by key path, each made when it is first asked for.
final class ColumnStore: Sendable {
  /// What was found out about each path; nil where there is no column of it.
  private let columns = Lock<[String: Column?]>([:])

  /// The columns that there are, by key path.
  var all: [(key: String, column: Column)] {
    let columns = columns.withLock { $0 }
    return columns.compactMap { key, column in column.map { (key, $0) } }.sorted { $0.key < $1.key }
  }

  /// The column of a path, made of the `count` objects from `base` where it is not there yet.
  func column(_ key: String, _ path: AccessPath, base: UnsafeRawPointer, count: Int) -> Column? {
    if let known = columns.withLock({ $0[key] }) { return known }
    if path.hasGetters {
      // Registered keys are the program's code, which may use these very columns: nobody waits for it.
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

/// The columns that a predicate is compiled for, and the objects that they are of.
struct ColumnSource {
  let store: ColumnStore
  let base: UnsafeRawPointer
  let count: Int

  /// The column of a path from the objects, whose values the caller has found to be of a family that there are columns of.
  func column(_ path: ResolvedPath, _ access: AccessPath) -> Column? {
    store.column(path.columnKey, access, base: base, count: count)
  }
}

extension ResolvedPath {
  /// The keys as a format string spells them.
  fileprivate var columnKey: String {
    let keys = steps.map { step in
      switch step.kind {
      case .key(let name): name
      case .length: "length"
      }
    }
    return keys.isEmpty ? "SELF" : keys.joined(separator: ".")
  }
}
