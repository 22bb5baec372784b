import PredicateFormat
import PredicateSQL

/// The in-memory engine's answer.
package struct MemoryAnswer: Sendable {
  /// The primary keys of the matching objects in the order of the objects, with nil for errors.
  package var keys: [FormatValue]
  /// Whether `onError: .throw` gives the same answer, or nil if it throws.
  package var isSameWhenThrowing: Bool?
  /// Whether the interpreter finds the same objects, with nil for errors and when throwing.
  package var isSameByDefinition: Bool
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
    let found = try objects.indices(matching: predicate, options: EvaluationOptions(onError: .yieldNil))
    keys = found.map { objects[$0].primaryKey }
    all = objects.count
    let thrown = Result { () throws(FormatError) in try objects.indices(matching: predicate) }
    if let thrown = try? thrown.get() { isSameWhenThrowing = thrown == found }
    isSameByDefinition =
      Self.told(Self.definition(of: predicate, objects, .throw)) == Self.told(thrown)
      && (try? Self.definition(of: predicate, objects, .yieldNil).get()) == found
  }

  private static func told(_ answer: Result<[Int], FormatError>) -> String {
    do { return "\(try answer.get())" } catch { return error.description }
  }

  /// Returns the indices of the matching objects, or the error, by the interpreter.
  private static func definition<Object>(
    of predicate: FormatPredicate, _ objects: [Object], _ onError: EvaluationOptions.ErrorHandling
  ) -> Result<[Int], FormatError> {
    let type = SwiftType.of(Object.self)
    let rows = objects.map { object in withUnsafePointer(to: object) { type.value(at: UnsafeRawPointer($0)) } }
    return Result { () throws(FormatError) in
      try Interpreter.indices(
        of: rows, matching: predicate, type: type.valueType, keys: SwiftKeySource(for: type, isShared: false),
        system: .foundation, onError: onError)
    }
  }
}

extension MemoryAnswer {
  /// Returns the primary keys that a request fetches, in its order.
  package static func fetch(
    _ request: PredicateFetchRequest, on entity: String, of data: ProofData
  ) throws(FormatError) -> [FormatValue] {
    switch entity {
    case "Manager":
      try data.managers.fetchAll(request, options: EvaluationOptions(onError: .yieldNil)).map(\.primaryKey)
    case "Task": try data.tasks.fetchAll(request, options: EvaluationOptions(onError: .yieldNil)).map(\.primaryKey)
    case "Account":
      try data.accounts.fetchAll(request, options: EvaluationOptions(onError: .yieldNil)).map(\.primaryKey)
    case "Entry": try data.entries.fetchAll(request, options: EvaluationOptions(onError: .yieldNil)).map(\.primaryKey)
    default: try data.people.fetchAll(request, options: EvaluationOptions(onError: .yieldNil)).map(\.primaryKey)
    }
  }
}
