import Foundation
import PredicateInput
import PredicateSQL
import PredicateSyntax
import TestSupport
import Testing

/// The files of data models: their meaning, their errors, and the completeness of their page.
struct ModelFileTests {
  private func model(_ json: String) throws -> PredicateModel {
    try PredicateModel.read(Array(json.utf8), name: "m.json")
  }

  /// Every field, in each of its forms.
  private static let everything = #"""
    {"version": 1, "entities": [
      {"name": "Person", "table": "person", "primaryKey": {"column": "pk", "type": "uuid", "storage": "bytes"},
       "condition": {"column": "kind", "values": [1, 2]},
       "attributes": [
         {"name": "name", "column": "n", "type": "string", "nullable": false, "indexed": true, "collation": "exact",
          "folded": [{"options": "c", "column": "n_c", "indexed": true, "collation": "other"},
                     {"options": "dcw", "column": "n_cdw"}]},
         {"name": "note", "type": "string", "collation": "other"},
         {"name": "code", "type": "string", "columnType": "character"},
         {"name": "mood", "type": "string", "columnType": {"enumeration": "moods"}},
         {"name": "b1", "type": "boolean"}, {"name": "b2", "type": "boolean", "storage": "integer"},
         {"name": "i1", "type": "integer16"}, {"name": "i2", "type": "integer32"}, {"name": "i3", "type": "integer64"},
         {"name": "f1", "type": "float"}, {"name": "f2", "type": "double", "nan": false, "addsInAnyOrder": true},
         {"name": "d1", "type": "decimal", "precision": 12, "scale": 2},
         {"name": "d2", "type": "decimal", "storage": "scaledInteger", "scale": 2},
         {"name": "t1", "type": "date"}, {"name": "t2", "type": "date", "storage": "referenceSeconds"},
         {"name": "t3", "type": "date", "storage": "unixSeconds"}, {"name": "t4", "type": "date", "storage": "text"},
         {"name": "t5", "type": "date", "storage": "unixIntegerSeconds"},
         {"name": "t6", "type": "date", "storage": "unixMilliseconds"},
         {"name": "t7", "type": "date", "storage": "instant"}, {"name": "t8", "type": "date", "storage": "day"},
         {"name": "t9", "type": "date", "storage": "timestampText"},
         {"name": "u1", "type": "uuid"}, {"name": "u2", "type": "uuid", "storage": "bytes"},
         {"name": "u3", "type": "uuid", "storage": "upperText"}, {"name": "u4", "type": "uuid", "storage": "lowerText"},
         {"name": "raw", "type": "data"}],
       "relationships": [
         {"name": "boss", "destination": "Manager", "column": "boss_id", "nullable": false, "enforced": true},
         {"name": "team", "destination": "Person", "foreignKey": "boss_id", "indexed": true},
         {"name": "tags", "destination": "Tag",
          "linkTable": {"table": "person_tag", "source": "person_id", "destination": "tag_id"}}]},
      {"name": "Chief", "parent": "Manager", "condition": {"column": "kind", "values": [3]},
       "attributes": [{"name": "car", "type": "string"}]},
      {"name": "Manager", "parent": "Person", "condition": {"column": "kind", "values": [2, 3]},
       "attributes": [{"name": "budget", "type": "integer64"}],
       "relationships": [{"name": "deputy", "destination": "Person", "column": "deputy_id"}]},
      {"name": "Tag", "primaryKey": {"column": "label", "type": "string"},
       "condition": {"column": "state", "values": ["live", "draft"]}},
      {"name": "Line", "schema": "sales", "table": "line", "primaryKey": ["number", "position"],
       "attributes": [{"name": "number", "type": "integer32", "nullable": false},
                      {"name": "position", "column": "pos", "type": "string", "nullable": false}],
       "relationships": [{"name": "part", "destination": "Part", "column": "part_id"}]},
      {"name": "Part", "schema": "stock", "table": "Part",
       "relationships": [
         {"name": "lines", "destination": "Line", "foreignKey": "part_id"},
         {"name": "others", "destination": "Part",
          "linkTable": {"table": "pair", "schema": "stock", "source": "one", "destination": "other"}}]}]}
    """#

  /// The same model in Swift.
  private static func everythingInSwift() throws -> PredicateModel {
    let key = PredicateModel.AttributeType.uuid(.bytes)
    return try PredicateModel([
      PredicateModel.Entity(
        "Person", table: "person", primaryKey: "pk", primaryKeyType: key,
        condition: .init("kind", in: [.integer(1), .integer(2)]),
        attributes: [
          .init(
            "name", .string, column: "n", isNullable: false, isIndexed: true, collation: .exact,
            folded: [
              .init(.caseInsensitive, column: "n_c", isIndexed: true, collation: .other),
              .init([.caseInsensitive, .diacriticInsensitive, .widthInsensitive], column: "n_cdw"),
            ]),
          .init("note", .string, collation: .other),
          .init("code", .string, columnType: .character), .init("mood", .string, columnType: .enumeration("moods")),
          .init("b1", .boolean(.native)), .init("b2", .boolean(.integer)),
          .init("i1", .integer16), .init("i2", .integer32), .init("i3", .integer64),
          .init("f1", .float), .init("f2", .double, mayBeNaN: false, addsInAnyOrder: true),
          .init("d1", .decimal(.native(precision: 12, scale: 2))), .init("d2", .decimal(.scaledInteger(scale: 2))),
          .init("t1", .date(.native)), .init("t2", .date(.referenceSeconds)),
          .init("t3", .date(.unixSeconds)), .init("t4", .date(.text)), .init("t5", .date(.unixIntegerSeconds)),
          .init("t6", .date(.unixMilliseconds)), .init("t7", .date(.instant)), .init("t8", .date(.day)),
          .init("t9", .date(.timestampText)),
          .init("u1", .uuid(.native)), .init("u2", .uuid(.bytes)),
          .init("u3", .uuid(.upperText)), .init("u4", .uuid(.lowerText)),
          .init("raw", .data),
        ],
        relationships: [
          .toOne("boss", "Manager", column: "boss_id", isNullable: false, isEnforced: true),
          .toMany("team", "Person", foreignKey: "boss_id", isIndexed: true),
          .toMany("tags", "Tag", linkTable: "person_tag", source: "person_id", destination: "tag_id"),
        ]),
      PredicateModel.Entity(
        "Chief", table: "person", primaryKey: "pk", primaryKeyType: key, parent: "Manager",
        condition: .init("kind", in: [.integer(3)]), attributes: [.init("car", .string)]),
      PredicateModel.Entity(
        "Manager", table: "person", primaryKey: "pk", primaryKeyType: key, parent: "Person",
        condition: .init("kind", in: [.integer(2), .integer(3)]), attributes: [.init("budget", .integer64)],
        relationships: [.toOne("deputy", "Person", column: "deputy_id")]),
      PredicateModel.Entity(
        "Tag", primaryKey: "label", primaryKeyType: .string,
        condition: .init("state", in: [.string("live"), .string("draft")])),
      PredicateModel.Entity(
        "Line", table: "line", schema: "sales", keyAttributes: ["number", "position"],
        attributes: [
          .init("number", .integer32, isNullable: false), .init("position", .string, column: "pos", isNullable: false),
        ],
        relationships: [.toOne("part", "Part", column: "part_id")]),
      PredicateModel.Entity(
        "Part", schema: "stock",
        relationships: [
          .toMany("lines", "Line", foreignKey: "part_id"),
          PredicateModel.Relationship(
            "others", to: "Part", .linked(.init("pair", schema: "stock", source: "one", destination: "other"))),
        ]),
    ])
  }

  @Test("every field means the same as in a model in Swift")
  func everyField() throws {
    let read = try model(Self.everything)
    #expect(read == (try Self.everythingInSwift()))
    let chief = try #require(read.entity("Chief"))
    #expect(chief.table == "person" && chief.primaryKey == "pk" && chief.primaryKeyType == .uuid(.bytes))
    #expect(chief.attributes.suffix(2).map(\.name) == ["budget", "car"])
    #expect(chief.relationships.map(\.name) == ["boss", "team", "tags", "deputy"])
  }

  @Test("a written model reads back the same, and inherited properties are written once")
  func roundTrip() throws {
    let read = try model(Self.everything)
    let json = try JSONEncoder().encode(read)
    #expect(try JSONDecoder().decode(PredicateModel.self, from: json) == read)
    let text = String(decoding: json, as: UTF8.self)
    for once in [#""budget""#, #""deputy""#, #""person""#, #""pk""#, #""car""#] {
      #expect(text.components(separatedBy: once).count == 2, "\(once)")
    }
    let words = try PredicateModel.read(packageRoot.appendingPathComponent("Corpus/SQL/Models/wordlist.json").path)
    #expect(try JSONDecoder().decode(PredicateModel.self, from: JSONEncoder().encode(words)) == words)
    #expect(words.entities.map(\.name) == ["WordCategory", "Word"])
    #expect(words.entity("Word")?.attributes[1] == .init("length", .integer16, isNullable: false, isIndexed: true))
    let empty = try PredicateModel([])
    #expect(try JSONDecoder().decode(PredicateModel.self, from: JSONEncoder().encode(empty)) == empty)
  }

  /// Invalid files: either the entities of a file, to which the rest is added, or a whole file, which begins with `{`.
  @Test("errors of a file, and their positions")
  func errors() throws {
    var text = ""
    for line in try packageText("Tests/PredicateInputTests/Models/wrong.jsonl").split(separator: "\n") {
      let json = line.hasPrefix("[") ? #"{"version": 1, "entities": \#(line)}"# : String(line)
      do {
        let read = try model(json.replacing("⏎", with: "\n"))
        Issue.record("\(line) is read as \(read.entities.map(\.name))")
      } catch let error as InputError {
        text += "\(line)\n    \(error)\n\n"
      }
    }
    #expect(try goldenDifference(text, from: "models.txt") == nil)
  }

  @Test("many entities and long lines of parents are read, or refused, in time", .timeLimit(.minutes(10)))
  func hugeFiles() throws {
    func chain(_ count: Int) -> String {
      let entities = (0..<count).map { #"{"name": "E\#($0)"\#($0 > 0 ? #", "parent": "E\#($0 - 1)""# : "")}"# }
      return #"{"version": 1, "entities": [\#(entities.joined(separator: ","))]}"#
    }
    #expect(try model(chain(101)).entity("E100")?.table == "E0")
    #expect(throws: InputError("m.json", line: 1, "entities[1].parent: there are more than 100 parents above 'E101'")) {
      try model(chain(20_000))
    }
    let keys = (0..<2000).map { #"{"name": "k\#($0)", "type": "string"}"# }.joined(separator: ",")
    let heirs = (0..<2000).map { #"{"name": "E\#($0)", "parent": "E"}"# }.joined(separator: ",")
    #expect(
      throws: InputError("m.json", line: 1, "entities: they have more than 1000000 keys, including inherited ones")
    ) {
      try model(#"{"version": 1, "entities": [{"name": "E", "attributes": [\#(keys)]}, \#(heirs)]}"#)
    }
    #expect(throws: InputError("m.json", line: 1, "nested more than 200 levels deep")) {
      try model(String(repeating: "[", count: 100_000))
    }
  }

  @Test("every field and every form of storage is documented")
  func documentation() throws {
    let page = try packageText("Grammar/Guides/DataModel.md")
    let source = try packageText("Sources/PredicateSQL/Model/PredicateModel+Codable.swift")
    let names = source.matches(of: /forKey: "(\w+)"/).map { String($0.output.1) }
    #expect(Set(names).count > 20)
    for name in Set(names) { #expect(page.contains("`\(name)`"), "\(name)") }
    for type in ["boolean", "integer16", "float", "decimal", "string", "date", "uuid", "data"] {
      #expect(page.contains("| `\(type)`"), "\(type)")
    }
    let storages =
      PredicateModel.AttributeType.BooleanStorage.allCases.map(\.rawValue)
      + PredicateModel.AttributeType.DateStorage.allCases.map(\.rawValue)
      + PredicateModel.AttributeType.UUIDStorage.allCases.map(\.rawValue)
      + PredicateModel.TextCollation.allCases.map(\.rawValue)
    for storage in storages { #expect(page.contains("`\(storage)`"), "\(storage)") }
  }

  @Test("the examples of the page are models")
  func examples() throws {
    let page = try packageText("Grammar/Guides/DataModel.md")
    var count = 0
    for block in page.components(separatedBy: "```json\n").dropFirst() {
      _ = try model(String(block.prefix(upTo: block.range(of: "```")?.lowerBound ?? block.endIndex)))
      count += 1
    }
    #expect(count >= 1)
  }
}
