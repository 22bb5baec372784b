import Foundation
import PredicateCoreData
import PredicateInput
import PredicateModel
import PredicateSQLite
import PredicateSyntax

/// Reads a command's data model: a file in this library's format (Grammar/Guides/DataModel.md) or a Core Data model.
enum ModelInput {
  /// Reads a data model. The file's name determines whether it is a Core Data model, whose database provides entity numbers and
  /// columns. Reports the omitted parts of the model.
  static func read(_ path: String, database: String?, _ console: Console) throws(InputError) -> DataModel {
    guard isCoreData(path) else { return try DataModel.read(path) }
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

  private static func isCoreData(_ path: String) -> Bool {
    let name = URL(fileURLWithPath: path).lastPathComponent
    return name == "contents" || name.hasSuffix(".xcdatamodel") || name.hasSuffix(".xcdatamodeld")
  }
}
