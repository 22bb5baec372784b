import PredicateFormat

/// The in-memory engine's answer.
package struct MemoryAnswer: Sendable {
  /// The primary keys of the matching objects in the order of the objects, with nil for errors.
  package var keys: [FormatValue]
  /// Whether `onError: .throw` gives the same answer, or nil if it throws.
  package var isSameWhenThrowing: Bool?
  /// The number of all objects.
  package var all: Int

  /// Evaluates a predicate for all objects of an entity that predicates may range over.
  package init(_ predicate: FormatPredicate, on entity: String, of data: ProofData) throws(FormatError) {
    switch entity {
    case "Manager": try self.init(predicate, data.managers)
    case "Task": try self.init(predicate, data.tasks)
    case "Account": try self.init(predicate, data.accounts)
    case "Entry": try self.init(predicate, data.entries)
    default: try self.init(predicate, data.people)
    }
  }

  private init<Object: StoredObject>(_ predicate: FormatPredicate, _ objects: [Object]) throws(FormatError) {
    let compiled = try CompiledPredicate(predicate, for: Object.self)
    let found = try compiled.indices(of: objects, onError: .yieldNil)
    keys = found.map { objects[$0].primaryKey }
    all = objects.count
    if let thrown = try? compiled.indices(of: objects, onError: .throw) { isSameWhenThrowing = thrown == found }
  }
}

extension MemoryAnswer {
  /// Returns the primary keys that a request fetches, in its order.
  package static func fetch(
    _ request: PredicateFetchRequest, on entity: String, of data: ProofData
  ) throws(FormatError) -> [FormatValue] {
    switch entity {
    case "Manager": try data.managers.fetchAll(request, onError: .yieldNil).map(\.primaryKey)
    case "Task": try data.tasks.fetchAll(request, onError: .yieldNil).map(\.primaryKey)
    case "Account": try data.accounts.fetchAll(request, onError: .yieldNil).map(\.primaryKey)
    case "Entry": try data.entries.fetchAll(request, onError: .yieldNil).map(\.primaryKey)
    default: try data.people.fetchAll(request, onError: .yieldNil).map(\.primaryKey)
    }
  }
}
