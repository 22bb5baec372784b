import Foundation
import PredicateFormat
import PredicateInput

extension ProofEngine {
  /// Reads an engine file: the dialect of an engine that a driver serves, and its types (Grammar/Guides/AddingADialect.md). The
  /// runner reads the fields of the driver.
  ///
  /// - Throws: An error of the file system, `JSONError` or `FieldError`.
  package init(file path: String) throws {
    let file = URL(fileURLWithPath: path)
    let fields = try Fields(
      JSONReader.value(of: [UInt8](Data(contentsOf: file))),
      only: [
        "dialect", "driver", "tables", "transactions", "seconds", "types", "tableEnd", "nullableType",
        "acceptsAllNames",
      ])
    let dialect = file.deletingLastPathComponent().appendingPathComponent(try fields.nonempty("dialect"))
    let names = ProofEngine.typeNames
    let given = try fields.fields(of: "types", only: ["text", "exactText", "otherText"] + names.map(\.0))
    let text = try given.nonempty("text")
    var types = Types(
      exactText: try given.readIfPresent("exactText", .text) ?? text, text: text,
      otherText: try given.readIfPresent("otherText", .text) ?? text)
    for (name, property) in names where given.has(name) { types[keyPath: property] = try given.nonempty(name) }
    self.init(
      try DatabaseDialect(JSONReader.value(of: [UInt8](Data(contentsOf: dialect)))), types,
      tableEnd: try fields.readIfPresent("tableEnd", .text) ?? "",
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
