import Foundation
import PredicateCoreData
import PredicateFormat
import PredicateSQLite
import TestSupport
import Testing

/// Predicates on a database with the layout of a Core Data store (Grammar/Guides/DataModel.md). The tables are made here from
/// published descriptions, not by Core Data.
@Suite(.enabled(if: isSQLiteThere, needsSQLite))
struct CoreDataStoreTests {
  /// Book 1 is by Ann and has both tags; AudioBook 2 is by Bo, was read by Ann, and has one tag; Film 3 has none.
  private static let tables = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    """
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Item', 0, 3), (2, 'Book', 1, 0), (3, 'AudioBook', 2, 0), (4, 'Film', 1, 0),
      (5, 'Person', 0, 2), (6, 'Tag', 0, 2)
    """,
    """
    CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHOR INTEGER, ZADDEDAT TIMESTAMP,
      ZMINUTES FLOAT, ZPRICE DECIMAL, ZTITLE VARCHAR, ZISBN VARCHAR, ZNOTE VARCHAR, ZNOTE1 VARCHAR, ZCOVER BLOB)
    """,
    "INSERT INTO ZITEM (Z_PK, Z_ENT, ZAUTHOR, ZADDEDAT, ZPRICE, ZTITLE) VALUES (1, 2, 1, 0, 0.1, 'Rivers')",
    "INSERT INTO ZITEM (Z_PK, Z_ENT, ZAUTHOR, ZADDEDAT, ZMINUTES, ZTITLE) VALUES (2, 3, 2, 86400.5, 95.5, 'Hills')",
    "INSERT INTO ZITEM (Z_PK, Z_ENT, ZTITLE) VALUES (3, 4, 'Rain')",
    """
    CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAGE INTEGER, ZISMEMBER INTEGER,
      ZBOOKCOUNT INTEGER, ZRATING FLOAT, ZHOME VARCHAR, ZIDENTIFIER BLOB, ZPORTRAIT BLOB, ZSETTINGS BLOB)
    """,
    """
    INSERT INTO ZPERSON (Z_PK, Z_ENT, ZAGE, ZISMEMBER, ZIDENTIFIER)
      VALUES (1, 5, 40, 1, x'00112233445566778899AABBCCDDEEFF'), (2, 5, NULL, 0, NULL)
    """,
    "CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLABEL VARCHAR)",
    "INSERT INTO ZTAG (Z_PK, Z_ENT, ZLABEL) VALUES (1, 6, 'blue'), (2, 6, 'new')",
    "CREATE TABLE Z_1TAGS (Z_1ITEMS INTEGER, Z_6TAGS INTEGER, PRIMARY KEY (Z_1ITEMS, Z_6TAGS))",
    "INSERT INTO Z_1TAGS VALUES (1, 1), (1, 2), (2, 2)",
    "CREATE TABLE Z_3READERS (Z_3READINGS INTEGER, Z_5READERS INTEGER, PRIMARY KEY (Z_3READINGS, Z_5READERS))",
    "INSERT INTO Z_3READERS VALUES (2, 1)",
  ]

  private func store() throws -> SQLiteDatabaseConnection {
    let connection = try SQLiteDatabaseConnection()
    for statement in Self.tables { try connection.execute(statement) }
    return connection
  }

  private func model(_ connection: SQLiteDatabaseConnection) throws -> CoreDataModel {
    let url = packageRoot.appendingPathComponent("Corpus/SQL/Models/Library.xcdatamodeld")
    return try CoreDataModel(contentsOf: url, store: CoreDataStore(connection))
  }

  @Test("a store contains its entity numbers and its columns")
  func facts() throws {
    let store = try CoreDataStore(store())
    #expect(store.entityNumbers == ["Item": 1, "Book": 2, "AudioBook": 3, "Film": 4, "Person": 5, "Tag": 6])
    #expect(store.columns?["Z_3READERS"] == ["Z_3READINGS", "Z_5READERS"])
    #expect(throws: SQLiteDatabaseError.self) { try CoreDataStore(SQLiteDatabaseConnection()) }
  }

  @Test("the columns of the store confirm the mapping")
  func confirmed() throws {
    let url = packageRoot.appendingPathComponent("Corpus/SQL/Models/Library.xcdatamodeld")
    let store = try CoreDataStore(store())
    let byRule = try CoreDataModel(contentsOf: url, store: CoreDataStore(entityNumbers: store.entityNumbers))
    let byColumns = try CoreDataModel(contentsOf: url, store: store)
    #expect(byColumns.model == byRule.model)
    #expect(byColumns.notes == byRule.notes)
  }

  @Test(
    "predicates find their objects",
    arguments: [
      ("Item", "TRUEPREDICATE", [1, 2, 3]), ("Book", "TRUEPREDICATE", [1, 2]), ("AudioBook", "TRUEPREDICATE", [2]),
      ("Film", "tags.@count == 0", [3]), ("Item", "title BEGINSWITH 'R'", [1, 3]),
      ("Book", "title BEGINSWITH 'R'", [1]),
      ("Item", "price == 0.1", [1]), ("Item", "price == nil", [2, 3]), ("AudioBook", "minutes > 95", [2]),
      ("Item", "ANY tags.label == 'new'", [1, 2]), ("Item", "NONE tags.label == 'blue'", [2, 3]),
      ("Tag", "ANY items.title == 'Hills'", [2]), ("Tag", "items.@count == 2", [2]),
      ("Book", "author.age == 40", [1]), ("Book", "author.age == nil", [2]),
      ("Person", "ANY books.title == 'Hills'", [2]), ("Person", "ANY readings.minutes > 60", [1]),
      ("Person", "readings.@count == 0", [2]), ("AudioBook", "ANY readers.isMember == YES", [2]),
      ("Person", "SUBQUERY(books, $b, ANY $b.tags.label == 'blue').@count > 0", [1]),
    ])
  func predicates(entity: String, format: String, expected: [Int64]) throws {
    let connection = try store()
    let predicate = try FormatPredicate.template(format)
    let rows = try connection.rows(of: predicate.sql(.sqlite, model: model(connection).model, entity: entity))
    var found: [FormatValue] = []
    while let row = try rows.next() { found += row.prefix(1) }
    #expect(Set(found) == Set(expected.map { FormatValue.integer($0) }) && found.count == expected.count, "\(found)")
  }

  @Test("dates count from 2001, UUIDs are bytes")
  func values() throws {
    let connection = try store()
    let model = try model(connection).model
    func identifiers(_ predicate: FormatPredicate, _ entity: String) throws -> [FormatValue] {
      let rows = try connection.rows(of: predicate.sql(.sqlite, model: model, entity: entity))
      var found: [FormatValue] = []
      while let row = try rows.next() { found += row.prefix(1) }
      return found
    }
    let second = Date(timeIntervalSinceReferenceDate: 86400.5)
    #expect(try identifiers(FormatPredicate("addedAt == %@", second), "Item") == [.integer(2)])
    #expect(try identifiers(FormatPredicate("addedAt < %@", second), "Item") == [.integer(1)])
    let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    #expect(try identifiers(FormatPredicate("identifier == %@", uuid), "Person") == [.integer(1)])
    #expect(throws: FormatError.self) { try identifiers(FormatPredicate("note == 'x'"), "Book") }
  }
}
