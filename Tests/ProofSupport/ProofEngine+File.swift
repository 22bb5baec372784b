import Foundation
import PredicateFormat
import PredicateSQL
import PredicateInput

extension ProofEngine {
  /// Reads an engine file: the dialect of an engine that a driver serves, and its types (Grammar/Guides/AddingADialect.md). The
  /// runner reads the fields of the driver.
  ///
  /// - Throws: `InputError` with the file and, if a field is wrong, its line and name.
  package init(file path: String) throws(InputError) {
    let bytes = try readRegularFile(path)
    let name = try readJSON(bytes, name: path) { value throws(FieldError) in try Fields(value).nonempty("dialect") }
    let file = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name).path
    let dialect = try readJSON(readRegularFile(file), name: file, DatabaseDialect.init)
    self = try readJSON(bytes, name: path) { value throws(FieldError) in try ProofEngine(value, dialect) }
  }

  /// Reads the fields of an engine file.
  private init(_ value: FormatValue, _ dialect: DatabaseDialect) throws(FieldError) {
    let fields = try Fields(
      value,
      only: [
        "dialect", "driver", "tables", "transactions", "seconds", "types", "tableEnd", "nullableType",
        "acceptsAllNames",
      ])
    let names = ProofEngine.typeNames
    let given = try fields.fields(of: "types", only: ["text", "exactText", "otherText"] + names.map(\.0))
    let text = try given.nonempty("text")
    var types = Types(
      exactText: try given.readIfPresent("exactText", .text) ?? text, text: text,
      otherText: try given.readIfPresent("otherText", .text) ?? text)
    for (name, property) in names where given.has(name) { types[keyPath: property] = try given.nonempty(name) }
    self.init(
      dialect, types, tableEnd: try fields.readIfPresent("tableEnd", .text) ?? "",
      nullableType: try fields.readIfPresent("nullableType", .text) ?? "{0}",
      acceptsAllNames: try fields.readIfPresent("acceptsAllNames", .flag) ?? true)
  }

  /// The types that need not be in a file, because SQL has names for them.
  private static var typeNames: [(String, WritableKeyPath<Types, String>)] {
    [
      ("boolean", \.boolean), ("integer16", \.integer16), ("integer32", \.integer32), ("integer64", \.integer64),
      ("float", \.float), ("double", \.double), ("decimal", \.decimal), ("timestamp", \.timestamp), ("day", \.day),
      ("uuid", \.uuid), ("bytes", \.bytes),
    ]
  }
}
