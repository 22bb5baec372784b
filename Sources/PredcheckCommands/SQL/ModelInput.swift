import CommandSupport
import Foundation
import PredcheckSupport
import PredicateCoreData
import PredicateInput
import PredicateSQL
import PredicateSQLite
import PredicateSemantics
import PredicateSyntax

/// A data model and the name of one of its entities.
typealias ModelEntity = (model: PredicateModel, entity: String)

/// The keys of a model, and the name of one of its entities.
typealias KeyEntity = (model: KeyModel, entity: String)

/// Reads a command's data model: a file in this library's format (Grammar/Guides/DataModel.md) or a Core Data model.
enum ModelInput {
  /// Returns the model of `--model` and the name of its entity `--entity`, or nil if the command line has neither.
  static func given(_ call: Call, _ console: Console) throws(CommandStop) -> ModelEntity? {
    guard let (path, entity) = try pathAndEntity(call) else { return nil }
    let model = try reading(read(path, database: nil, console))
    try expect(entity, among: model.entities.map(\.name), call.command)
    return (model, entity)
  }

  /// Returns the keys of the model of `--model` and the name of its entity `--entity`, or nil if the command line has neither.
  static func keys(_ call: Call) throws(CommandStop) -> KeyEntity? {
    guard let (path, entity) = try pathAndEntity(call) else { return nil }
    let model = try reading(readKeys(path))
    try expect(entity, among: model.entities, call.command)
    return (model, entity)
  }

  private static func pathAndEntity(_ call: Call) throws(CommandStop) -> (path: String, entity: String)? {
    let path = try usage(call.text(.model))
    let entity = try usage(call.text(.entity))
    if (path == nil) != (entity == nil) {
      throw .usage(UsageError("--model and --entity are needed together", call.command))
    }
    guard let path, let entity else { return nil }
    return (path, entity)
  }

  /// Throws an error if a model has no entity with a name.
  static func expect(_ entity: String, among names: [String], _ command: Command) throws(CommandStop) {
    if !names.contains(entity) { throw .usage(ModelRequest.unknownEntity(entity, among: names, command)) }
  }

  /// Reads the keys of a data model. Those of a Core Data model do not depend on its store.
  static func readKeys(_ path: String) throws(InputError) -> KeyModel {
    guard isCoreData(path) else { return try PredicateModel.read(path).keyModel }
    do { return try KeyModel(coreDataModel: URL(fileURLWithPath: path)) } catch {
      throw InputError(error.file, line: error.line, report: error.reason)
    }
  }

  /// Reads a data model. The file's name determines whether it is a Core Data model, whose database provides entity numbers and
  /// columns. Reports the omitted parts of the model.
  static func read(_ path: String, database: String?, _ console: Console) throws(InputError) -> PredicateModel {
    guard isCoreData(path) else { return try PredicateModel.read(path) }
    var store: CoreDataStore?
    if let database {
      do { store = try CoreDataStore(SQLiteDatabaseConnection(.readOnly(database))) } catch {
        throw InputError(database, "this is not a Core Data store: \(error.message)")
      }
    }
    do {
      let read = try CoreDataModel(contentsOf: URL(fileURLWithPath: path), store: store)
      for note in read.notes { console.report("note: \(note)".cleaned) }
      return read.model
    } catch {
      throw InputError(error.file, line: error.line, report: error.reason)
    }
  }

  /// Makes a model from the tables of an SQLite database. Reports what is left out of the entity.
  ///
  /// - Parameter entity: The entity, or nil for the only one.
  /// - Returns: The model and the name of the entity.
  static func made(
    from database: String, _ entity: String?, _ console: Console, _ command: Command
  ) throws(CommandStop) -> ModelEntity {
    let schema = try schema(of: database, entity: entity)
    let names = schema.model.entities.map(\.name)
    // Prints the notes about the table, or all notes if there is no such table.
    let isKnown = entity.map(names.contains) ?? (names.count == 1)
    let known = isKnown ? entity ?? names[0] : nil
    for note in schema.notes where known.map({ note.hasPrefix("\($0).") }) ?? true {
      console.report("note: \(note)".cleaned)
    }
    if names.isEmpty { throw .input(InputError(database, "the database has no table that can be read")) }
    guard let entity = entity ?? known else {
      let tables = names.prefix(20).joined(separator: ", ").cleaned
      throw .usage(UsageError("--entity is needed; \(database.cleaned) has the tables \(tables)", command))
    }
    try expect(entity, among: names, command)
    return (schema.model, entity)
  }

  /// Reads the schema of an SQLite database.
  static func schema(of database: String, entity: String?) throws(CommandStop) -> DatabaseSchema {
    do {
      let connection = try SQLiteDatabaseConnection(.readOnly(database))
      connection.library.limitMemory(to: ModelRequest.mostMemory)
      return try DatabaseSchema(of: connection, entity: entity)
    } catch {
      throw .input(ModelRequest.inputError(error, of: database))
    }
  }

  private static func isCoreData(_ path: String) -> Bool {
    let name = URL(fileURLWithPath: path).lastPathComponent
    return name == "contents" || name.hasSuffix(".xcdatamodel") || name.hasSuffix(".xcdatamodeld")
  }
}
