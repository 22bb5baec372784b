/// The description of a Core Data SQLite store. `PredicateSQLite` reads it from an open store.
public struct CoreDataStore: Sendable, Hashable {
  /// The numbers of the entities, by name.
  public var entityNumbers: [String: Int]
  /// The columns of each table. If they are given, each column of the mapping is verified, and link tables are found by their
  /// columns instead of by the naming rule.
  public var columns: [String: Set<String>]?

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - entityNumbers: `Z_ENT` by `Z_NAME`, from the store's table `Z_PRIMARYKEY`.
  ///   - columns: The columns of each table, or nil if they are not known.
  public init(entityNumbers: [String: Int], columns: [String: Set<String>]? = nil) {
    self.entityNumbers = entityNumbers
    self.columns = columns
  }
}
