import Foundation
import PredicateCases
import PredicateModel
import PredicateSQLite
import PredicateSyntax

/// Reads the model of a call: a file of this library (Grammar/DataModel.md), or a model of Core Data.
enum ModelInput {
  /// The model of a path; one of Core Data is told apart by its name. Its store, where the call has one, tells the numbers of
  /// the entities and the columns; what is left out of the model is reported.
  static func read(_ path: String, database: String?, _ console: Console) throws(InputFault) -> DataModel {
    guard isCoreData(path) else { return try ModelFile.read(path) }
    var store: CoreDataStore?
    if let database {
      do { store = try CoreDataStore(SQLiteConnection(.readOnly(database))) } catch {
        throw InputFault(database, "this is no store of Core Data: \(error.message)")
      }
    }
    do {
      let read = try CoreDataModel(contentsOf: URL(fileURLWithPath: path), store: store)
      for note in read.notes { console.report("note: \(note)".cleaned) }
      return read.model
    } catch {
      throw InputFault(error.file, line: error.line, report: error.reason)
    }
  }

  private static func isCoreData(_ path: String) -> Bool {
    let name = URL(fileURLWithPath: path).lastPathComponent
    return name == "contents" || name.hasSuffix(".xcdatamodel") || name.hasSuffix(".xcdatamodeld")
  }
}
