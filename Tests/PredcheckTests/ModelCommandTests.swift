import Foundation
import PredcheckSupport
import PredicateFormat
import PredicateSQL
import TestSupport
import Testing

/// `predcheck model`: models that are made from the catalog of a database.
struct ModelCommandTests {
  /// The rows of the query for a few tables of PostgreSQL, without those columns that are NULL in all rows.
  private static let rows = """
    actor,actor_id,integer,,,NO,1,YES,,,
    actor,name,character varying(45),,undeclared,NO,,YES,,,
    film,film_id,integer,,,NO,1,YES,,,
    film,title,text,,exact,NO,,NO,,,
    film,language_id,smallint,,,NO,,NO,language,language_id,YES
    film,original_language_id,smallint,,,YES,,NO,language,language_id,NO
    film,cost,"numeric(5,2)",,,YES,,NO,,,
    film,tiny,"numeric(3,5)",,,YES,,NO,,,
    film,rating,mpaa_rating,enum,,YES,,NO,,,
    film,code,character(3),character,other,NO,,YES,,,
    film,features,text[],,other,YES,,NO,,,
    film,a.b,integer,,,YES,,NO,,,
    film_actor,actor_id,integer,,,NO,1,YES,actor,actor_id,YES
    film_actor,film_id,integer,,,NO,2,NO,film,film_id,YES
    film_actor,updated,timestamp without time zone,,,NO,,NO,,,
    language,language_id,integer,,,NO,1,YES,,,
    language,code,uuid,,,YES,,NO,film,title,YES
    language,family,integer,,,YES,,NO,family,family_id,YES
    log,line,text,,undeclared,YES,,NO,,,
    actor,age,integer,,,YES,,NO,,,
    actor,name,character varying(45),,undeclared,NO,,YES,,,
    """

  private static let header = """
    table_name,column_name,data_type,type_kind,text_collation,is_nullable,key_position,is_indexed,referenced_table,\
    referenced_column,is_enforced
    """

  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("schema-\(UUID().uuidString).csv").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try body(path)
  }

  @Test("the rows of the query make a model, with notes about what has no counterpart")
  func schema() throws {
    let text = ([Self.header] + Self.rows.split(separator: "\n").map(String.init)).joined(separator: "\n") + "\n"
    try withFile(text) { path in
      let run = Run("model", "--schema", path)
      #expect(run.status == .fine)
      #expect(
        run.errors == """
          note: film.tiny is left out, because numeric(3,5) has no counterpart
          note: film.features is left out, because text[] has no counterpart
          note: film.a.b is left out, because its name cannot be a key
          note: log does not become an entity, because it has no primary key
          note: language.code does not become a relationship, because it does not contain the primary keys of film
          note: language.family does not become a relationship, because there is no table family

          """)
      let model = try JSONDecoder().decode(PredicateModel.self, from: Data(run.output.utf8))
      let film = try #require(model.entity("film"))
      #expect(model.entities.map(\.name) == ["actor", "film", "film_actor", "language"])
      #expect(model.entity("film_actor")?.keyAttributes == ["actor_id", "film_id"])
      #expect(
        film.attributes.map(\.name) == [
          "film_id", "title", "language_id", "original_language_id", "cost", "rating", "code",
        ])
      #expect(model.entity("actor")?.attributes.map(\.name) == ["actor_id", "name", "age"])
      #expect(film.attributes[4].type == .decimal(.native(precision: 5, scale: 2)))
      #expect(
        film.attributes.map(\.collation) == [
          .undeclared, .exact, .undeclared, .undeclared, .undeclared, .undeclared, .undeclared,
        ])
      #expect(film.attributes.suffix(2).map(\.columnType) == [.enumeration("mpaa_rating"), .character])
      #expect(film.attributes.map(\.isIndexed) == [true, false, false, false, false, false, true])
      #expect(
        film.relationships == [
          .toOne("language", "language", column: "language_id", isNullable: false, isEnforced: true),
          .toOne("original_language", "language", column: "original_language_id"),
          .toMany("film_actor", "film_actor", foreignKey: "film_id"),
          .toMany("actor", "actor", linkTable: "film_actor", source: "film_id", destination: "actor_id"),
        ])
      #expect(
        model.entity("language")?.relationships == [
          .toMany("film", "film", foreignKey: "language_id"),
          .toMany("film_original_language_id", "film", foreignKey: "original_language_id"),
        ])
      #expect(
        model.entity("actor")?.relationships == [
          .toMany("film_actor", "film_actor", foreignKey: "actor_id", isIndexed: true),
          .toMany(
            "film", "film", linkTable: "film_actor", source: "actor_id", destination: "film_id", isIndexed: true),
        ])
    }
  }

  @Test(
    "integers of MariaDB and MySQL",
    arguments: [
      ("tinyint unsigned", PredicateModel.AttributeType.integer16), ("smallint(5) unsigned", .integer32),
      ("mediumint(8)", .integer32),
      ("int unsigned", .integer64), ("int(10) unsigned zerofill", .integer64), ("bigint unsigned", .integer64),
      ("tinyint(1)", .boolean(.native)), ("year", .integer16),
    ])
  func integers(declared: String, type: PredicateModel.AttributeType) throws {
    try withFile(Self.header + "\nt,id,int,,,NO,1,YES,,,\nt,n,\(declared),,,YES,,NO,,,\n") { path in
      let run = Run("model", "--schema", path)
      #expect(run.errors.isEmpty)
      let model = try JSONDecoder().decode(PredicateModel.self, from: Data(run.output.utf8))
      #expect(model.entity("t")?.attributes.last?.type == type)
    }
  }

  @Test("a foreign key leads to the table of its name, and not to one whose name differs in case")
  func caseOfNames() throws {
    let rows = """
      Parent,Id,integer,,,NO,1,YES,,,
      child,id,integer,,,NO,1,YES,,,
      child,A,integer,,,YES,,NO,PARENT,ID,YES
      child,a,bigint,,,YES,,NO,Parent,Id,YES
      parent,Id,integer,,,NO,1,YES,,,
      child,b,integer,,,NO,,NO,parent,Id,YES
      """
    try withFile(Self.header + "\n" + rows + "\n") { path in
      let model = try JSONDecoder().decode(PredicateModel.self, from: Data(Run("model", "--schema", path).output.utf8))
      #expect(
        model.entity("child")?.relationships == [
          .toOne("parent", "parent", column: "A", isEnforced: true),
          .toOne("Parent", "Parent", column: "a", isEnforced: true),
          .toOne("parent_b", "parent", column: "b", isNullable: false, isEnforced: true),
        ])
    }
  }

  @Test("the query has the columns that the file must have")
  func query() {
    for engine in ["postgresql", "mariadb", "mysql"] {
      let run = Run("model", "--query", engine)
      #expect(run.status == .fine)
      for field in DatabaseSchema.Field.allCases { #expect(run.output.contains(" AS \(field.rawValue)"), "\(engine)") }
    }
  }

  @Test("errors of the call and of the file")
  func errors() throws {
    #expect(
      Run("model").errors.hasPrefix("predcheck: expected one of --database FILE, --schema FILE and --query ENGINE"))
    #expect(Run("model", "--query", "mysql", "--schema", "x").status == .unusable)
    #expect(Run("model", "x").errors.hasPrefix("predcheck: expected only options, found 1 other argument"))
    try withFile("column_name\n") { path in
      #expect(
        Run("model", "--schema", path).errors.contains(
          ":1: the column table_name is missing; the file must have the result of predcheck model --query"))
    }
    try withFile(Self.header + "\na,b\n") { path in
      #expect(Run("model", "--schema", path).errors.contains(":2: expected 11 cells, found 2"))
    }
    try withFile(Self.header + "\n,,,,,,,,,,\n") { path in
      #expect(Run("model", "--schema", path).errors.contains("rows[0]: the row has no table_name"))
    }
  }
}
