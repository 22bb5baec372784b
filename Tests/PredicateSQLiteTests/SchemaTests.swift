import PredicateFormat
import PredicateSQLite
import TestSupport
import Testing

@Suite("Models of the tables of a database", .enabled(if: isSQLiteThere, needsSQLite))
struct SchemaTests {
  private static func database() throws -> SQLiteDatabaseConnection {
    let connection = try SQLiteDatabaseConnection()
    for statement in [
      "CREATE TABLE artist(ArtistId INTEGER PRIMARY KEY, Name TEXT NOT NULL)",
      """
      CREATE TABLE album(AlbumId INTEGER PRIMARY KEY, Title NVARCHAR(160) COLLATE NOCASE, ArtistId INT REFERENCES Artist,
        price NUMERIC, sold BOOLEAN, odd INT, producer INT REFERENCES artist(ArtistId), empty VARCHAR(3))
      """,
      "CREATE TABLE tag(code TEXT PRIMARY KEY, label TEXT)",
      "CREATE TABLE album_tag(album_id INT REFERENCES album, tag TEXT REFERENCES tag(code), PRIMARY KEY(album_id, tag))",
      "CREATE TABLE pair(a INT, b INT, PRIMARY KEY(a, b)) WITHOUT ROWID",
      "CREATE TABLE \"two words\"(\"a key\" TEXT, x REAL)",
      "CREATE TABLE invoice(id INTEGER PRIMARY KEY, day DATETIME, note TEXT)",
      "CREATE TABLE \"ä\"(id INTEGER PRIMARY KEY, x INTEGER)",
      "CREATE TABLE \"Ä\"(id INTEGER PRIMARY KEY, r_id INTEGER REFERENCES \"ä\"(id))",
      "CREATE TABLE real(code REAL PRIMARY KEY, name TEXT)",
      "CREATE TABLE odd(real_id REAL REFERENCES real, self TEXT, \"x.y\" INT, nul TEXT, large NUMERIC, tag TEXT)",
      "CREATE TABLE truth(s TEXT, \"true\" INT)",
      "INSERT INTO invoice VALUES (1, '2009-01-01 00:00:00', '3'), (2, '2010-05-01 00:00:00', '1')",
      "INSERT INTO \"ä\" VALUES (1, 'abc')", "INSERT INTO \"Ä\" VALUES (1, 1)",
      "INSERT INTO real VALUES (2.0, 'two'), (1.0, 'one')",
      "INSERT INTO odd VALUES (1.0, 'a', 1, 'a' || char(0) || 'b', 9007199254740993, 'r'), (2.0, 'b', 2, 'c', 0.5, 'p')",
      "CREATE INDEX byName ON artist(Name)",
      "INSERT INTO artist VALUES (1, 'AC/DC'), (2, 'Ärzte'), (3, 'None')",
      """
      INSERT INTO album VALUES (1, 'Back', 1, 9.5, 1, 1, 3, NULL), (2, 'hell', 2, 10, 0, 'x', NULL, NULL),
        (3, 'x', 9, NULL, NULL, NULL, NULL, NULL)
      """,
      "INSERT INTO tag VALUES ('r', 'rock'), ('p', 'punk')",
      "INSERT INTO album_tag VALUES (1, 'r'), (2, 'p'), (2, 'r')",
      "INSERT INTO \"two words\" VALUES ('Germany', 1.5), ('France', 2)",
    ] { try connection.execute(statement) }
    return connection
  }

  @Test(
    "predicates find the rows",
    arguments: [
      ("artist", "Name BEGINSWITH 'Ä'", ["2"]), ("artist", "ANY album.Title == 'hell'", ["2"]),
      ("artist", "album.@count == 0", ["3"]), ("artist", "ANY album_producer.price > 9", ["3"]),
      ("album", "price >= 10", ["2"]), ("album", "Title == 'HELL'", []), ("album", "Title ==[c] 'HELL'", ["2"]),
      ("album", "sold == YES", ["1"]), ("album", "Artist.Name == 'AC/DC'", ["1"]), ("album", "Artist == nil", ["3"]),
      ("album", "artist.Name == 'None'", ["1"]), ("album", "empty == nil", ["1", "2", "3"]),
      ("album", "ANY album_tag.tag == 'r'", ["1", "2"]), ("tag", "label == 'punk'", ["p"]),
      ("tag", "ANY album_tag.album.Title == 'Back'", ["r"]), ("two words", "x > 1.6", ["2"]),
      ("invoice", "year:(day) == 2010", ["2"]), ("invoice", "day >= CAST('2010-01-01T00:00:00Z', 'NSDate')", ["2"]),
      ("invoice", "day == CAST('2009-01-01T00:00:00Z', 'NSDate')", ["1"]),
      ("invoice", "day == note", []),
      ("Ä", "r.x == 'abc'", ["1"]), ("ä", "x == 'abc'", ["1"]),
    ])
  func rows(entity: String, format: String, expected: [String]) throws {
    let connection = try Self.database()
    let schema = try DatabaseSchema(of: connection, entity: entity)
    let objects = try SQLiteStore(connection, model: schema.model).fetchAll(
      PredicateFetchRequest(FormatPredicate(format), of: entity))
    #expect(objects.map { $0.identifier.plain }.sorted() == expected)
  }

  @Test("what is not certain is left out with a note")
  func notes() throws {
    let schema = try DatabaseSchema(of: Self.database())
    #expect(
      schema.notes == [
        "album.odd is left out, because it has values of several types",
        "odd.self is left out, because its name cannot be a key",
        "odd.x.y is left out, because its name cannot be a key",
        "odd.nul is left out, because it has texts with U+0000",
        "odd.large is left out, because it has values of several types",
        "truth is left out, because SQLite reads TRUE as its column 'true'",
        "odd.real_id does not become a relationship, because it does not contain the primary keys of real",
      ])
    let names = ["album", "album_tag", "artist", "invoice", "odd", "pair", "real", "tag", "two words", "Ä", "ä"]
    #expect(schema.model.entities.map(\.name) == names)
    #expect(schema.model.entity("artist")?.attributes.map(\.isIndexed) == [false, true])
  }
}

extension FormatValue {
  fileprivate var plain: String {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    default: "?"
    }
  }
}
