import CommandSupport
import Foundation
import PredcheckSupport
import PredicateInput
import PredicateSQL
import PredicateSyntax

/// `predcheck model`: prints a data model that is made from the tables of a database.
struct ModelCommand {
  let call: Call
  let console: Console

  func run() throws(CommandStop) -> ExitCode {
    guard call.operands.isEmpty else {
      throw .usage(
        UsageError(
          "expected only options, found \(call.operands.count) other argument\(call.operands.count == 1 ? "" : "s")",
          .model))
    }
    let database = try usage(call.text(.database))
    let file = try usage(call.text(.schema))
    let engine = try usage(call.text(.query))
    let schema: DatabaseSchema
    switch (database, file, engine) {
    case (let path?, nil, nil): schema = try ModelInput.schema(of: path, entity: nil)
    case (nil, let path?, nil): schema = try reading(DatabaseSchema.read(path))
    case (nil, nil, let engine?):
      if let catalog = DatabaseSchema.Catalog(rawValue: engine) {
        console.output.write(DatabaseSchema.query(of: catalog) + "\n")
      }
      return .fine
    default: throw .usage(UsageError("expected one of --database FILE, --schema FILE and --query ENGINE", .model))
    }
    for note in schema.notes { console.report("note: \(note)".cleaned) }
    guard !schema.model.entities.isEmpty else {
      throw .input(InputError(database ?? file ?? "", "no table can become an entity of a model"))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      console.output.write(String(decoding: try encoder.encode(schema.model), as: UTF8.self) + "\n")
    } catch {
      console.report("predcheck: internal error: the model was not encoded: \(error)")
      throw .ended(.internalError)
    }
    return .fine
  }
}
